import { createServer as createVite } from 'vite';
import { privacyPath } from '#shared/contracts/connection.ts';
import { serve } from './app/serve.ts';
import { readEnvironment } from './config/config.ts';
import { systemClock } from './core/clock.ts';

await serve({
  env: readEnvironment(),
  clock: systemClock,
  async createClient(server) {
    const vite = await createVite({
      // The default loader writes temp files that trigger --watch.
      configLoader: 'native',
      appType: 'spa',
      server: { middlewareMode: true, hmr: { server } },
    });
    return (req, res, next) => {
      // Hot reloading needs an inline script.
      res.removeHeader('Content-Security-Policy');
      if (req.url === privacyPath) req.url += '.html';
      vite.middlewares(req, res, next);
    };
  },
  loadSandbox: () => import('./sandbox/sandbox.ts'),
});
