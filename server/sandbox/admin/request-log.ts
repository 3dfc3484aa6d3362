import type { RequestHandler } from 'express';
import type { Clock } from '../../clock.ts';

export interface ReceivedRequest {
  at: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  /** What a call that writes on YouTube carried; null for everything else. */
  body: unknown;
  /** null while it is unanswered, or was never answered. */
  status: number | null;
}

const MOST = 5_000;
const secretNames = ['access_token', 'key', 'token', 'code', 'state', 'code_challenge'];

/** The latest calls the sandbox has received, without secrets. */
export const createRequestLog = (clock: Clock) => {
  let received: ReceivedRequest[] = [];
  let total = 0;
  const entries = new WeakMap<object, ReceivedRequest>();

  const record: RequestHandler = (req, res, next) => {
    const query = Object.fromEntries(
      Object.entries(req.query).filter(([name]) => !secretNames.includes(name)),
    );
    const entry: ReceivedRequest = {
      at: clock.now().toISOString(),
      method: req.method,
      path: req.path,
      query,
      body: null,
      status: null,
    };
    entries.set(req, entry);
    received.push(entry);
    if (received.length > MOST) received.shift();
    total += 1;
    res.on('finish', () => {
      entry.status = res.statusCode;
    });
    next();
  };

  /** To be used once the body has been parsed. */
  const recordBody: RequestHandler = (req, _res, next) => {
    const entry = entries.get(req);
    if (entry && req.method !== 'GET' && entry.path.startsWith('/youtube/')) entry.body = req.body ?? null;
    next();
  };

  return {
    record,
    recordBody,
    all: (): readonly ReceivedRequest[] => received,
    total: () => total,
    clear() {
      received = [];
      total = 0;
    },
  };
};

export type RequestLog = ReturnType<typeof createRequestLog>;
