import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Before any other import: whatever is loaded from here on is compiled once and kept.
enableCompileCache();

const { readEnvironment } = await import('./env-file.ts');
const { systemClock } = await import('./clock.ts');
const { serve } = await import('./serve.ts');
const { serveClient } = await import('./http/static.ts');

await serve({
  env: readEnvironment(),
  clock: systemClock,
  createClient: async () => serveClient(join(import.meta.dirname, '../client')),
  loadSandbox: () => import('./sandbox/sandbox.ts'),
});
