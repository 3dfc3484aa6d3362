import type { RequestHandler } from 'express';

/** Private data: neither the browser nor a proxy may keep it. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
