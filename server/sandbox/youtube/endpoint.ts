import type { Request, RequestHandler } from 'express';
import type { Clock } from '../../core/clock.ts';
import type { Comments } from '../comments/comments.ts';
import type { Grants } from '../google/grants.ts';
import { originOf } from '../http.ts';
import type { Catalogue } from '../world/catalogue.ts';
import { type Caller, callerOf } from './caller.ts';
import { createParams, type Params } from './params.ts';
import type { Bucket, Quota } from './quota.ts';

export interface YouTubeDeps {
  clock: Clock;
  grants: Grants;
  quota: Quota;
  comments: Comments;
  /** Asked anew each time, since a reset makes another one. */
  catalogue: () => Catalogue;
}

export interface Call {
  req: Request;
  params: Params;
  caller: Caller;
  origin: string;
  now: Date;
  /** What a scripted fault wants for this call (faults/), such as another fate for a comment. */
  locals: Readonly<Record<string, unknown>>;
}

export interface Price {
  bucket: Bucket;
  cost: number;
}

/**
 * One endpoint: identifies the caller, checks and charges the bucket, answers JSON (null is 204 without a body).
 * A refused request costs one unit, a served one its price.
 */
export const endpoint =
  (deps: YouTubeDeps, { bucket, cost }: Price, answer: (call: Call) => object | null): RequestHandler =>
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
      if (body === null) return void res.status(204).end();
      if ('etag' in body && typeof body.etag === 'string') {
        res.set('ETag', `"${body.etag}"`);
        // Whatever Cache-Control the client sends along, Google compares the tag.
        if (req.get('if-none-match') === `"${body.etag}"`) return void res.status(304).end();
      }
      res.set({ 'Cache-Control': 'private', Vary: 'Origin, X-Origin, Referer' }).json(body);
    } finally {
      deps.quota.charge(bucket, spent);
    }
  };
