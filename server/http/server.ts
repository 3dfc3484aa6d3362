import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type RequestHandler, Router } from 'express';
import { pinoHttp } from 'pino-http';
import { within } from '../core/clock.ts';
import { errorCode } from '../core/errors.ts';
import type { Log } from '../core/log.ts';

/**
 * Longer than proxies keep connections open, so that a proxy never sends a POST into a
 * connection that is closing.
 */
const keepAliveMs = 130_000;

export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<number> {
  server.keepAliveTimeout = keepAliveMs;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(explainListen(error, host, port), { cause: error });
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

function explainListen(error: unknown, host: string, port: number): string {
  const code = errorCode(error) ?? error;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use, perhaps by another Chime In. Stop that program, or set PORT to another number.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} may not be opened by this user. Set PORT to a number of 1024 or more.`;
  }
  return `Chime In cannot listen on HOST ${host}, port ${port} (${code}). Set HOST to an address of this machine.`;
}

export function trackRequests(server: Server) {
  const open = new Map<ServerResponse, IncomingMessage>();
  let settled = () => {};
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.method === 'GET' && req.headers.accept === 'text/event-stream') return;
    open.set(res, req);
    res.once('close', () => {
      open.delete(res);
      settled();
    });
  });
  return {
    /**
     * Resolves once all responses except event streams have ended. `refuse` responds to
     * incomplete requests.
     */
    async quiet(refuse: RequestListener): Promise<void> {
      for (const [res, req] of open)
        if (!req.complete && !res.headersSent) refuse(req, res);
      while (open.size > 0) {
        await new Promise<void>((resolve) => {
          settled = resolve;
        });
      }
    },
  };
}

const checkMs = 2_000;

/** Reports ready if `check` resolves within two seconds. */
export function healthRoutes(check: () => Promise<unknown>): Router {
  const router = Router();
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const isReady = await within(checkMs, check(), 'no answer in time').then(
      () => true,
      () => false,
    );
    res
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: isReady ? 'ready' : 'unavailable' });
  });
  return router;
}

/** Returns the path without the query, which may contain sign-in codes. */
function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '').split('?', 1)[0] ?? '';
}

function levelOf(req: IncomingMessage, status: number) {
  if (status >= 500) return 'warn';
  const isChange = req.method !== 'GET' && req.method !== 'HEAD';
  return isChange || pathOf(req).startsWith('/auth') ? 'info' : 'debug';
}

/**
 * Logs no headers, cookies, queries or bodies. Reads are logged at `debug`, because open
 * pages make many.
 */
export function requestLog(log: Log): RequestHandler {
  return pinoHttp({
    logger: log,
    genReqId: () => randomUUID(),
    wrapSerializers: false,
    serializers: {
      req: (req: IncomingMessage) => ({
        id: req.id,
        method: req.method,
        path: pathOf(req),
      }),
      res: (res: ServerResponse) => ({ status: res.statusCode }),
    },
    customLogLevel: (req, res) => levelOf(req, res.statusCode),
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'answered',
    customErrorObject: (_req, res, _error, { responseTime }) => ({ res, responseTime }),
  });
}
