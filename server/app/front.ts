import express, { type Express, type RequestHandler } from 'express';
import type { Config } from '../config/config.ts';
import type { Log } from '../core/log.ts';
import {
  noStore,
  redirectToPublicUrl,
  refuseCrossSite,
  refuseUnknownHosts,
  securityHeaders,
} from '../http/guards.ts';
import { errorHandler, reportTo, unknownPath } from '../http/handle.ts';
import { healthRoutes, requestLog } from '../http/server.ts';

export interface App {
  readonly auth: RequestHandler;
  readonly api: RequestHandler;
  readonly metrics: RequestHandler;
  ping(): Promise<unknown>;
}

interface Options {
  config: Config;
  log: Log;
  googleOrigin: string | null;
  /** Serves pages and files. */
  client: RequestHandler;
  app: Promise<App>;
}

/** Serves pages and files at once. Requests that need the database wait for `app`. */
export function createFront({
  config,
  log,
  googleOrigin,
  client,
  app,
}: Options): Express {
  const whenOpen =
    (handlerOf: (opened: App) => RequestHandler): RequestHandler =>
    async (req, res, next) => {
      const handler = handlerOf(await app);
      return handler(req, res, next);
    };
  async function ping(): Promise<void> {
    // Fails at once instead of waiting until the database opens, which a probe would take
    // for a hang.
    const opened = await Promise.race([app, null]);
    if (!opened) throw new Error('The database is not open yet.');
    await opened.ping();
  }
  const front = express();
  front.disable('x-powered-by');
  front.disable('etag');
  front.set('trust proxy', [...config.trustedProxies]);
  front.use(requestLog(log));
  front.use(securityHeaders(config.isHttps, googleOrigin));
  front.use(healthRoutes(ping));
  front.use(refuseUnknownHosts(config));
  front.use(redirectToPublicUrl(config.publicUrl));
  // Google redirects here from another site; these routes check the origin themselves.
  front.use(
    '/auth',
    noStore,
    whenOpen(({ auth }) => auth),
  );
  front.use(
    '/api',
    noStore,
    refuseCrossSite(config.publicUrl),
    whenOpen(({ api }) => api),
  );
  front.use(
    '/metrics',
    noStore,
    whenOpen(({ metrics }) => metrics),
  );
  front.use(client);
  front.use(unknownPath);
  front.use(errorHandler(reportTo(log)));
  return front;
}
