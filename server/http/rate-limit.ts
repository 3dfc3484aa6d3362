import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { AppError } from '../core/errors.ts';

interface Limit {
  windowMs: number;
  limit: number;
  what: string;
}

function limiter({ windowMs, limit, what }: Limit): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: (_req, _res, next) => {
      next(new AppError(429, 'rate_limited', `${what} in a short time. Wait a few minutes and try again.`));
    },
  });
}

export const limitSignIns = () =>
  limiter({ windowMs: 15 * 60_000, limit: 100, what: 'Too many attempts to sign in' });

export const limitGeneration = () =>
  limiter({ windowMs: 60_000, limit: 60, what: 'Too many comments were asked for' });

export const limitModelTests = () =>
  limiter({ windowMs: 60_000, limit: 30, what: 'A language model was tried too often' });
