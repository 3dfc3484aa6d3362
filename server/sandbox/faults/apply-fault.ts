import querystring from 'node:querystring';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../core/clock.ts';
import type { Fate } from '../comments/moderation.ts';
import { pathOf } from '../request.ts';
import { errorAnswer } from './error-answer.ts';
import type { ErrorAnswer, Fault } from './fault.ts';
import type { FaultQueue } from './fault-queue.ts';

/** Runs the handler and calls `act` instead of sending its answer. */
const insteadOfAnswer = (res: Response, act: (end: Response['end']) => void) => {
  const end = res.end.bind(res) as Response['end'];
  res.write = (() => true) as Response['write'];
  res.flushHeaders = () => {};
  res.end = (() => {
    act(end);
    return res;
  }) as Response['end'];
};

const answerError = (req: Request, wanted: ErrorAnswer, now: Date) => {
  const { status, body } = errorAnswer(pathOf(req), wanted, now);
  return { status, headers: wanted.headers ?? {}, text: JSON.stringify(body) };
};

const apply = (fault: Fault, req: Request, res: Response, next: NextFunction, now: Date): void => {
  switch (fault.kind) {
    case 'status': {
      const { status, headers, text } = answerError(req, fault, now);
      res.status(status).set(headers).type('json').send(text);
      return;
    }
    case 'hang':
      return;
    case 'reset':
      req.socket.resetAndDestroy();
      return;
    case 'accept-then-hang-up':
      insteadOfAnswer(res, () => req.socket.destroy());
      next();
      return;
    case 'accept-then-hang':
      insteadOfAnswer(res, () => {});
      next();
      return;
    case 'accept-then-status':
      insteadOfAnswer(res, (end) => {
        const { status, headers, text } = answerError(req, fault, now);
        res.removeHeader('ETag');
        res
          .status(status)
          .set(headers)
          .type('json')
          .set('Content-Length', String(Buffer.byteLength(text)));
        end(text);
      });
      next();
      return;
    case 'delay': {
      const timer = setTimeout(next, fault.ms);
      res.once('close', () => clearTimeout(timer));
      return;
    }
    case 'non-json':
      res.status(fault.status).type('html').send(fault.body);
      return;
    case 'moderate': {
      res.locals['commentFate'] = { state: fault.state, later: fault.later ?? null } satisfies Fate;
      next();
      return;
    }
    case 'model':
      res.locals['modelFault'] = fault;
      next();
      return;
  }
};

const contentOf = (req: Request): string => {
  const decoded = querystring.unescape(req.originalUrl);
  return `${req.originalUrl} ${decoded} ${JSON.stringify(req.body ?? '')}`;
};

/** Needs the parsed body. */
export const applyFaults =
  (queue: FaultQueue, clock: Clock): RequestHandler =>
  (req, res, next) => {
    const fault = queue.take({ method: req.method, path: pathOf(req), content: contentOf(req) });
    if (fault) apply(fault, req, res, next, clock.now());
    else next();
  };
