import { type Request, type Response, Router } from 'express';
import type { Clock } from '../core/clock.ts';
import { acceptsComments, statisticsOf, type Video } from './catalogue.ts';
import type { Channels } from './channels.ts';
import type { Comments } from './comments.ts';
import { escapeHtml, firstValue, sendPage } from './http.ts';
import type { Comment } from './strangers.ts';

interface Deps {
  clock: Clock;
  channels: Channels;
  comments: Comments;
}

const css = `
main{max-width:52rem}
h1{font-size:1.375rem;margin-top:.75rem}
a{color:inherit}
.picture{width:100%;aspect-ratio:16/9;border-radius:12px;display:block}
.text{white-space:pre-line;overflow-wrap:anywhere}
.card{background:color-mix(in srgb,CanvasText 6%,Canvas);border-radius:12px;padding:.75rem 1rem;margin:1rem 0}
.comment{display:grid;grid-template-columns:40px 1fr;gap:0 .75rem;padding:.6rem .75rem;border-radius:12px}
.comment img{width:40px;height:40px;border-radius:50%}
.comment p{margin:.1rem 0 .25rem}
.replies{margin-left:3.25rem}
.here{background:color-mix(in srgb,#e8a200 16%,Canvas);outline:2px solid #e8a200}
.videos{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1rem;list-style:none;padding:0}
.videos a{text-decoration:none}
.videos strong{display:block;margin-top:.4rem;line-height:1.3;font-size:.9375rem}
`;

const count = (value: number, unit: string) =>
  `${value.toLocaleString('en-US')} ${unit}${value === 1 ? '' : 's'}`;

const dayOf = (at: Date) =>
  at.toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

const videoAddress = (video: Video) => `/watch?v=${encodeURIComponent(video.id)}`;
const channelAddress = (video: Video) =>
  `/channel/${encodeURIComponent(video.channelId)}`;
const picture = (video: Video) => `/vi/${encodeURIComponent(video.id)}/hq720.jpg`;

const seenBy = (views: number, at: Date) => `${count(views, 'view')} · ${dayOf(at)}`;

const videoList = (videos: readonly Video[], now: Date) =>
  `<ul class="videos">${videos
    .map(
      (
        video,
      ) => `<li><a href="${videoAddress(video)}"><img class="picture" src="${picture(video)}" alt="">
<strong dir="auto">${escapeHtml(video.title)}</strong></a>
<span class="muted">${seenBy(statisticsOf(video, now).views, video.publishedAt)}</span></li>`,
    )
    .join('')}</ul>`;

/**
 * Renders a single comment; `highlighted` is the id of the comment that the page's
 * address names.
 */
const commentItem = (comment: Comment, highlighted: string | null, note = ''): string => {
  const isHere = comment.id === highlighted;
  const name = comment.author.handle || 'A deleted account';
  const words = comment.text || (comment.hasPicture ? '(a picture)' : '');
  return `<article class="comment${isHere ? ' here' : ''}"${isHere ? ' id="comment" aria-current="true"' : ''}>
<img src="/avatar/${encodeURIComponent(name.replace('@', ''))}.svg" alt=""><div>
<p><strong>${escapeHtml(name)}</strong> <span class="muted">${dayOf(comment.publishedAt)}${isHere ? ' · Highlighted comment' : ''}</span></p>
<p class="text" dir="auto">${escapeHtml(words)}</p>
<p class="muted">${count(comment.likes, 'like')}${note && ` · ${escapeHtml(note)}`}</p></div></article>`;
};

/**
 * Puts the highlighted comment first, as YouTube does, even if only its author can see
 * it.
 */
function discussion(
  { comments }: Deps,
  video: Video,
  highlighted: string | null,
): string {
  if (!acceptsComments(video)) return '<h2>Comments are turned off</h2>';
  const threadId = highlighted?.split('.')[0] ?? null;
  const threads = comments.threadsOf(video, null).sort((a, b) => b.likes - a.likes);
  const author = threadId === null ? null : comments.authorOf(threadId);
  const own = threadId === null ? undefined : comments.find(threadId, author);
  const isSeenByAll = threads.some(({ id }) => id === threadId);
  const first = threads.filter(({ id }) => id === threadId);
  if (own && own.videoId === video.id && !isSeenByAll) first.push(own);
  const items = [...first, ...threads.filter(({ id }) => id !== threadId)].map(
    (thread) => {
      const replies = comments.repliesTo(thread.id, author);
      const note =
        thread.id === threadId && !isSeenByAll ? 'Only its author sees this comment' : '';
      return `${commentItem(thread, highlighted, note)}<div class="replies">${replies.map((reply) => commentItem(reply, highlighted)).join('')}</div>`;
    },
  );
  const isGone = highlighted !== null && first.length === 0;
  return `<h2>${count(threads.length, 'comment')}</h2>
${isGone ? '<p class="card">The highlighted comment is no longer here.</p>' : ''}
${items.join('\n')}`;
}

const frame = (body: string) =>
  `<main><p><a class="label" href="/sandbox">Sandbox</a> <span class="muted">This page stands in for YouTube. The video cannot be played.</span></p>${body}</main>`;

const notHere = (res: Response) =>
  sendPage(res, {
    status: 404,
    title: 'Not in the sandbox',
    body: frame(
      '<h1>This page is not in the sandbox</h1><p>It has only its own videos. <a href="/sandbox">See which topics they are on.</a></p>',
    ),
    css,
  });

/** Serves the pages that the app's “Open on YouTube” links open. */
export function watchRoutes(deps: Deps): Router {
  const { clock, channels } = deps;

  const watch = (req: Request, res: Response) => {
    const now = clock.now();
    const video = channels.find(firstValue(req.query, 'v') ?? '', now);
    if (!video) return notHere(res);
    const { views, likes } = statisticsOf(video, now);
    const others = channels
      .uploadsOf(video.channelId, now)
      .filter(({ id }) => id !== video.id);
    const body = `<img class="picture" src="${picture(video)}" alt="">
<h1 dir="auto">${escapeHtml(video.title)}</h1>
<p><a href="${channelAddress(video)}"><strong dir="auto">${escapeHtml(video.channelTitle)}</strong></a>
<span class="muted">${seenBy(views, video.publishedAt)} · ${count(likes, 'like')}</span></p>
<div class="card text" dir="auto">${escapeHtml(video.description || 'No description.')}</div>
${discussion(deps, video, firstValue(req.query, 'lc'))}
${others.length > 0 ? `<h2>More from this channel</h2>${videoList(others.slice(0, 6), now)}` : ''}`;
    sendPage(res, { status: 200, title: video.title, body: frame(body), css });
  };

  const channel = (req: Request, res: Response) => {
    const now = clock.now();
    const found = channels.channel(String(req.params['id']));
    if (!found || found.isGone) return notHere(res);
    const body = `<h1 dir="auto">${escapeHtml(found.title)}</h1><p class="muted">${escapeHtml(found.handle)}</p>
${videoList(channels.uploadsOf(found.id, now), now)}`;
    sendPage(res, { status: 200, title: found.title, body: frame(body), css });
  };

  return Router().get('/watch', watch).get('/channel/:id', channel);
}
