import { createServer as createVite } from 'vite';
import { serve } from './app/serve.ts';
import { readEnvironment } from './config/env-file.ts';
import { systemClock } from './core/clock.ts';

await serve({
  env: readEnvironment(),
  clock: systemClock,
  async createClient(server) {
    const vite = await createVite({
      // The default loader writes temporary files, which --watch takes for edits.
      configLoader: 'native',
      appType: 'spa',
      server: { middlewareMode: true, hmr: { server } },
    });
    return (req, res, next) => {
      // Hot reloading puts a script into the page itself, which the policy of production rightly forbids.
      res.removeHeader('Content-Security-Policy');
      vite.middlewares(req, res, next);
    };
  },
  loadSandbox: () => import('./sandbox/sandbox.ts'),
});
