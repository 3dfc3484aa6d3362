import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Clock } from '../core/clock.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import type { SandboxAdmin } from './admin/admin.ts';
import type { RequestLog } from './admin/request-log.ts';
import { pictureRoutes } from './catalogue/pictures.routes.ts';
import { applyFaults } from './faults/apply-fault.ts';
import type { FaultQueue } from './faults/fault-queue.ts';
import { authorizeRoutes } from './google/authorize.routes.ts';
import type { Codes } from './google/codes.ts';
import { tokenRoutes } from './google/token.routes.ts';
import { type ModelDeps, modelRoutes, sendModelError } from './model/model.routes.ts';
import type { YouTubeDeps } from './youtube/endpoint.ts';
import { sendGoogleError, youtubeRoutes } from './youtube/youtube.routes.ts';

interface Deps extends YouTubeDeps, ModelDeps {
  clock: Clock;
  codes: Codes;
  faults: FaultQueue;
  log: RequestLog;
  admin: SandboxAdmin;
}

const sendOAuthError: ErrorRequestHandler = (error, _req, res, _next) => {
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  const name = status < 500 ? 'invalid_request' : 'internal_failure';
  res.status(status).json({ error: name, error_description: 'Bad Request' });
};

export const createSandboxApp = (deps: Deps): Express => {
  const { clock, codes, faults, log, admin, catalogue } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  const incoming = [
    log.record,
    express.json({ limit: '4mb' }),
    express.urlencoded({ extended: false }),
    log.recordBody,
    applyFaults(faults, clock),
  ];
  app.use((_req, res, next) => {
    res.set('Date', clock.now().toUTCString());
    next();
  });
  app.use(pictureRoutes(catalogue, clock));
  app.use('/sandbox', adminRoutes(admin));
  app.get('/', (_req, res) => res.redirect(302, '/sandbox'));
  app.use('/youtube/v3', incoming, youtubeRoutes(deps), sendGoogleError);
  app.use('/v1', incoming, modelRoutes(deps), sendModelError);
  app.use(incoming, authorizeRoutes(codes), tokenRoutes(deps), sendOAuthError);
  return app;
};
