import type { RequestHandler } from 'express';
import { unauthenticated } from '../core/errors.ts';

export type IsOwner = (googleSub: string) => Promise<boolean>;

export function requireOwner(isOwner: IsOwner): RequestHandler {
  return async (req, _res, next) => {
    const { googleSub } = req.session;
    if (!googleSub || !(await isOwner(googleSub))) throw unauthenticated();
    next();
  };
}
