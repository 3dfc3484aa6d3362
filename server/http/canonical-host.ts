import type { RequestHandler } from 'express';
import { isLocalHost } from '../config/local-host.ts';

/** Redirects pages opened at 127.0.0.1 to PUBLIC_URL, where cookie and Google's redirect belong. */
export function redirectToPublicUrl(publicUrl: string): RequestHandler {
  const { host: publicHost } = new URL(publicUrl);
  return (req, res, next) => {
    const host = req.get('host') ?? publicHost;
    const isNavigation = req.method === 'GET' && (req.get('accept') ?? '').includes('text/html');
    const isPage = !/^\/(api|healthz|readyz)(\/|$)/.test(req.path);
    if (host === publicHost || !isNavigation || !isPage || !isLocalHost(host.replace(/:\d+$/, ''))) {
      return next();
    }
    res.redirect(302, `${publicUrl}${req.originalUrl.startsWith('/') ? req.originalUrl : '/'}`);
  };
}
