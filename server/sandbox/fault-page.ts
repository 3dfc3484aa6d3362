import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { SandboxAdmin, SandboxState } from './admin.ts';
import { presets } from './fault-presets.ts';
import { faultOrderSchema } from './faults.ts';
import { escapeHtml, firstValue, sendPage } from './http.ts';
import { commentStateSchema, moderationChangeSchema, moderationRules } from './moderation.ts';
import { buckets } from './youtube-call.ts';

const formRoutes = (admin: SandboxAdmin): Router => {
  const act =
    (work: (field: (name: string) => string) => void): RequestHandler =>
    (req, res) => {
      work((name) => firstValue(req.body, name) ?? '');
      res.redirect(303, '/sandbox');
    };

  const queueFault = act((field) => {
    const preset = presets.find(({ key }) => key === field('preset'));
    if (!preset) throw new RangeError('No such fault.');
    admin.fault({ ...preset.order, times: Number(field('times') || 1) });
  });
  const useUp = act((field) => {
    const bucket = buckets.find((name) => name === field('bucket'));
    if (!bucket) throw new RangeError('No such bucket.');
    admin.setQuota(bucket, { used: admin.state().quota[bucket].limit });
  });
  const removeFault = act((field) => admin.removeFault(Number(field('id'))));
  const moderate = act((field) => {
    const leaksHeld = field('leaksHeld') === 'yes';
    admin.setModeration(moderationChangeSchema.parse({ fates: field('fates'), leaksHeld }));
  });
  const reply = act((field) => void admin.orderReplies(field('id'), { by: 'stranger' }));
  const revoke = act((field) => void admin.revoke(field('account')));

  return Router()
    .post('/form/fault', queueFault)
    .post('/form/exhaust', useUp)
    .post('/form/remove-fault', removeFault)
    .post('/form/moderation', moderate)
    .post('/form/reply', reply)
    .post('/form/revoke', revoke)
    .post('/form/expire', act(admin.expireAccessTokens))
    .post('/form/reset', act(admin.reset));
};

const table = (heads: readonly string[], rows: readonly string[][], empty: string) =>
  rows.length === 0
    ? `<p class="muted">${escapeHtml(empty)}</p>`
    : `<div class="scroll"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</tbody></table></div>`;

const button = (action: string, label: string, hidden: Record<string, string> = {}) =>
  `<form method="post" action="/sandbox/form/${action}">${Object.entries(hidden)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')}<button>${escapeHtml(label)}</button></form>`;

const accountRows = (state: SandboxState) =>
  state.accounts.map(({ id, name, email, channelId, grants }) => [
    `${escapeHtml(name)}<br><span class="muted">${escapeHtml(email)}</span>`,
    channelId ? `<code>${escapeHtml(channelId)}</code>` : 'none',
    grants === 0 ? 'not connected' : `${grants} ${grants === 1 ? 'grant' : 'grants'}`,
    grants === 0 ? '' : button('revoke', 'Revoke', { account: id }),
  ]);

const quotaRows = (state: SandboxState) =>
  Object.entries(state.quota).map(([bucket, { used, limit }]) => [
    escapeHtml(bucket),
    `<meter min="0" max="${Math.max(1, limit)}" value="${Math.min(used, limit)}"></meter> ${used} of ${limit}`,
    button('exhaust', 'Use up', { bucket }),
  ]);

const faultRows = (state: SandboxState) =>
  state.faults.map(({ id, match, times, after, fault }) => [
    `<code>${escapeHtml(JSON.stringify(match))}</code>`,
    `<code>${escapeHtml(JSON.stringify(fault))}</code>`,
    `${times === 0 ? 'always' : `${times} left`}${after > 0 ? `, after ${after}` : ''}`,
    button('remove-fault', 'Remove', { id: String(id) }),
  ]);

const commentRows = (state: SandboxState) =>
  state.comments
    .slice(-50)
    .reverse()
    .map(({ id, publishedAt, videoId, accountId, text, state: fate, likes, replies }) => [
      new Date(publishedAt).toISOString().replace('T', ' ').slice(0, 19),
      `<code>${escapeHtml(videoId)}</code>`,
      escapeHtml(accountId),
      escapeHtml(text.length > 300 ? `${text.slice(0, 299)}…` : text),
      fate,
      String(likes),
      `${replies} ${button('reply', 'Reply', { id })}`,
    ]);

const moderationForm = ({ moderation: { fates, leaksHeld } }: SandboxState) =>
  `<form method="post" action="/sandbox/form/moderation">
<label>New comments <select name="fates">
<option value="by-text">as the list says</option>
<option value="in-turn"${fates === 'in-turn' ? ' selected' : ''}>in turn public, held, held then published, removed, hidden from others</option>
</select></label>
<label><input type="checkbox" name="leaksHeld" value="yes"${leaksHeld ? ' checked' : ''}> Reads by id show strangers what is held</label>
<button>Set</button>
</form>`;

const overviewPage = (state: SandboxState): string => `<main>
<p><span class="label">Sandbox</span></p>
<h1>What the stand-ins hold</h1>
<p class="muted">Invented accounts, ${state.videos} invented videos. ${state.requests} calls received. It is ${escapeHtml(state.now)}.</p>
<h2>Accounts</h2>
${table(['Account', 'Channel', 'Connected', ''], accountRows(state), '')}
<h2>Quota today (Pacific time)</h2>
${table(['Bucket', 'Used', ''], quotaRows(state), '')}
<h2>Make something go wrong</h2>
<form method="post" action="/sandbox/form/fault">
<label>What <select name="preset">${presets.map(({ key, says }) => `<option value="${key}">${escapeHtml(says)}</option>`).join('')}</select></label>
<label>How often <input type="number" name="times" value="1" min="0" max="1000"></label>
<button class="primary">Queue it</button>
<p class="muted">0 means every time until it is removed. Scripts post any other fault to /sandbox/faults.</p>
</form>
${table(['On', 'What', 'How often', ''], faultRows(state), 'Nothing is queued.')}
<h2>Comments posted (${state.comments.length})</h2>
${table(['When (UTC)', 'Video', 'By', 'Text', 'State', 'Likes', 'Replies'], commentRows(state), 'None yet.')}
<h2>What moderation looks for</h2>
<ul>${moderationRules.map(({ says }) => `<li>${escapeHtml(says)}</li>`).join('')}</ul>
${moderationForm(state)}
<h2>Tokens and memory</h2>
<div class="row">${button('expire', 'Expire all access tokens')}${button('reset', 'Forget everything')}</div>
</main>`;

const quotaSchema = z.object({
  bucket: z.enum(buckets),
  limit: z.number().int().min(0).optional(),
  used: z.number().int().min(0).optional(),
});
const stateSchema = z.object({ state: commentStateSchema });
const videoSchema = z.object({
  commentsOff: z.boolean().exactOptional(),
  isGone: z.boolean().exactOptional(),
});

const sameOriginOnly: RequestHandler = (req, res, next) => {
  const isForeign = ['cross-site', 'same-site'].includes(req.get('sec-fetch-site') ?? '');
  if (isForeign && req.method !== 'GET') res.status(403).json({ error: 'Refused: sent by another site.' });
  else next();
};

const sendProblem: ErrorRequestHandler = (error, _req, res, _next) => {
  const isBad = error instanceof z.ZodError || (error instanceof SyntaxError && 'body' in error);
  const status = isBad ? 400 : error instanceof RangeError ? 404 : 500;
  const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error.message);
  res.status(status).json({ error: message });
};

export const adminRoutes = (admin: SandboxAdmin): Router => {
  const act =
    (work: (req: express.Request) => void): RequestHandler =>
    (req, res) => {
      work(req);
      res.status(204).end();
    };
  return Router()
    .use(sameOriginOnly, express.json({ limit: '1mb' }), express.urlencoded({ extended: false }))
    .get('/', (_req, res) => sendPage(res, 200, 'Sandbox', overviewPage(admin.state())))
    .get('/state', (_req, res) => res.json(admin.state()))
    .get('/requests', (_req, res) => res.json(admin.requests()))
    .post('/faults', (req, res) => {
      res.status(201).json({ id: admin.fault(faultOrderSchema.parse(req.body)) });
    })
    .delete('/faults', act(admin.clearFaults))
    .put('/quota', (req, res) => {
      const { bucket, ...change } = quotaSchema.parse(req.body);
      admin.setQuota(bucket, change);
      res.json(admin.state().quota);
    })
    .post('/accounts/:id/revoke', (req, res) => res.json({ ended: admin.revoke(req.params.id) }))
    .post('/tokens/expire', act(admin.expireAccessTokens))
    .put('/comments/:id/state', (req, res) => {
      admin.setCommentState(req.params.id, stateSchema.parse(req.body).state);
      res.status(204).end();
    })
    .get('/comments/:id/replies', (req, res) => res.json(admin.repliesTo(req.params.id)))
    .post('/comments/:id/replies', (req, res) => {
      res.status(201).json({ ids: admin.orderReplies(req.params.id, req.body ?? {}) });
    })
    .put('/moderation', (req, res) => {
      admin.setModeration(moderationChangeSchema.parse(req.body));
      res.json(admin.state().moderation);
    })
    .put('/videos/:id', (req, res) => {
      admin.changeVideo(req.params.id, videoSchema.parse(req.body));
      res.status(204).end();
    })
    .post('/reset', act(admin.reset))
    .use(formRoutes(admin))
    .use((req, res) => {
      res.status(404).json({ error: `Nothing at ${req.originalUrl}` });
    })
    .use(sendProblem);
};
