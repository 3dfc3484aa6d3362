import { act } from '@testing-library/react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { refreshChanged } from '../api/live.ts';
import { HistoryPage } from '../features/history/history-page.tsx';
import { aComment, aVideo } from './factories.ts';
import { createHistoryServer } from './fake-history.ts';
import { cardOf } from './page.ts';
import { renderPage } from './render.tsx';

export const POSTED = '2026-11-11T10:30:00.000Z';

/** Returns the timestamp this many minutes after the comment was posted. */
export const later = (minutes: number) =>
  new Date(Date.parse(POSTED) + minutes * 60_000).toISOString();

export const posted = (id: number, over: Partial<Comment> = {}) =>
  aComment({
    id,
    content: `Text number ${id}`,
    video: aVideo({ id, title: `Video number ${id}` }),
    status: 'posted',
    createdAt: '2026-11-10T09:00:00.000Z',
    postedAt: POSTED,
    youtubeCommentId: `comment-${id}`,
    youtubeUrl: `https://www.youtube.com/watch?v=video-${id}&lc=comment-${id}`,
    ...over,
  });

/** Creates a server with one posted comment, "Text number 1". */
export function createPostedHistory() {
  const state = { comments: [posted(1)] };
  const server = createHistoryServer(() => state.comments);

  /** Changes the first comment on the server and returns it. */
  function change(over: Partial<Comment>): Comment {
    const comment = { ...(state.comments[0] ?? posted(1)), ...over };
    state.comments = [comment];
    return comment;
  }

  return Object.assign(state, { server, change });
}

export type PostedHistory = ReturnType<typeof createPostedHistory>;

/** Opens the page and waits for "Video number 1". */
export async function openHistory(path = '/history') {
  const page = renderPage(<HistoryPage />, path);
  await cardOf('Video number 1');
  return page;
}

/** Opens the row of "Video number 1". */
export async function openPostedRow() {
  const page = await openHistory();
  const row = await cardOf('Video number 1');
  await page.user.click(row.getByRole('button', { name: 'Video number 1' }));
  await row.findByRole('button', { name: 'Check Now' });
  /** Reports a change that was made elsewhere. */
  const tell = () =>
    act(() => refreshChanged(page.client, { comments: new Set([1]), videos: new Set() }));
  return { ...page, row, tell };
}
