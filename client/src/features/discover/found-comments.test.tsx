import '../../drafting/generate-dialog.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import { startLiveUpdates } from '../../api/live.ts';
import { openResults } from '../../testing/discover-screen.tsx';
import {
  aComment,
  aCommentState,
  aFoundVideo,
  aQueueItem,
  aSearchAnswer,
  noCommentState,
} from '../../testing/factories.ts';
import { createFrameServer } from '../../testing/fake-frame.ts';
import { installFakeEventSource } from '../../testing/fake-server.ts';
import { press } from '../../testing/page.ts';

describe('found comments', () => {
  const video = aFoundVideo({ id: 7, title: 'Followed' });
  const pending = aComment({ id: 70, video });
  const queued = (over: Partial<Comment> = {}, item: Partial<QueueItem> = {}) =>
    aQueueItem({ comment: { ...pending, ...over }, ...item });

  async function listening() {
    const server = createFrameServer()
      .on('GET /api/videos/search', aSearchAnswer([video]))
      .on('GET /api/videos/comment-states', [noCommentState(video.id)]);
    const source = installFakeEventSource();
    const { client, user } = openResults();
    const row = within(await screen.findByRole('listitem', { name: 'Followed' }));
    onTestFinished(startLiveUpdates(client));
    await expect.poll(() => source.opened.length).toBe(1);
    return {
      row,
      user,
      spent: () =>
        server.calls.filter(({ path }) => path === '/api/videos/search').length,
      /** Simulates a change by another tab or by the posting loop. */
      hears(comment: Comment, item: QueueItem | null = null) {
        server.on('GET /api/videos/comment-states', [aCommentState(comment, item)]);
        act(() =>
          source.opened[0]?.changed({ comments: [comment.id], videos: [video.id] }),
        );
      },
    };
  }

  const posted = { status: 'posted', postedAt: '2026-11-22T10:00:05.000Z' } as const;
  const scheduledFor = '2026-11-22T10:00:00.000Z';

  const approved = { ...pending, status: 'approved' } as const;

  it.each<[string, Comment, QueueItem | null, RegExp, string[]]>([
    ['drafted', pending, null, /needs review$/, ['View Comment', 'Add to Queue']],
    ['queued', pending, queued(), /needs review$/, ['View Comment', 'In Queue']],
    [
      'approved',
      approved,
      queued({ status: 'approved' }),
      /^Comment ready to post/,
      ['View Comment', 'In Queue'],
    ],
    [
      'scheduled',
      approved,
      queued({ status: 'approved' }, { scheduledFor }),
      /^Scheduled for .*10:00 AM$/,
      ['View Comment', 'In Queue'],
    ],
    [
      'posted',
      { ...pending, ...posted },
      null,
      /^Already commented on Nov 22, 2026$/,
      ['View Comment', 'Already Posted'],
    ],
  ])(
    'show that they were %s elsewhere, without another search',
    async (...[, comment, item, badge, offered]) => {
      const { row, hears, spent } = await listening();
      hears(comment, item);
      const words = ['View Comment', 'Add to Queue', 'In Queue', 'Already Posted'];
      await waitFor(() =>
        expect(words.filter((word) => row.queryByText(word))).toEqual(offered),
      );
      expect(await row.findByText(badge)).toBeInTheDocument();
      expect(row.getByRole('button', { name: 'Generate Comment' })).toBeDisabled();
      expect(spent()).toBe(1);
    },
  );

  it('leave the selection once they were drafted meanwhile (rule 2.8)', async () => {
    const { row, user, hears } = await listening();
    await user.click(row.getByRole('checkbox'));
    expect(screen.getByText('1 selected')).toBeInTheDocument();
    hears(pending);
    await waitFor(() => expect(screen.queryByText('1 selected')).not.toBeInTheDocument());
    expect(row.getByRole('checkbox')).not.toBeChecked();
  });

  it('keep their row as it is behind the dialog that drafts, so that no other row moves', async () => {
    const { row, user, hears } = await listening();
    await press('Generate Comment', row);
    await screen.findByRole('dialog', { name: 'Generate Comment' });
    hears(pending);
    await screen.findByRole('dialog');
    expect(row.queryByText('View Comment')).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(await row.findByText('View Comment')).toBeInTheDocument();
  });

  it('shows that a comment was withdrawn, and can generate another (rule 4.3)', async () => {
    const { row, hears } = await listening();
    hears({ ...pending, ...posted, withdrawnAt: '2026-11-22T11:00:00.000Z' });
    expect(await row.findByText('Withdrawn')).toBeInTheDocument();
    expect(row.queryByText('View Comment')).not.toBeInTheDocument();
    expect(row.getByRole('button', { name: 'Generate Comment' })).toBeEnabled();
  });
});
