import type { Request, RequestHandler } from 'express';
import { AppError } from '../core/errors.ts';

/**
 * Whether a page that is not ours asks. `same-site` is not ours either: on one host, every port is the same site.
 * Programs that send neither header have no session cookie to abuse.
 * @param origin PUBLIC_URL's
 */
export function isForeign(req: Request, origin: string): boolean {
  const site = req.get('sec-fetch-site') ?? 'none';
  const sender = req.get('origin') ?? origin;
  return !['same-origin', 'none'].includes(site) || sender !== origin;
}

/** Refuses whatever a page that is not ours asks for, reading too: timing and side effects tell without the answer. */
export function refuseCrossSite(origin: string): RequestHandler {
  return (req, _res, next) => {
    if (!isForeign(req, origin)) return next();
    throw new AppError(
      403,
      'cross_site',
      `This request came from another site and was refused. Open ${origin} and try again there.`,
    );
  };
}
