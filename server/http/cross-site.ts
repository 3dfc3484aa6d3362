import type { Request, RequestHandler } from 'express';
import { AppError } from '../core/errors.ts';

/** `same-site` too: all ports of a host are one site. Without both headers it is a program. */
export function isForeign(req: Request, origin: string): boolean {
  const site = req.get('sec-fetch-site') ?? 'none';
  const sender = req.get('origin') ?? origin;
  return !['same-origin', 'none'].includes(site) || sender !== origin;
}

/** Refuses reads too: their timing and side effects reveal something. */
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
