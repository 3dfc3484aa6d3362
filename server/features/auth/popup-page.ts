import { authMessages } from '#shared/contracts/auth.ts';

const readingMs = 15_000;

export interface PopupPage {
  outcome: keyof typeof authMessages;
  title: string;
  explanation: string | null;
}

export function popupPage({ outcome, title, explanation }: PopupPage, publicUrl: string): string {
  const stay = explanation === null ? 0 : readingMs;
  return page(
    title,
    `<body data-outcome="${authMessages[outcome]}" data-origin="${escapeHtml(publicUrl)}" data-stay="${stay}">
<main><h1>${escapeHtml(title)}</h1>${explanation === null ? '' : `<p>${escapeHtml(explanation)}</p>`}
<p><a id="leave" href="${escapeHtml(publicUrl)}/">Back to Chime In</a></p></main>
<script src="/auth/popup.js"></script></body>`,
  );
}

export interface ChannelQuestion {
  before: string;
  now: string;
  token: string;
}

export function channelQuestionPage({ before, now, token }: ChannelQuestion): string {
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

/** Another site's link must not begin a sign-in (rule 6.6). */
export function startQuestionPage(): string {
  return page(
    'Sign in to Chime In',
    `<body><main><h1>Sign in to Chime In?</h1>
<p>A link on another page brought you here. Nothing has been started yet.</p>
<p><a href="/auth/google">Sign in with Google</a></p></main></body>`,
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

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A file of its own for the content security policy. Goes home without an opener. */
export const popupScript = `(() => {
  const { outcome, origin, stay } = document.body.dataset;
  const opener = window.opener;
  const isOpen = () => opener && !opener.closed;
  const goHome = () => location.replace(origin + '/');
  const leave = () => {
    if (!isOpen()) return goHome();
    window.close();
    setTimeout(goHome, 500);
  };
  if (isOpen()) opener.postMessage(outcome, origin);
  document.getElementById('leave').addEventListener('click', (event) => {
    event.preventDefault();
    leave();
  });
  if (stay === '0') leave();
  else setTimeout(leave, Number(stay));
})();
`;
