import type { RequestHandler } from 'express';
import { AppError } from '../core/errors.ts';

export const unknownPath: RequestHandler = (req) => {
  throw new AppError(404, 'not_found', `There is no ${req.method} ${req.baseUrl}${req.path} on this server.`);
};
