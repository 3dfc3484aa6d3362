import { escapeHtml } from '../html.ts';
import { type Account, accounts } from './accounts.ts';
import type { AuthorizationRequest } from './codes.ts';
import { isYouTubeScope } from './scopes.ts';

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

export const consentPage = (requestId: string, request: AuthorizationRequest): string => {
  const hinted = accounts.find(({ email }) => email === request.loginHint) ?? accounts[0];
  const asksForYouTube = request.scopes.some(isYouTubeScope);
  return `<main class="narrow"><h1>Choose an account <span class="label">Sandbox</span></h1>
<p class="muted">This page stands in for Google on your own machine. The accounts are invented; nothing here reaches the real YouTube.</p>
<form method="post" action="/o/oauth2/v2/auth/decision">
<input type="hidden" name="request" value="${escapeHtml(requestId)}">
<fieldset><legend>Continue to ${escapeHtml(new URL(request.redirectUri).host)} as</legend>
${accounts.map((account) => accountChoice(account, account === hinted)).join('')}
</fieldset>
${asksForYouTube ? youtubeChoice : ''}
<div class="row">
<button name="decision" value="deny" formnovalidate>Deny</button>
<button class="primary" name="decision" value="allow">Allow</button>
</div></form></main>`;
};

export const refusedPage = (
  error: string,
  detail: string,
): string => `<main class="narrow"><p><span class="label">Sandbox</span></p>
<h1>Access blocked: this app’s request is invalid</h1>
<p>${escapeHtml(detail)}</p>
<p class="muted">Error 400: ${escapeHtml(error)}</p></main>`;
