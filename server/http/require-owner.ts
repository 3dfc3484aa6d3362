import type { RequestHandler } from 'express';
import { unauthenticated } from '../core/errors.ts';

/** Whether this is the id of the account the app belongs to right now. */
export type IsOwner = (googleSub: string) => Promise<boolean>;

/** Lets only the owner's session pass; everyone else gets 401 (DESIGN §4). */
export function requireOwner(isOwner: IsOwner): RequestHandler {
  return async (req, _res, next) => {
    const { googleSub } = req.session;
    if (!googleSub || !(await isOwner(googleSub))) throw unauthenticated();
    next();
  };
}
