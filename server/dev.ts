import { createServer as createVite } from 'vite';
import { readEnvironment } from './env-file.ts';
import { serve } from './serve.ts';

await serve({
  env: readEnvironment(),
  async createClient(server) {
    const vite = await createVite({
      // The default loader writes temporary files, which --watch takes for edits.
      configLoader: 'native',
      appType: 'spa',
      server: { middlewareMode: true, hmr: { server } },
    });
    return vite.middlewares;
  },
  loadSandbox: () => import('./sandbox/sandbox.ts'),
});
