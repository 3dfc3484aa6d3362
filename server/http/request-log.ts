import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Log } from '../core/log.ts';

/** Without the query, which may hold sign-in codes. */
function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '').split('?', 1)[0] ?? '';
}

function levelOf(req: IncomingMessage, status: number) {
  if (status >= 500) return 'warn';
  const isChange = req.method !== 'GET' && req.method !== 'HEAD';
  return isChange || pathOf(req).startsWith('/auth') ? 'info' : 'debug';
}

/** Logs no headers, cookies, queries or bodies. Reads are `debug`: open pages make many. */
export function requestLog(log: Log): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: () => randomUUID(),
    wrapSerializers: false,
    serializers: {
      req: (req: IncomingMessage) => ({ id: req.id, method: req.method, path: pathOf(req) }),
      res: (res: ServerResponse) => ({ status: res.statusCode }),
    },
    customLogLevel: (req, res) => levelOf(req, res.statusCode),
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'answered',
    customErrorObject: (_req, res, _error, { responseTime }) => ({ res, responseTime }),
  });
}
