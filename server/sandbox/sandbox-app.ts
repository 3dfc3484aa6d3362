import express, { type ErrorRequestHandler, type Express } from 'express';
import type { Clock } from '../core/clock.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import type { SandboxAdmin } from './admin/admin.ts';
import type { RequestLog } from './admin/request-log.ts';
import { applyFaults } from './faults/apply-fault.ts';
import type { FaultQueue } from './faults/fault-queue.ts';
import { authorizeRoutes } from './google/authorize.routes.ts';
import type { ClientCheck } from './google/clients.ts';
import type { Codes } from './google/codes.ts';
import { tokenRoutes } from './google/token.routes.ts';
import { modelRoutes, sendModelError } from './model/model.routes.ts';
import type { ModelDeps } from './model/model-deps.ts';
import { pictureRoutes } from './world/pictures.routes.ts';
import type { YouTubeDeps } from './youtube/endpoint.ts';
import { sendGoogleError, youtubeRoutes } from './youtube/youtube.routes.ts';

interface Deps extends YouTubeDeps, ModelDeps {
  clock: Clock;
  clients: ClientCheck;
  codes: Codes;
  faults: FaultQueue;
  log: RequestLog;
  admin: SandboxAdmin;
}

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'status' in error && typeof error.status === 'number'
    ? error.status
    : 500;

const sendOAuthError: ErrorRequestHandler = (error, _req, res, _next) => {
  const status = statusOf(error);
  const name = status < 500 ? 'invalid_request' : 'internal_failure';
  res.status(status).json({ error: name, error_description: 'Bad Request' });
};

/** Google sign-in, YouTube and the model side by side on one origin, each with its own paths and error dialect. */
export const createSandboxApp = (deps: Deps): Express => {
  const { clock, clients, codes, faults, log, admin } = deps;
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
  app.use(pictureRoutes(deps.catalogue, clock));
  app.use('/sandbox', adminRoutes(admin));
  app.get('/', (_req, res) => res.redirect(302, '/sandbox'));
  app.use('/youtube/v3', incoming, youtubeRoutes(deps), sendGoogleError);
  app.use('/v1', incoming, modelRoutes(deps), sendModelError);
  app.use(incoming, authorizeRoutes(clients, codes), tokenRoutes(deps), sendOAuthError);
  return app;
};
