import express, {
  type ErrorRequestHandler,
  type Request,
  type Response,
  Router,
} from 'express';
import {
  authMessages,
  signInCanceledKey,
  signInChannel,
} from '#shared/contracts/connection.ts';
import { AppError } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';
import { limitSignIns, refuseCrossSite } from '../../http/guards.ts';
import { GoogleRefusal, type NotOurs, type PassportSignIn } from './google-strategy.ts';
import type { SignInOutcome, SignInService } from './sign-in.service.ts';
import {
  abandonSession,
  beginSession,
  type PendingSwitch,
  shortenSession,
} from './sign-in-session.ts';

const readingMs = 15_000;

interface PopupPage {
  outcome: keyof typeof authMessages;
  title: string;
  explanation: string | null;
  /** True if the user pressed Cancel at Google. */
  isCanceled?: boolean;
}

function popupPage(
  { outcome, title, explanation, isCanceled = false }: PopupPage,
  publicUrl: string,
): string {
  const stay = explanation === null ? 0 : readingMs;
  return page(
    title,
    `<body data-outcome="${authMessages[outcome]}" data-origin="${escapeHtml(publicUrl)}" data-stay="${stay}" data-canceled="${isCanceled}">
<main><h1>${escapeHtml(title)}</h1>${explanation === null ? '' : `<p>${escapeHtml(explanation)}</p>`}
<p><a id="leave" href="${escapeHtml(publicUrl)}/">Back to Chime In</a></p></main>
<script src="/auth/popup.js"></script></body>`,
  );
}

function channelQuestionPage({
  before,
  now,
  token,
}: Record<'before' | 'now' | 'token', string>): string {
  return page(
    'Switch channel?',
    `<body><main><h1>Switch channel?</h1>
<p>Comments were posted as <b>${escapeHtml(before)}</b>; this sign-in is <b>${escapeHtml(now)}</b>.</p>
<p>If you switch, everything from now on, scheduled comments too, is posted under the new name.</p>
<form method="post" action="/auth/google/switch"><input type="hidden" name="token" value="${escapeHtml(token)}">
<button name="answer" value="keep" autofocus>Keep ${escapeHtml(before)}</button>
<button name="answer" value="switch">Switch to ${escapeHtml(now)}</button></form></main></body>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Chime In</title><style>${styles}</style></head>${body}</html>`;
}

const styles = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:15vh auto 0;padding:0 1.25rem}h1{font-size:1.25rem}
button{font:inherit;display:block;width:100%;margin-top:.75rem;padding:.6rem 1rem}`;

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/**
 * Served as a separate file because of the content security policy. Without an opener,
 * which another page's policy can cut off, the script notifies all open pages of Chime In
 * and then opens the first page.
 */
const popupScript = `(() => {
  const { outcome, origin, stay, canceled } = document.body.dataset;
  const opener = window.opener;
  const isOpen = () => opener && !opener.closed;
  const goHome = () => location.replace(origin + '/');
  const leave = () => {
    if (!isOpen()) return goHome();
    window.close();
    setTimeout(goHome, 500);
  };
  try {
    // The message says only that it failed: the signed-out page reads why.
    if (canceled === 'true') localStorage.setItem('${signInCanceledKey}', String(Date.now()));
  } catch {
    // A browser may keep no storage; the page then says less.
  }
  if (isOpen()) opener.postMessage(outcome, origin);
  else new BroadcastChannel('${signInChannel}').postMessage(outcome);
  document.getElementById('leave').addEventListener('click', (event) => {
    event.preventDefault();
    leave();
  });
  if (stay === '0') leave();
  else setTimeout(leave, Number(stay));
})();
`;

interface Deps extends ClockAndEvents {
  service: SignInService;
  passport: PassportSignIn;
  pending: PendingSwitch;
  publicUrl: string;
  log: Pick<Log, 'warn' | 'error'>;
}

const connected: PopupPage = {
  outcome: 'success',
  title: 'You are signed in',
  explanation: null,
};
const kept: PopupPage = {
  outcome: 'error',
  title: 'Sign-in was canceled',
  explanation: null,
};
const canceled: PopupPage = { ...kept, isCanceled: true };
const refused = (explanation: string): PopupPage => ({
  outcome: 'error',
  title: 'You could not be signed in',
  explanation,
});
const usedAlready = refused(
  'This sign-in was used already, or another one was begun after it. Close this window; if you are not signed in, sign in again.',
);
const endedMeanwhile = refused(
  'This sign-in was ended by signing out, or took more than an hour. Close this window and sign in again.',
);
const questionOver = refused(
  'This question was answered already, or waited for more than ten minutes. Close this window and sign in again.',
);
const notStartedHere = (publicUrl: string) =>
  refused(
    `This sign-in was not started in this browser, or the browser kept no cookie of it. Open ${publicUrl} in this browser, allow cookies for it, and sign in there.`,
  );

function pageOfNotOurs(why: NotOurs, publicUrl: string): PopupPage {
  switch (why) {
    case 'not-started-here':
      return notStartedHere(publicUrl);
    case 'ended':
      return endedMeanwhile;
    case 'used':
      return usedAlready;
  }
}

export function signInRoutes({
  service,
  passport,
  pending,
  clock,
  events,
  publicUrl,
  log,
}: Deps): Router {
  const router = Router();
  const limit = limitSignIns();
  const notFromElsewhere = refuseCrossSite(publicUrl);

  function show(res: Response, page: PopupPage, status = 200): void {
    res.status(status).type('html').send(popupPage(page, publicUrl));
  }

  async function answer(
    req: Request,
    res: Response,
    outcome: SignInOutcome,
  ): Promise<void> {
    if (outcome.kind === 'refused') return show(res, refused(outcome.reason), 403);
    const isSignedIn = outcome.kind === 'signed-in';
    if (isSignedIn && (await beginSession(req, outcome.googleSub, clock)))
      show(res, connected);
    else {
      abandonSession(req);
      show(res, endedMeanwhile, 403);
    }
    // Announced only now: a page that asks with the old cookie would consider itself
    // signed out.
    if (isSignedIn) events.changed('auth', 'posting-status');
  }

  router.get('/popup.js', (_req, res) => {
    res.type('text/javascript').send(popupScript);
  });

  router.get(
    '/google',
    // Must come first: another site must not use up the rate limit or fill the session
    // table (rule 6.6).
    notFromElsewhere,
    limit,
    (req, _res, next) => {
      shortenSession(req);
      next();
    },
    passport.begin,
  );

  // Needs no rate limit: a callback without a sign-in in progress costs nothing.
  router.get('/google/callback', async (req, res) => {
    const back = await passport.finish(req, res);
    if (back.kind === 'denied') return show(res, canceled);
    if (back.kind === 'not-ours')
      return show(res, pageOfNotOurs(back.why, publicUrl), 403);
    if (back.kind === 'failed') {
      log.warn({ err: back.error }, 'a sign-in was not completed');
      const status = back.error instanceof GoogleRefusal ? 403 : 502;
      return show(res, refused(failureSentence(back.error)), status);
    }
    const outcome = await service.complete(back.signIn, {
      sessionId: req.sessionID,
      mayChangeChannel: false,
    });
    if (outcome.kind !== 'other-channel') return answer(req, res, outcome);
    const token = pending.ask(req.sessionID, back.signIn);
    res.type('html').send(channelQuestionPage({ ...outcome, token }));
  });

  router.post(
    '/google/switch',
    notFromElsewhere,
    limit,
    express.urlencoded({ limit: '1kb' }),
    async (req, res) => {
      const signIn = pending.take(req.sessionID, req.body?.token);
      if (!signIn) return show(res, questionOver, 403);
      if (req.body.answer !== 'switch') return show(res, kept);
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
  invalid_grant:
    'Google no longer accepts this sign-in. Close this window and sign in again.',
};

function failureSentence(error: unknown): string {
  if (error instanceof GoogleRefusal) {
    return `Google did not let this sign-in through (${error.message}). Close this window and try again; an organisation’s account may need its administrator.`;
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    failureSentences[code] ??
    'Google did not complete the sign-in. Close this window and try again.'
  );
}
