import express, { type Express, type RequestHandler, Router } from 'express';
import { profileBodyLimit } from '#shared/contracts/voice-profiles.ts';
import { backupsRoutes } from '../backup/backups.routes.ts';
import { analyticsRoutes } from '../features/analytics/analytics.routes.ts';
import { accountRoutes, openAccountRoutes } from '../features/auth/account.routes.ts';
import { createGoogleStrategy } from '../features/auth/google-strategy.ts';
import { createPassportSignIn } from '../features/auth/passport-sign-in.ts';
import { createPendingSwitch } from '../features/auth/pending-switch.ts';
import { signInRoutes } from '../features/auth/sign-in.routes.ts';
import { discoveryRoutes } from '../features/discovery/discovery.routes.ts';
import { draftStreamRoutes } from '../features/drafting/draft-stream.routes.ts';
import { draftingRoutes } from '../features/drafting/drafting.routes.ts';
import { publishingRoutes } from '../features/publishing/publishing.routes.ts';
import { reviewRoutes } from '../features/review/review.routes.ts';
import { ownCommentsRoutes } from '../features/voice/own-comments/own-comments.routes.ts';
import { settingsRoutes } from '../features/voice/profiles/settings.routes.ts';
import { voiceRoutes } from '../features/voice/profiles/voice.routes.ts';
import { styleRulesRoutes } from '../features/voice/style-rules/style-rules.routes.ts';
import { redirectToPublicUrl } from '../http/canonical-host.ts';
import { refuseCrossSite } from '../http/cross-site.ts';
import { errorHandler, type Report } from '../http/error-handler.ts';
import { eventRoutes } from '../http/event-stream.ts';
import { healthRoutes } from '../http/health.ts';
import { noStore } from '../http/no-store.ts';
import { unknownPath } from '../http/not-found.ts';
import { privacyPage } from '../http/privacy-page.ts';
import { limitGeneration } from '../http/rate-limit.ts';
import { requestLog } from '../http/request-log.ts';
import { requireOwner } from '../http/require-owner.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { sessions } from '../http/session.ts';
import { refuseUnknownHosts } from '../http/unknown-host.ts';
import type { Context } from './context.ts';

const bodyLimitBytes = 100_000;
const noClient: RequestHandler = (_req, _res, next) => next();

/** `client` answers what is neither /api nor /auth. */
export function createApp(context: Context, client: RequestHandler = noClient): Express {
  const { config, log, database, googleOrigin } = context;
  const report: Report = (error) => log.error({ err: error }, 'a request failed');
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', 'loopback, linklocal, uniquelocal');
  app.use(requestLog(log));
  app.use(securityHeaders({ isHttps: config.isHttps, googleOrigin }));
  app.use(healthRoutes({ ping: database.ping, isStopping: () => context.stopping.aborted }));
  app.use(refuseUnknownHosts(config));
  app.use(redirectToPublicUrl(config.publicUrl));
  const session = sessions(context.session);
  // Google redirects here from another site; these routes check the origin themselves.
  app.use('/auth', noStore, session, signIn(context));
  app.use('/api', noStore, refuseCrossSite(config.publicUrl), session, api(context, report));
  app.use(privacyPage());
  app.use(client);
  app.use(unknownPath);
  app.use(errorHandler(report));
  return app;
}

function signIn({ config, clock, log, googleOrigin, services }: Context): Router {
  const { publicUrl, google } = config;
  const { clientId, clientSecret } = google;
  const client = { clientId, clientSecret, baseUrl: googleOrigin, publicUrl };
  return signInRoutes({
    service: services.signIn,
    passport: createPassportSignIn(createGoogleStrategy(client, clock)),
    pending: createPendingSwitch(services.vault, clock),
    clock,
    publicUrl,
    log,
  });
}

/** All but GET /auth/user needs the owner's session, unknown paths too (rule 6.1). */
function api({ config, events, stopping, services }: Context, report: Report): Router {
  const { account, comments, publishing, quota, review } = services;
  const standIns = {
    google: config.google.mode === 'sandbox',
    languageModel: config.languageModel.mode === 'sandbox',
  };
  const router = Router();
  router.use(openAccountRoutes({ service: account, standIns }));
  router.use(requireOwner(account.isOwner));
  const profileBody = express.json({ limit: profileBodyLimit });
  router.post('/voice-profiles', profileBody);
  router.put('/voice-profiles/:id', profileBody);
  router.use(express.json({ limit: bodyLimitBytes }));
  router.use(accountRoutes({ service: account, events }));
  router.use(eventRoutes({ events, isOwner: account.isOwner, stopping }));
  router.use(discoveryRoutes({ search: services.search }));
  router.post(
    [
      '/comments/generate',
      '/comments/generate-bulk',
      '/comments/:id/regenerate',
      '/voice-profiles/:id/style-rules/propose',
    ],
    limitGeneration(),
  );
  router.use(draftStreamRoutes({ service: services.drafting, report }));
  router.use(draftingRoutes({ service: services.drafting }));
  router.use(reviewRoutes({ comments, review }));
  router.use(publishingRoutes({ publishing, quota, comments }));
  router.use(voiceRoutes({ service: services.voice }));
  router.use(styleRulesRoutes({ rules: services.rules, versions: services.versions }));
  router.use(ownCommentsRoutes({ ownComments: services.ownComments, styleProfiles: services.styleProfiles }));
  router.use(settingsRoutes({ service: services.settings }));
  router.use(analyticsRoutes({ service: services.analytics }));
  router.use(backupsRoutes({ service: services.backups }));
  router.use(unknownPath);
  return router;
}
