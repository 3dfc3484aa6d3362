import type { RequestHandler } from 'express';
import { AppError } from '../errors.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses changes that a page of another site asks for. `same-site` is refused too: on one host, every port
 * is the same site. Programs that send neither header have no session cookie to abuse.
 * @param origin PUBLIC_URL's
 */
export function refuseCrossSite(origin: string): RequestHandler {
  return (req, _res, next) => {
    if (safeMethods.includes(req.method)) return next();
    const site = req.get('sec-fetch-site') ?? 'none';
    const sender = req.get('origin') ?? origin;
    if (['same-origin', 'none'].includes(site) && sender === origin) return next();
    throw new AppError(
      403,
      'cross_site',
      `This request came from another site and was refused. Open ${origin} and try again there.`,
    );
  };
}
