import type { Request, RequestHandler } from 'express';
import type { Clock } from '../../core/clock.ts';
import { pathOf } from '../request.ts';

export interface RequestRecord {
  number: number;
  at: string;
  method: string;
  path: string;
  query: Record<string, unknown>;
  /** JSON bodies only: forms carry secrets. */
  body: unknown;
  status: number | null;
  brokeOff: boolean;
}

const MOST = 2_000;
const SECRET = /^(access_token|key|code|token|refresh_token|code_verifier|client_secret|id_token)$/;

const withoutSecrets = (query: Request['query']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, SECRET.test(name) ? '(hidden)' : value]),
  );

export const createRequestLog = (clock: Clock) => {
  let records: RequestRecord[] = [];
  const entries = new WeakMap<Request, RequestRecord>();
  let count = 0;

  /** Mounted before the body parser, to list calls with a bad body too. */
  const record: RequestHandler = (req, res, next) => {
    count += 1;
    const entry: RequestRecord = {
      number: count,
      at: clock.now().toISOString(),
      method: req.method,
      path: pathOf(req),
      query: withoutSecrets(req.query),
      body: null,
      status: null,
      brokeOff: false,
    };
    entries.set(req, entry);
    records.push(entry);
    if (records.length > MOST) records = records.slice(-MOST);
    res.once('finish', () => {
      entry.status = res.statusCode;
    });
    res.once('close', () => {
      entry.brokeOff = !res.writableFinished;
    });
    next();
  };

  const recordBody: RequestHandler = (req, _res, next) => {
    const entry = entries.get(req);
    if (entry && req.is('json')) entry.body = req.body ?? null;
    next();
  };

  return {
    record,
    recordBody,
    list: (): RequestRecord[] => records.map((entry) => ({ ...entry })),
    clear() {
      records = [];
    },
  };
};

export type RequestLog = ReturnType<typeof createRequestLog>;
