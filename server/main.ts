import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Before any other import: whatever is loaded from here on is compiled once and kept.
enableCompileCache();

const { readEnvironment } = await import('./config/env-file.ts');
const { systemClock } = await import('./core/clock.ts');
const { serve } = await import('./app/serve.ts');
const { serveClient } = await import('./http/static.ts');

await serve({
  env: readEnvironment(),
  clock: systemClock,
  createClient: async () => serveClient(join(import.meta.dirname, '../client')),
  loadSandbox: () => import('./sandbox/sandbox.ts'),
});
