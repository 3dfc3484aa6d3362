import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { isForeign, limitSignIns, refuseCrossSite } from '../../http/guards.ts';
import type { PassportSignIn } from './passport-sign-in.ts';
import type { PendingSwitch } from './pending-switch.ts';
import {
  channelQuestionPage,
  type PopupPage,
  popupPage,
  popupScript,
  startQuestionPage,
} from './popup-page.ts';
import type { SignInOutcome, SignInService } from './sign-in.service.ts';
import { abandonSession, beginSession, shortenSession } from './sign-in-session.ts';

interface Deps {
  service: SignInService;
  passport: PassportSignIn;
  pending: PendingSwitch;
  clock: Clock;
  publicUrl: string;
  log: Pick<Log, 'warn' | 'error'>;
}

const connected: PopupPage = { outcome: 'success', title: 'You are signed in', explanation: null };
const canceled: PopupPage = { outcome: 'error', title: 'Sign-in was canceled', explanation: null };
const refused = (explanation: string): PopupPage => ({
  outcome: 'error',
  title: 'You could not be signed in',
  explanation,
});
const notOurs = refused(
  'This sign-in was not started in this browser, was used already, was ended by signing out, or took too long. Close this window and sign in again.',
);

export function signInRoutes({ service, passport, pending, clock, publicUrl, log }: Deps): Router {
  const router = Router();
  const limit = limitSignIns();

  function show(res: Response, page: PopupPage, status = 200): void {
    res.status(status).type('html').send(popupPage(page, publicUrl));
  }

  async function answer(req: Request, res: Response, outcome: SignInOutcome): Promise<void> {
    if (outcome.kind === 'refused') return show(res, refused(outcome.reason), 403);
    if (outcome.kind === 'signed-in' && (await beginSession(req, outcome.googleSub, clock))) {
      return show(res, connected);
    }
    abandonSession(req);
    show(res, notOurs, 403);
  }

  router.get('/popup.js', (_req, res) => {
    res.type('text/javascript').send(popupScript);
  });

  router.get(
    '/google',
    // First: another site must not use up the limit or fill the sessions (rule 6.6).
    (req, res, next) => {
      if (!isForeign(req, publicUrl)) return next();
      res.type('html').send(startQuestionPage());
    },
    limit,
    (req, _res, next) => {
      shortenSession(req);
      next();
    },
    passport.begin,
  );

  // No limit: a callback without a begun sign-in costs nothing.
  router.get('/google/callback', async (req, res) => {
    const back = await passport.finish(req, res);
    if (back.kind === 'denied') return show(res, canceled);
    if (back.kind === 'not-ours') return show(res, notOurs, 403);
    if (back.kind === 'failed') {
      log.warn({ err: back.error }, 'a sign-in was not completed');
      return show(res, refused(failureSentence(back.error)), 502);
    }
    const outcome = await service.complete(back.signIn, {
      sessionId: req.sessionID,
      mayChangeChannel: false,
    });
    if (outcome.kind !== 'other-channel') return answer(req, res, outcome);
    const token = pending.ask(req.session, back.signIn);
    res.type('html').send(channelQuestionPage({ ...outcome, token }));
  });

  const notFromElsewhere = refuseCrossSite(publicUrl);
  router.post(
    '/google/switch',
    notFromElsewhere,
    limit,
    express.urlencoded({ limit: '1kb' }),
    async (req, res) => {
      const signIn = pending.take(req.session, req.body?.token);
      if (!signIn) return show(res, notOurs, 403);
      if (req.body.answer !== 'switch') return show(res, canceled);
      const choice = { sessionId: req.sessionID, mayChangeChannel: true };
      await answer(req, res, await service.complete(signIn, choice));
    },
  );

  const showError: ErrorRequestHandler = (error, _req, res, next) => {
    if (res.headersSent) return next(error);
    const known = error instanceof AppError ? error : null;
    if (!known) log.error({ err: error }, 'a sign-in failed');
    show(res, refused(known?.message ?? failureSentence(error)), known?.status ?? 500);
  };
  router.use(showError);
  return router;
}

const failureSentences: Record<string, string> = {
  invalid_client:
    'Google refused this app’s client id or secret. Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, then restart.',
  redirect_uri_mismatch:
    'Google does not know this app’s address. Add PUBLIC_URL followed by /auth/google/callback to the redirect URIs of your OAuth client.',
  invalid_grant: 'Google no longer accepts this sign-in. Close this window and sign in again.',
};

function failureSentence(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return failureSentences[code] ?? 'Google did not complete the sign-in. Close this window and try again.';
}
