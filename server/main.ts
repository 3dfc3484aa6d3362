import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Must come before all other imports, because only modules loaded later are cached.
enableCompileCache();

const { readEnvironment } = await import('./config/config.ts');
const { systemClock } = await import('./core/clock.ts');

if (process.argv[2] === 'check-setup') {
  const { printSetup } = await import('./app/context.ts');
  process.exitCode = await printSetup(readEnvironment(), systemClock).catch(
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      return 1;
    },
  );
} else {
  const { serve } = await import('./app/serve.ts');
  const { serveClient } = await import('./http/pages.ts');
  await serve({
    env: readEnvironment(),
    clock: systemClock,
    createClient: async () => serveClient(join(import.meta.dirname, '../client')),
    loadSandbox: () => import('./sandbox/sandbox.ts'),
  });
}
