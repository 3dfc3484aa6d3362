import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';

const notPages = /^\/(api|auth|healthz|readyz)(\/|$)/;

function isPage(req: Request): boolean {
  if (!['GET', 'HEAD'].includes(req.method) || notPages.test(req.path)) return false;
  const wanted = req.get('accept') ?? '';
  return (
    wanted.includes('text/html') || (/\*\/\*|^$/.test(wanted) && !/\.\w+$/.test(req.path))
  );
}

function preferCompressed(directory: string): RequestHandler {
  const files = new Set(
    existsSync(directory) ? readdirSync(directory).map((name) => `/${name}`) : [],
  );
  return (req, res, next) => {
    const { path } = req;
    if (!files.has(`${path}.br`) || !files.has(`${path}.gz`)) return next();
    res.vary('Accept-Encoding');
    const encoding = req.acceptsEncodings('br') || req.acceptsEncodings('gzip');
    if (!encoding) return next();
    res.type(extname(path)).set('Content-Encoding', encoding);
    req.url = `${path}${encoding === 'br' ? '.br' : '.gz'}`;
    next();
  };
}

export function serveClient(directory: string): RequestHandler {
  const assets = join(directory, 'assets');
  const router = Router();
  router.use(
    '/assets',
    preferCompressed(assets),
    express.static(assets, { immutable: true, maxAge: '1y', index: false }),
  );
  router.use(
    express.static(directory, {
      index: false,
      // Serves privacy.html at /privacy.
      extensions: ['html'],
      setHeaders: (res) => res.set('Cache-Control', 'no-cache'),
    }),
  );
  router.use((req, res, next) => {
    if (!isPage(req)) return next();
    res.sendFile('index.html', {
      root: directory,
      headers: { 'Cache-Control': 'no-cache' },
    });
  });
  return router;
}
