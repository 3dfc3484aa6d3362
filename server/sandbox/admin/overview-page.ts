import { moderationRules } from '../comments/moderation.ts';
import { presets } from '../faults/presets.ts';
import { escapeHtml } from '../html.ts';
import type { SandboxState } from './admin.ts';

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

export const overviewPage = (state: SandboxState): string => `<main>
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
