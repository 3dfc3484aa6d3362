import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  Router,
} from 'express';
import { z } from 'zod';
import type { SandboxAdmin, SandboxState } from './admin.ts';
import errors from './errors.json' with { type: 'json' };
import { faultOrderSchema } from './faults.ts';
import { escapeHtml, sendPage } from './http.ts';
import { moderationRules } from './strangers.ts';

export const presets = z
  .array(faultOrderSchema.extend({ key: z.string(), says: z.string() }))
  .parse(errors.presets);

const table = (heads: readonly string[], rows: readonly string[][], empty: string) =>
  rows.length === 0
    ? `<p class="muted">${escapeHtml(empty)}</p>`
    : `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`;

const faultRows = (state: SandboxState) =>
  state.faults.map(({ id, match, times, fault }) => [
    `<code>${escapeHtml(JSON.stringify(match))}</code>`,
    `<code>${escapeHtml(JSON.stringify(fault))}</code>`,
    times === 0 ? 'always' : `${times} left`,
    `<form method="post" action="/sandbox/faults/${id}/remove"><button>Remove</button></form>`,
  ]);

const commentRows = (state: SandboxState) =>
  state.comments
    .slice(-50)
    .reverse()
    .map(({ id, publishedAt, videoId, accountId, text, state: fate, likes, replies }) => [
      new Date(publishedAt).toISOString().replace('T', ' ').slice(0, 19),
      `<a href="/watch?v=${encodeURIComponent(videoId)}&amp;lc=${encodeURIComponent(id)}">Open</a>`,
      escapeHtml(accountId),
      escapeHtml(text.length > 300 ? `${text.slice(0, 299)}…` : text),
      fate,
      String(likes),
      String(replies),
    ]);

const faultForm = `<form method="post" action="/sandbox/faults">
<label>What <select name="preset">${presets.map(({ key, says }) => `<option value="${key}">${escapeHtml(says)}</option>`).join('')}</select></label>
<label>How often <input type="number" name="times" value="1" min="0" max="1000"></label>
<button class="primary">Queue it</button>
<p class="muted">0 means every time until it is removed. Scripts post any other fault to /sandbox/faults.</p></form>`;

const explanation = (
  topics: readonly string[],
) => `<p><span class="label">Sandbox</span></p>
<h1>You are in the sandbox</h1>
<p>Chime In has not been connected to Google yet, so this program plays the outside world for it. You can try everything, from the first search to the replies. <strong>Nothing reaches the real YouTube</strong>, and unless you connect a language model of your own, nothing leaves this machine.</p>
<h2>What is played</h2>
<ul>
<li><strong>Google.</strong> Sign in as one of three invented people. Two of them have a channel.</li>
<li><strong>YouTube.</strong> Its videos, channels and comments were written by hand. A few more videos appear over the first days. Comments that you post show up on the played video pages, where strangers like them and reply. The videos cannot be watched.</li>
<li><strong>The language model</strong>, unless you have connected your own in Settings.</li>
</ul>
<h2>What is real</h2>
<p>The app itself: your voice profile, the checks of each draft, the review queue, the schedule, the limits, the notices and the backups work as they do with the real services.</p>
<h2>What to search for</h2>
<p>Its videos are on these topics, among others: ${topics.map(escapeHtml).join(', ')}.</p>
<h2>How to start over</h2>
<p>In the app, open Voice Profile, then General Settings, and choose “Start over” at the end. It deletes everything in this sandbox, after asking once more. Before you have made anything of your own, “Look around with a month of sample data” fills the app as if it had been used for a month.</p>
<h2>How to connect the real services</h2>
<ul>
<li><strong>A language model</strong> takes a minute: in the app, open Voice Profile, then General Settings, then Language model. A model on your own machine works too.</li>
<li><strong>Google and YouTube</strong> take about a quarter of an hour: the README’s chapter “Configure real credentials” shows every step. What you made in the sandbox stays apart from your real data.</li>
</ul>`;

const overviewPage = (state: SandboxState, topics: readonly string[]): string => `<main>
${explanation(topics)}
<h2>Make something go wrong</h2>
<p>Real services fail now and then: YouTube runs out of quota, a model hangs, a connection breaks. Choose a failure here, then use the app and see how it copes.</p>
${faultForm}
${table(['On', 'What', 'How often', ''], faultRows(state), 'Nothing is queued.')}
<h2>Comments posted (${state.comments.length})</h2>
<p class="muted">It is ${escapeHtml(state.now)}. Used today: ${state.quota.shared.used} units, ${state.quota.search.used} searches.</p>
${table(['When (UTC)', 'Video', 'By', 'Text', 'State', 'Likes', 'Replies'], commentRows(state), 'None yet.')}
<h2>What moderation looks for</h2>
<ul>${moderationRules.map(({ says }) => `<li>${escapeHtml(says)}</li>`).join('')}</ul>
</main>`;

/**
 * Returns the fault of a preset of the page, or any other fault that a script describes
 * itself.
 */
const orderIn = ({ preset, ...order }: Record<string, unknown>) => {
  const found = presets.find(({ key }) => key === preset);
  return faultOrderSchema.parse(
    found ? { ...found, times: Number(order['times'] ?? 1) } : order,
  );
};

const sameOriginOnly: RequestHandler = (req, res, next) => {
  const isForeign = ['cross-site', 'same-site'].includes(req.get('sec-fetch-site') ?? '');
  if (isForeign && req.method !== 'GET')
    res.status(403).json({ error: 'Refused: sent by another site.' });
  else next();
};

const sendProblem: ErrorRequestHandler = (error, _req, res, _next) => {
  const isBad =
    error instanceof z.ZodError || (error instanceof SyntaxError && 'body' in error);
  const isMissing = error instanceof RangeError;
  let status = 500;
  if (isBad) status = 400;
  else if (isMissing) status = 404;
  const message =
    error instanceof z.ZodError ? z.prettifyError(error) : String(error.message);
  res.status(status).json({ error: message });
};

const idIn = (req: Request) => String(req.params['id']);

/**
 * Serves the page that explains the sandbox, and the routes with which scripts control
 * it.
 */
export function sandboxRoutes(admin: SandboxAdmin, topics: readonly string[]): Router {
  const router = Router()
    .use(
      sameOriginOnly,
      express.json({ limit: '1mb' }),
      express.urlencoded({ extended: false }),
    )
    .get('/', (_req, res) => {
      const body = overviewPage(admin.state(), topics);
      sendPage(res, { status: 200, title: 'The sandbox', body });
    });

  /**
   * Responds with what `work` returns, or with 204. A form is redirected back to the
   * page.
   */
  function on(
    method: 'get' | 'post' | 'delete',
    path: string,
    work: (req: Request) => unknown,
    status = 200,
  ): void {
    router[method](path, (req, res) => {
      const told = work(req);
      if (req.is('urlencoded')) res.redirect(303, '/sandbox');
      else if (told === undefined) res.status(204).end();
      else res.status(status).json(told);
    });
  }
  on('get', '/state', admin.state);
  on('get', '/requests', admin.requests);
  on('post', '/faults', (req) => ({ id: admin.fault(orderIn(req.body)) }), 201);
  on('delete', '/faults', admin.clearFaults);
  on('post', '/faults/:id/remove', (req) => admin.removeFault(Number(idIn(req))));
  on('post', '/accounts/:id/revoke', (req) => ({ ended: admin.revoke(idIn(req)) }));
  on(
    'post',
    '/comments/:id/replies',
    (req) => ({ ids: admin.orderReplies(idIn(req), req.body ?? {}) }),
    201,
  );
  return router
    .use((req, res) => {
      res.status(404).json({ error: `Nothing at ${req.originalUrl}` });
    })
    .use(sendProblem);
}
