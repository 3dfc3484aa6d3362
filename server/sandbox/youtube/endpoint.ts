import type { Request, RequestHandler } from 'express';
import type { Clock } from '../../core/clock.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Comments } from '../comments/comments.ts';
import type { Grants } from '../google/grants.ts';
import { originOf } from '../request.ts';
import { type Caller, callerOf } from './caller.ts';
import { createParams, type Params } from './params.ts';
import type { Bucket, Quota } from './quota.ts';

export interface YouTubeDeps {
  clock: Clock;
  grants: Grants;
  quota: Quota;
  comments: Comments;
  catalogue: () => Catalogue;
}

export interface Call {
  req: Request;
  params: Params;
  caller: Caller;
  origin: string;
  now: Date;
  locals: Readonly<Record<string, unknown>>;
}

export type Answer = (call: Call) => object | null;

/** A refused request costs one unit, a served one its price. */
export const endpoint =
  (deps: YouTubeDeps, bucket: Bucket, cost: number, answer: Answer): RequestHandler =>
  (req, res) => {
    const caller = callerOf(req, deps.grants);
    deps.quota.check(bucket, cost);
    let spent = 1;
    try {
      const params = createParams(req.query);
      const body = answer({
        req,
        params,
        caller,
        origin: originOf(req),
        now: deps.clock.now(),
        locals: res.locals,
      });
      spent = cost;
      if (body === null) res.status(204).end();
      else res.set('Cache-Control', 'private').json(body);
    } finally {
      deps.quota.charge(bucket, spent);
    }
  };
