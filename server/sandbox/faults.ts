import querystring from 'node:querystring';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import errors from './errors.json' with { type: 'json' };
import { pathOf } from './http.ts';
import { commentStateSchema, type Fate } from './strangers.ts';
import { type GoogleError, googleError, rateLimited } from './youtube-errors.ts';

const invalid = 'invalid_request_error';

/** Errors of the model's server, by code (wire W7). */
const known: Record<string, { status: number; type: string; message: string }> =
  errors.model;

const usualCode: Record<number, string> = {
  401: 'invalid_api_key',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
  503: 'server_is_overloaded',
};

const modelError = (code?: string, status?: number, message?: string) => {
  const name = code ?? usualCode[status ?? 500];
  const isCallers = status !== undefined && status < 500;
  const usual = known[name ?? ''] ?? {
    status: 500,
    type: isCallers ? invalid : 'server_error',
    message: 'The server had an error while processing your request.',
  };
  const error = {
    message: message ?? usual.message,
    type: usual.type,
    param: null,
    code: name ?? null,
  };
  return { status: status ?? usual.status, body: { error } };
};

const usualReason: Record<number, string> = {
  400: 'badRequest',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  429: 'rateLimitExceeded',
  500: 'internalError',
  503: 'backendError',
};

const bucketOf = (path: string) => (path.endsWith('/search') ? 'search' : 'shared');

const google = (path: string, wanted: ErrorAnswer, now: Date): GoogleError => {
  const reason = wanted.reason ?? usualReason[wanted.status ?? 400] ?? 'internalError';
  const isGateway429 =
    reason === 'rateLimitExceeded' &&
    (wanted.status ?? 429) === 429 &&
    wanted.dialect !== 'legacy';
  if (isGateway429) {
    const per = wanted.daily ? 'day' : 'minute';
    return rateLimited(bucketOf(path), per, wanted.daily ? 100 : 180, now);
  }
  const { status, message, dialect } = wanted;
  return googleError(reason, { status, message, dialect });
};

/** `now` is taken as the start of the rate limit's window. */
const errorAnswer = (
  path: string,
  wanted: ErrorAnswer,
  now: Date,
): { status: number; body: unknown } => {
  if (wanted.body !== undefined)
    return { status: wanted.status ?? 500, body: wanted.body };
  if (path.startsWith('/v1/'))
    return modelError(wanted.reason, wanted.status, wanted.message);
  if (path.startsWith('/youtube/')) return google(path, wanted, now);
  const status = wanted.status ?? 400;
  const error = wanted.reason ?? (status >= 500 ? 'internal_failure' : 'invalid_grant');
  const description =
    wanted.message ??
    (error === 'invalid_grant' ? 'Token has been expired or revoked.' : 'Bad Request');
  return { status, body: { error, error_description: description } };
};

/** Runs the handler but calls `act` instead of sending its response. */
const insteadOfAnswer = (
  res: Response,
  next: NextFunction,
  act: (end: Response['end']) => void,
): void => {
  const end = res.end.bind(res) as Response['end'];
  res.write = (() => true) as Response['write'];
  res.flushHeaders = () => {};
  res.end = (() => {
    act(end);
    return res;
  }) as Response['end'];
  next();
};

interface Exchange {
  req: Request;
  res: Response;
  next: NextFunction;
  now: Date;
}

const apply = (fault: Fault, { req, res, next, now }: Exchange): void => {
  /** Sets the status and headers, and returns the body. */
  const prepare = (wanted: ErrorAnswer): string => {
    const { status, body } = errorAnswer(pathOf(req), wanted, now);
    const isPage = typeof body === 'string';
    res
      .status(status)
      .set(wanted.headers ?? {})
      .type(isPage ? 'html' : 'json');
    return isPage ? body : JSON.stringify(body);
  };
  switch (fault.kind) {
    case 'status':
      res.send(prepare(fault));
      return;
    case 'hang':
      return;
    case 'reset':
      req.socket.resetAndDestroy();
      return;
    case 'accept-then-hang-up':
      insteadOfAnswer(res, next, () => req.socket.destroy());
      return;
    case 'accept-then-hang':
      insteadOfAnswer(res, next, () => {});
      return;
    case 'accept-then-status':
      insteadOfAnswer(res, next, (end) => {
        const text = prepare(fault);
        res.removeHeader('ETag');
        res.set('Content-Length', String(Buffer.byteLength(text)));
        end(text);
      });
      return;
    case 'delay': {
      const timer = setTimeout(next, fault.ms);
      res.once('close', () => clearTimeout(timer));
      return;
    }
    case 'moderate': {
      res.locals['commentFate'] = {
        state: fault.state,
        later: fault.later ?? null,
      } satisfies Fate;
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

/** Must run after the body is parsed. */
export const applyFaults =
  (queue: FaultQueue, clock: Clock): RequestHandler =>
  (req, res, next) => {
    const fault = queue.take({
      method: req.method,
      path: pathOf(req),
      content: () => contentOf(req),
    });
    if (fault) apply(fault, { req, res, next, now: clock.now() });
    else next();
  };

const errorAnswerSchema = {
  /** Defaults to the usual status of the reason. */
  status: z.int().min(200).max(599).optional(),
  /** An error code of YouTube, OAuth or the model, depending on the path. */
  reason: z.string().optional(),
  dialect: z.enum(['legacy', 'gateway']).optional(),
  /** With rateLimitExceeded: true means the daily limit, false a burst limit. */
  daily: z.boolean().optional(),
  message: z.string().optional(),
  /** Sent unchanged, without the usual error format. A string is sent as an HTML page. */
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
};

const faultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), ...errorAnswerSchema }),
  z.object({ kind: z.literal('hang') }),
  z.object({ kind: z.literal('reset') }),
  /** The three `accept-` kinds carry out the request first. */
  z.object({ kind: z.literal('accept-then-hang-up') }),
  z.object({ kind: z.literal('accept-then-hang') }),
  z.object({ kind: z.literal('accept-then-status'), ...errorAnswerSchema }),
  z.object({ kind: z.literal('delay'), ms: z.int().min(0).max(600_000) }),
  z.object({
    kind: z.literal('moderate'),
    state: commentStateSchema,
    later: z
      .object({ state: commentStateSchema, afterSeconds: z.number().min(0) })
      .optional(),
  }),
  z.object({
    kind: z.literal('model'),
    behaviour: z.enum([
      ...['refusal', 'content-filter', 'empty', 'text', 'no-json-schema'],
      ...['bad-json', 'wrong-shape', 'fenced', 'cut-off', 'stream-cut', 'stream-stall'],
    ] as const),
    text: z.string().optional(),
    /**
     * How many pieces of a stream are sent before it is cut or stalls; half of them by
     * default.
     */
    words: z.int().min(0).optional(),
  }),
]);
export type Fault = z.output<typeof faultSchema>;
type ErrorAnswer = Omit<Extract<Fault, { kind: 'status' }>, 'kind'>;
export type ModelFault = Extract<Fault, { kind: 'model' }>;

export const faultOrderSchema = z.object({
  match: z
    .object({
      method: z.string().optional(),
      /** The whole path, or a prefix that ends in `*`. */
      path: z.string().optional(),
      contains: z.string().optional(),
    })
    .default({}),
  /** How many requests to hit; 0 means all until the fault is removed. */
  times: z.int().min(0).max(1_000_000).default(1),
  after: z.int().min(0).default(0),
  fault: faultSchema,
});
export type FaultOrder = z.input<typeof faultOrderSchema>;
type QueuedFault = z.output<typeof faultOrderSchema> & { id: number };

interface Incoming {
  method: string;
  path: string;
  content: () => string;
}

const meets = ({ match }: QueuedFault, { method, path, content }: Incoming): boolean => {
  if (match.method && match.method.toUpperCase() !== method) return false;
  if (match.contains && !content().includes(match.contains)) return false;
  if (!match.path) return true;
  return match.path.endsWith('*')
    ? path.startsWith(match.path.slice(0, -1))
    : path === match.path;
};

export const createFaultQueue = () => {
  let queued: QueuedFault[] = [];
  let lastId = 0;

  return {
    /** Throws a ZodError for an invalid order. */
    add(order: FaultOrder): QueuedFault {
      lastId += 1;
      const fault = { ...faultOrderSchema.parse(order), id: lastId };
      queued.push(fault);
      return fault;
    },
    take(incoming: Incoming): Fault | null {
      const found = queued.find((fault) => meets(fault, incoming));
      if (!found) return null;
      if (found.after > 0) {
        found.after -= 1;
        return null;
      }
      if (found.times === 1) queued = queued.filter((fault) => fault !== found);
      else if (found.times > 1) found.times -= 1;
      return found.fault;
    },
    remove(id: number) {
      queued = queued.filter((fault) => fault.id !== id);
    },
    clear() {
      queued = [];
    },
    list: (): QueuedFault[] => queued.map((fault) => ({ ...fault })),
  };
};

export type FaultQueue = ReturnType<typeof createFaultQueue>;
