import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pinoHttp } from 'pino-http';
import type { Log } from '../core/log.ts';

/** The path without its query, which may hold sign-in codes and what a person searched for. */
function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  // Inside a mounted router Express shortens `url`.
  return (req.originalUrl ?? req.url ?? '').split('?', 1)[0] ?? '';
}

function levelOf(req: IncomingMessage, status: number) {
  if (status >= 500) return 'warn';
  const isChange = req.method !== 'GET' && req.method !== 'HEAD';
  return isChange || pathOf(req).startsWith('/auth') ? 'info' : 'debug';
}

/**
 * One line per answer: method, path, status, duration. No headers, cookies, queries or bodies.
 * Reading is logged at `debug`: an open page does it all the time.
 */
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
    // The error itself is reported by http/error-handler.
    customErrorObject: (_req, res, _error, { responseTime }) => ({ res, responseTime }),
  });
}
