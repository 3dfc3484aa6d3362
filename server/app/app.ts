import express, { Router } from 'express';
import { profileBodyLimit } from '#shared/contracts/voice.ts';
import { backupsRoutes } from '../backup/backups.routes.ts';
import { sampleDataRoutes } from '../backup/sample-data.routes.ts';
import { analyticsRoutes } from '../features/analytics/analytics.routes.ts';
import { accountRoutes, openAccountRoutes } from '../features/auth/account.routes.ts';
import {
  createGoogleStrategy,
  createPassportSignIn,
} from '../features/auth/google-strategy.ts';
import { signInRoutes } from '../features/auth/sign-in.routes.ts';
import { createPendingSwitch } from '../features/auth/sign-in-session.ts';
import { listRoutes } from '../features/comments/lists.routes.ts';
import { reviewRoutes } from '../features/comments/review.routes.ts';
import { stepsRoutes } from '../features/comments/steps.routes.ts';
import { draftStreamRoutes } from '../features/drafting/draft-stream.routes.ts';
import { draftingRoutes } from '../features/drafting/drafting.routes.ts';
import { followingRoutes } from '../features/following/following.routes.ts';
import { modelSettingsRoutes } from '../features/language-model/model-settings.routes.ts';
import {
  metrics,
  noticesRoutes,
  statusRoutes,
} from '../features/notices/notices.routes.ts';
import { outcomesRoutes } from '../features/outcomes/outcomes.routes.ts';
import { publishingRoutes } from '../features/publishing/publishing.routes.ts';
import { trialDraftRoutes } from '../features/setup/setup.routes.ts';
import { discoveryRoutes } from '../features/videos/videos.routes.ts';
import { voiceRoutes } from '../features/voice/voice.routes.ts';
import { compressed } from '../http/compression.ts';
import {
  limitGeneration,
  limitModelTests,
  limitNoticeTests,
  requireOwner,
} from '../http/guards.ts';
import { type Report, reportTo, unknownPath } from '../http/handle.ts';
import { eventRoutes } from '../http/live-updates.ts';
import { sessions } from '../http/sessions.ts';
import type { Context } from './context.ts';
import type { App } from './front.ts';

const bodyLimitBytes = 100_000;
/**
 * Enough for a whole transcript, or the owner's own comments, pasted at once in any
 * script.
 */
const pasteBodyLimitBytes = 1_000_000;

/** Creates the handlers that need the database. `createFront` handles the rest. */
export function createApp(context: Context): App {
  const session = sessions(context.session);
  return {
    auth: Router().use(session, signIn(context)),
    api: Router().use(compressed(), session, api(context, reportTo(context.log))),
    metrics: metrics(context.services.machines),
    ping: () => context.database.sessionPool.query('select 1'),
  };
}

function signIn({ config, clock, events, log, googleOrigin, services }: Context): Router {
  const { publicUrl, google } = config;
  const { clientId, clientSecret } = google;
  const client = { clientId, clientSecret, baseUrl: googleOrigin, publicUrl };
  return signInRoutes({
    service: services.signIn,
    passport: createPassportSignIn(createGoogleStrategy(client, clock)),
    pending: createPendingSwitch(clock),
    clock,
    events,
    publicUrl,
    log,
  });
}

/**
 * Everything except GET /auth/user requires the owner's session, even unknown paths (rule
 * 6.1). In a sandbox without an owner, loading the sample data signs the visitor in as
 * the owner.
 */
function api(context: Context, report: Report): Router {
  const { config, clock, events, stopping, services, sampleData } = context;
  const { account, commentLists, publishing, quota, review } = services;
  const isSandbox = config.google.mode === 'sandbox';
  const standIns = async () => ({
    google: isSandbox,
    languageModel: (await services.modelSettings.settings()).source === 'sandbox',
    origin: isSandbox ? context.googleOrigin : null,
    topics: isSandbox ? [...context.sandboxTopics] : [],
  });
  const router = Router();
  router.use(openAccountRoutes({ service: account, standIns, events }));
  const ownerOnly = requireOwner(account.isOwner);
  router.use(statusRoutes(services.machines, ownerOnly));
  if (sampleData) router.use(sampleDataRoutes({ service: sampleData, ownerOnly, clock }));
  router.use(ownerOnly);
  const profileBody = express.json({ limit: profileBodyLimit });
  router.post('/voice-profiles', profileBody);
  router.put('/voice-profiles/:id', profileBody);
  const pasteBody = express.json({ limit: pasteBodyLimitBytes });
  router.post(
    ['/comments/generate', '/comments/:id/regenerate', '/videos/:id/transcript'],
    pasteBody,
  );
  router.post('/voice-profiles/:id/own-comments', pasteBody);
  router.use(express.json({ limit: bodyLimitBytes }));
  router.post(
    [
      '/model-settings/models',
      '/model-settings/find',
      '/model-settings/test',
      '/setup-check',
    ],
    limitModelTests(),
  );
  router.post('/notices/test', limitNoticeTests());
  router.use(
    accountRoutes({ service: account, events, checkSetup: services.checkSetup }),
  );
  router.use(eventRoutes({ events, isOwner: account.isOwner, stopping }));
  router.use(discoveryRoutes({ search: services.search }));
  router.post(
    [
      '/comments/generate',
      '/comments/generate-bulk',
      '/bulk-run/rest',
      '/comments/:id/regenerate',
      '/comments/:id/takes',
      '/comments/:id/read',
      '/replies/:id/draft',
      '/voice-profiles/:id/style-rules/propose',
      '/voice-profiles/:id/habits/propose',
    ],
    limitGeneration(),
  );
  router.use(modelSettingsRoutes({ service: services.modelSettings }));
  router.use(
    trialDraftRoutes({
      tryModel: services.tryModel,
      loadModel: services.loadModel,
      report,
    }),
  );
  router.use(followingRoutes({ following: services.following, fresh: services.fresh }));
  router.use(draftStreamRoutes({ service: services.drafting, report }));
  router.use(
    draftingRoutes({ service: services.drafting, materials: services.materials }),
  );
  router.use(reviewRoutes({ review, schedule: services.schedule }));
  router.use(stepsRoutes({ steps: services.steps }));
  router.use(listRoutes({ lists: commentLists }));
  router.use(publishingRoutes({ publishing, quota, review }));
  router.use(outcomesRoutes(services));
  router.use(voiceRoutes(services));
  router.use(analyticsRoutes({ service: services.analytics }));
  router.use(noticesRoutes(services));
  router.use(backupsRoutes({ service: services.backups }));
  router.use(unknownPath);
  return router;
}
