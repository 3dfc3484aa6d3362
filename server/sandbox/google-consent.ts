import { type Response, Router } from 'express';
import { z } from 'zod';
import {
  type Account,
  type AuthorizationRequest,
  accounts,
  authorizationSchema,
  type Codes,
  findAccount,
  isYouTubeScope,
} from './google-tokens.ts';
import { escapeHtml, firstValue, sendPage } from './http.ts';

const accountChoice = (account: Account, isChecked: boolean) => `
<label class="choice">
  <input type="radio" name="account" value="${account.id}" required${isChecked ? ' checked' : ''}>
  <img src="/avatar/${account.id}.svg" alt="">
  <span><strong>${escapeHtml(account.name)}</strong><br>
  <span class="muted">${escapeHtml(account.email)}<br>${escapeHtml(account.note)}</span></span>
</label>`;

const youtubeChoice = `
<fieldset>
  <legend>It also asks for</legend>
  <label class="choice"><input type="checkbox" name="youtube" value="yes" checked>
  <span>See, edit and permanently delete your YouTube videos, ratings, comments and captions</span></label>
</fieldset>`;

const consentPage = (requestId: string, request: AuthorizationRequest): string => {
  const asksForYouTube = request.scope.some(isYouTubeScope);
  return `<main class="narrow"><h1>Choose an account <span class="label">Sandbox</span></h1>
<p class="muted">This page stands in for Google on your own machine. The accounts are invented; nothing here reaches the real YouTube.</p>
<form method="post" action="/o/oauth2/v2/auth/decision">
<input type="hidden" name="request" value="${escapeHtml(requestId)}">
<fieldset><legend>Continue to ${escapeHtml(new URL(request.redirect_uri).host)} as</legend>
${accounts.map((account, index) => accountChoice(account, index === 0)).join('')}
</fieldset>
${asksForYouTube ? youtubeChoice : ''}
<div class="row">
<button name="decision" value="deny" formnovalidate>Deny</button>
<button class="primary" name="decision" value="allow">Allow</button>
</div></form></main>`;
};

const refusedPage = (
  detail: string,
): string => `<main class="narrow"><p><span class="label">Sandbox</span></p>
<h1>Access blocked: this app’s request is invalid</h1>
<p>Error 400: ${escapeHtml(detail)}</p></main>`;

const redirectBack = (
  res: Response,
  request: AuthorizationRequest,
  answer: Record<string, string>,
) => {
  const url = new URL(request.redirect_uri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (request.state) url.searchParams.set('state', request.state);
  res.redirect(302, url.href);
};

export const authorizeRoutes = (codes: Codes): Router =>
  Router()
    .get('/o/oauth2/v2/auth', (req, res) => {
      const { data: request, error } = authorizationSchema.safeParse(req.query);
      if (!request) {
        return sendPage(res, {
          status: 400,
          title: 'Access blocked',
          body: refusedPage(z.prettifyError(error)),
        });
      }
      const body = consentPage(codes.open(request), request);
      sendPage(res, { status: 200, title: 'Sign in (sandbox)', body });
    })
    .post('/o/oauth2/v2/auth/decision', (req, res) => {
      const request = codes.answer(firstValue(req.body, 'request') ?? '');
      if (!request) {
        const detail =
          'This page has already been used or is too old. Close the window and sign in again.';
        return sendPage(res, {
          status: 400,
          title: 'Page expired',
          body: refusedPage(detail),
        });
      }
      const account = findAccount(firstValue(req.body, 'account') ?? '');
      if (firstValue(req.body, 'decision') !== 'allow' || !account)
        return redirectBack(res, request, { error: 'access_denied' });
      const allowsYouTube = firstValue(req.body, 'youtube') === 'yes';
      const scopes = request.scope.filter(
        (scope) => allowsYouTube || !isYouTubeScope(scope),
      );
      const code = codes.issue({ request, accountId: account.id, scopes });
      redirectBack(res, request, {
        code,
        scope: scopes.join(' '),
        authuser: '0',
        prompt: 'consent',
      });
    });
