import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import { refreshComment, startLiveUpdates } from '../../../api/live.ts';
import { openResults } from '../../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  anAnalysis,
  aQueueItem,
  aSearchAnswer,
  noCommentState,
} from '../../../testing/factories.ts';
import { createFrameServer } from '../../../testing/fake-lists.ts';
import { type FakeServer, installFakeEventSource, json } from '../../../testing/fake-server.ts';
import { renderPage } from '../../../testing/render.tsx';
import { DiscoverPage } from '../discover-page.tsx';
import '../bulk/bulk-dialog.tsx';

const video = aFoundVideo({ id: 7, title: 'Followed' });
const pending = aComment({ id: 70, video });
const queued = (over: Partial<Comment> = {}, item: Partial<QueueItem> = {}) =>
  aQueueItem({ comment: { ...pending, ...over }, ...item });
let server: FakeServer;

beforeEach(() => {
  server = createFrameServer()
    .on('GET /api/videos/search', aSearchAnswer([video]))
    .on('GET /api/videos/comment-states', [noCommentState(video.id)]);
});

function onServer(comment: Comment, item: QueueItem | null = null) {
  server.on('GET /api/videos/comment-states', [aCommentState(comment, item)]);
}

async function searched() {
  const page = openResults();
  const row = (await screen.findByRole('heading', { name: 'Followed' })).closest('li');
  if (!row) throw new Error('not in a row');
  return { ...page, row: within(row) };
}

const spent = () => server.calls.filter(({ path }) => path === '/api/videos/search').length;

describe('a found video’s comment, by an event (rule 4.3)', () => {
  async function listening() {
    const source = installFakeEventSource();
    const page = await searched();
    const stop = startLiveUpdates(page.client);
    await expect.poll(() => source.opened.length).toBe(1);
    return {
      ...page,
      stop,
      /** As after a change by another tab or the posting loop. */
      hears(comment: Comment, item: QueueItem | null = null) {
        onServer(comment, item);
        act(() => source.opened[0]?.changed({ comments: [comment.id], videos: [video.id] }));
      },
    };
  }

  const posted = { status: 'posted', postedAt: '2026-11-22T10:00:05.000Z' } as const;
  const scheduledFor = '2026-11-22T10:00:00.000Z';

  it.each<[string, Comment, QueueItem | null, RegExp, string[]]>([
    ['a draft made in another tab', pending, null, /needs review$/, ['View Comment', 'Add to Queue']],
    ['a place in the queue', pending, queued(), /needs review$/, ['View Comment', 'In Queue']],
    [
      'an approval',
      { ...pending, status: 'approved' },
      queued({ status: 'approved' }),
      /^Comment ready to post/,
      ['View Comment', 'In Queue'],
    ],
    [
      'a schedule',
      { ...pending, status: 'approved' },
      queued({ status: 'approved' }, { scheduledFor }),
      /^Scheduled for Nov 22, 2026, 10:00 AM$/,
      ['View Comment', 'In Queue'],
    ],
    [
      'a post, by hand or by the loop',
      { ...pending, ...posted },
      null,
      /^Already commented on Nov 22, 2026$/,
      ['View Comment', 'Already Posted'],
    ],
  ])('shows %s', async (_what, comment, item, badge, offered) => {
    const { row, hears, stop } = await listening();
    hears(comment, item);
    expect(await row.findByText(badge)).toBeInTheDocument();
    const words = ['View Comment', 'Add to Queue', 'In Queue', 'Already Posted'];
    expect(words.filter((word) => row.queryByText(word))).toEqual(offered);
    expect(row.getByRole('button', { name: 'Generate Comment' })).toBeDisabled();
    expect(spent()).toBe(1);
    stop();
  });

  it('shows that one was withdrawn, and generates another (rule 4.3)', async () => {
    const { row, hears, stop } = await listening();
    hears({ ...pending, ...posted, withdrawnAt: '2026-11-22T11:00:00.000Z' });
    expect(await row.findByText('Withdrawn')).toBeInTheDocument();
    expect(row.queryByText('View Comment')).not.toBeInTheDocument();
    expect(row.getByRole('button', { name: 'Generate Comment' })).toBeEnabled();
    stop();
  });

  it.each<['rejected' | 'failed']>([['rejected'], ['failed']])(
    'shows no badge for one that was %s, and keeps the way to it',
    async (status) => {
      const { row, hears, stop } = await listening();
      hears(pending, queued());
      await row.findByText(/needs review$/);
      hears({ ...pending, status }, queued({ status }));
      await expect.poll(() => row.queryByText(/needs review$/)).toBeNull();
      expect(row.getByText('In Queue')).toBeInTheDocument();
      expect(row.getByRole('button', { name: 'View Comment' })).toBeInTheDocument();
      stop();
    },
  );

  it('shows a removal from the queue, and then the way back in', async () => {
    const { row, hears, stop } = await listening();
    hears(pending, queued());
    await row.findByText('In Queue');
    hears(pending);
    expect(await row.findByRole('button', { name: 'Add to Queue' })).toBeInTheDocument();
    expect(row.queryByText('In Queue')).not.toBeInTheDocument();
    stop();
  });

  it('never offers to queue a posted comment again', async () => {
    const { row, user, hears, stop } = await listening();
    hears(pending);
    const add = await row.findByRole('button', { name: 'Add to Queue' });
    server.on('POST /api/queue', () => {
      onServer(pending, queued());
      return json(queued(), 201);
    });
    await user.click(add);
    await row.findByText('In Queue');
    hears({ ...pending, ...posted });
    expect(await row.findByText('Already Posted')).toBeInTheDocument();
    expect(row.queryByText(/needs review$/)).not.toBeInTheDocument();
    expect(row.queryByRole('button', { name: 'Add to Queue' })).not.toBeInTheDocument();
    expect(spent()).toBe(1);
    stop();
  });
});

describe('a found video’s comment, by what was done here (rule 4.3)', () => {
  it('shows a draft that was not queued', async () => {
    server.on('POST /api/comments/generate', () => {
      onServer(pending);
      return json({ comment: pending, analysis: anAnalysis() });
    });
    const { row, user } = await searched();
    await user.click(row.getByRole('button', { name: 'Generate Comment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Generate Comment' }));
    await dialog.findByDisplayValue(pending.content);
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await row.findByText(/needs review$/)).toBeInTheDocument();
    expect(await row.findByRole('button', { name: 'Add to Queue' })).toBeInTheDocument();
  });

  it('shows a draft made in bulk', async () => {
    server.on('POST /api/comments/generate-bulk', () => {
      onServer(pending, queued());
      const summary = { successful: 1, skipped: 0, failed: 0, addedToQueue: 1 };
      const done = { videoId: 7, success: true, addedToQueue: true, skipped: false, reason: null };
      return json({ results: [{ ...done, commentId: 70 }], errors: [], summary });
    });
    const { row, user } = await searched();
    await user.click(row.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Generate 1 Comment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Bulk Comment Generation' }));
    await user.click(dialog.getByRole('button', { name: 'Generate 1 Comment' }));
    await user.click((await dialog.findAllByRole('button', { name: 'Close' }))[0] as HTMLElement);
    expect(await row.findByText('In Queue')).toBeInTheDocument();
  });

  it('shows what was changed on another page when this one is opened again', async () => {
    const { client, unmount } = await searched();
    unmount();
    onServer({ ...pending, status: 'approved' }, queued({ status: 'approved' }));
    refreshComment(client, pending.id);
    renderPage(<DiscoverPage />, '/discover', { client });
    expect(await screen.findByText(/^Comment ready to post/)).toBeInTheDocument();
    expect(screen.getByText('In Queue')).toBeInTheDocument();
    expect(spent()).toBe(1);
  });
});
