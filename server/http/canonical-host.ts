import type { RequestHandler } from 'express';
import { isLocalHost } from '../config/local-host.ts';

/**
 * Sends a person who opened http://127.0.0.1 on to PUBLIC_URL, where the session cookie and Google's
 * redirect live. Calls of programs and health checks are answered where they came.
 */
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
