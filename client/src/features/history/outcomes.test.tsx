import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Look } from '#shared/contracts/comments.ts';
import { aComment, aVideo } from '../../testing/factories.ts';
import { aThreadEntry } from '../../testing/fake-replies.ts';
import { held, problem } from '../../testing/fake-server.ts';
import {
  createPostedHistory,
  later,
  openHistory,
  openPostedRow,
  POSTED,
  type PostedHistory,
  posted,
} from '../../testing/history-screen.tsx';
import { cardOf, commentSteps, expectLink, press } from '../../testing/page.ts';

const day = 24 * 60;

let history: PostedHistory;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  history = createPostedHistory();
});

/** Returns the timestamps in a row. */
const timesIn = (row: Awaited<ReturnType<typeof cardOf>>) =>
  row.getAllByRole<HTMLTimeElement>('time').map(({ dateTime }) => dateTime);

describe('a row', () => {
  it.each([
    [{ visibility: 'public' }, /Public/],
    [
      { visibility: 'only_you', visibilityReason: 'held_or_hidden' },
      /Only you see it.*Held or hidden by YouTube/,
    ],
    [
      { visibility: 'removed', visibilityReason: 'not_on_the_video' },
      /Removed.*No longer on the video/,
    ],
    [
      { visibility: 'unknown', visibilityReason: 'video_not_found' },
      /Unknown.*Video private or deleted/,
    ],
    [{}, /Posted.*Not checked yet/],
    [
      { withdrawnAt: later(30), visibilityReason: 'gone_with_comment' },
      /Gone with your comment/,
    ],
  ] as const)(
    'shows the outcome of its comment, and why others cannot see it (rule 2.16): %j',
    async (outcome, words) => {
      history.comments = [posted(1, outcome)];
      await openHistory();
      expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveTextContent(
        words,
      );
    },
  );

  it('shows that a comment was withdrawn in place of its outcome', async () => {
    history.comments = [posted(1, { visibility: 'public', withdrawnAt: later(30) })];
    await openHistory();
    const row = screen.getByRole('article', { name: 'Video number 1' });
    expect(row).toHaveTextContent('Withdrawn');
    expect(row).not.toHaveTextContent('Public');
  });

  it('shows no outcome of a comment that was not posted', async () => {
    history.comments = [
      aComment({ id: 1, video: aVideo({ id: 1, title: 'Video number 1' }) }),
    ];
    await openHistory();
    const row = screen.getByRole('article', { name: 'Video number 1' });
    expect(row).toHaveTextContent('Pending');
    expect(row).not.toHaveTextContent(/checked/i);
  });

  it('shows likes and replies with the time they were read (rule 2.16)', async () => {
    history.comments = [
      posted(1, { likeCount: 0, replyCount: 1, outcomesCheckedAt: later(60) }),
    ];
    await openHistory();
    const row = await cardOf('Video number 1');
    expect(row.getByText('likes').parentElement).toHaveTextContent('0 likes');
    expect(row.getByText('reply').parentElement).toHaveTextContent('1 reply');
    expect(timesIn(row)).toEqual([later(60), POSTED]);
  });

  it('says that likes and replies are not known', async () => {
    history.comments = [
      posted(1, { visibility: 'unknown', visibilityCheckedAt: later(90) }),
    ];
    await openHistory();
    const row = await cardOf('Video number 1');
    expect(row.getByText('likes not known')).toBeInTheDocument();
    expect(row.getByText('replies not known')).toBeInTheDocument();
    expect(screen.getByRole('article', { name: 'Video number 1' })).not.toHaveTextContent(
      /0 (likes|replies)/,
    );
    expect(timesIn(row)).toEqual([later(90), POSTED]);
  });

  it('can be filtered by its outcome, which is in the address (rule 2.16)', async () => {
    history.comments = [
      posted(1, { visibility: 'only_you' }),
      posted(2, { visibility: 'public' }),
    ];
    await openHistory();
    await press(/^Only you see it/);
    expect(
      await screen.findByText('Showing 1 of 2 comments (filtered by outcome)'),
    ).toBeInTheDocument();
    expect(window.location.search).toBe('?visibility=only_you');
    expect(
      screen.queryByRole('article', { name: 'Video number 2' }),
    ).not.toBeInTheDocument();
  });

  it('is listed with all others again by All outcomes', async () => {
    history.comments = [
      posted(1, { visibility: 'only_you' }),
      posted(2, { visibility: 'public' }),
    ];
    await openHistory('/history?visibility=only_you');
    await press(/^All outcomes/);
    expect(await screen.findByText('Showing 2 of 2 comments')).toBeInTheDocument();
    expect(window.location.search).toBe('');
  });

  describe('to which the creator replied', () => {
    beforeEach(() => {
      history.comments = [
        posted(1, { visibility: 'public', creatorRepliedAt: later(180) }),
        posted(2, { visibility: 'public' }),
      ];
      history.server.on('GET /api/outcomes/counts', {
        public: 2,
        only_you: 0,
        removed: 0,
        unknown: 0,
        creatorReplied: 1,
      });
    });

    it('says so (rule 13.30)', async () => {
      await openHistory();
      expect(
        (await cardOf('Video number 1')).getByText('Creator replied'),
      ).toBeInTheDocument();
      expect(
        (await cardOf('Video number 2')).queryByText('Creator replied'),
      ).not.toBeInTheDocument();
    });

    it('can be filtered by that', async () => {
      await openHistory();
      await press('Creator replied 1');
      expect(
        await screen.findByText('Showing 1 of 2 comments (filtered by outcome)'),
      ).toBeInTheDocument();
      expect(window.location.search).toBe('?creatorReplied=true');
    });

    it('is filtered either by that or by its outcome', async () => {
      await openHistory('/history?creatorReplied=true');
      await press(/^Public/);
      expect(
        await screen.findByText('Showing 2 of 2 comments (filtered by outcome)'),
      ).toBeInTheDocument();
      expect(window.location.search).toBe('?visibility=public');
    });
  });
});

it('shows in its steps when the creator replied (rule 13.30)', async () => {
  history.change({ creatorRepliedAt: later(180) });
  await openPostedRow();
  expect(commentSteps()).toContainEqual([
    'Nov 11 at 1:30 PM',
    'The creator of the video replied',
  ]);
});

describe('a comment that another channel posted', () => {
  beforeEach(() => {
    history.change({
      postedAs: { title: 'Ada Two', isConnected: false },
      figuresReason: 'refused_by_youtube',
    });
  });

  it('names that channel (rule 13.27)', async () => {
    await openPostedRow();
    expect(commentSteps()).toContainEqual(['Nov 11 at 10:30 AM', 'Posted as Ada Two']);
  });

  it('cannot be changed or withdrawn, and says why (rule 13.27)', async () => {
    const { row } = await openPostedRow();
    for (const name of ['Change', 'Withdraw'])
      expect(row.getByRole('button', { name })).toBeDisabled();
    expect(row.getByText(/sign in as it/)).toHaveTextContent(
      'Posted as Ada Two; sign in as it to change or withdraw',
    );
  });

  it('says why its likes and replies cannot be read', async () => {
    const { row } = await openPostedRow();
    expect(
      row.getByText(/^Likes and replies cannot be read: YouTube did not say/),
    ).toBeInTheDocument();
  });
});

describe('the steps of a comment', () => {
  it('show each check with its result, and the counts, in order of time (rule 13.25)', async () => {
    const looks: Look[] = [
      { at: later(10), seenBy: null, reason: null },
      { at: later(15), seenBy: 'owner', reason: 'held_or_hidden' },
      { at: later(day), seenBy: 'nobody', reason: 'not_on_the_video' },
      { at: later(2 * day), seenBy: null, reason: 'comments_off' },
      { at: later(7 * day), seenBy: 'everyone', reason: null },
    ];
    history.change({
      looks,
      visibility: 'public',
      likeCount: 9,
      replyCount: 3,
      outcomesCheckedAt: later(3 * day),
    });
    await openPostedRow();
    expect(commentSteps().slice(1)).toEqual([
      ['Nov 11 at 10:30 AM', 'Posted as Ada on Systems'],
      ['Nov 11 at 10:40 AM', 'Not seen without your account'],
      ['Nov 11 at 10:45 AM', 'Only you see it: seen with your account, not without it'],
      ['Nov 12 at 10:30 AM', 'Removed: not found with your account either'],
      ['Nov 13 at 10:30 AM', 'Unknown: Comments are off now'],
      ['Nov 14 at 10:30 AM', '9 likes, 3 replies'],
      ['Nov 18 at 10:30 AM', 'Public after 7 days'],
    ]);
  });
});

describe('Check Now', () => {
  const unseen: Look = { at: later(30), seenBy: null, reason: null };

  it('is disabled while the comment is checked', async () => {
    const { row } = await openPostedRow();
    const answer = held(history.change({ looks: [unseen] }));
    history.server.on('POST /api/comments/:id/check', answer.answer);
    await press('Check Now', row);
    expect(row.getByRole('button', { name: 'Checking…' })).toBeDisabled();
    answer.release();
    expect(await row.findByRole('button', { name: 'Check Now' })).toBeEnabled();
  });

  it('says when a comment that was not found is checked again (rule 13.25)', async () => {
    const { row } = await openPostedRow();
    history.server.on(
      'POST /api/comments/:id/check',
      history.change({ looks: [unseen] }),
    );
    await press('Check Now', row);
    const second =
      'Chime In checks a second time Nov 11 at 11:05 AM before it says that others cannot see the comment.';
    await waitFor(() => expect(row.getByRole('status')).toHaveTextContent(second));
    expect(commentSteps().at(-1)).toEqual([
      'Nov 11 at 11:00 AM',
      'Not seen without your account',
    ]);
  });

  it('shows the result of the second check', async () => {
    history.change({ looks: [unseen] });
    const { row } = await openPostedRow();
    expect(row.getByText(/checks a second time/)).toBeInTheDocument();
    const looks: Look[] = [unseen, { at: later(35), seenBy: 'everyone', reason: null }];
    history.server.on(
      'POST /api/comments/:id/check',
      history.change({ looks, visibility: 'public' }),
    );
    await press('Check Now', row);
    await row.findByText('Public');
    expect(row.queryByText(/checks a second time/)).not.toBeInTheDocument();
  });
});

describe('the thread', () => {
  const thread = [
    aThreadEntry({ isOurs: true, authorName: 'Ada on Systems', text: 'Text number 1' }),
    aThreadEntry({
      replyId: 7,
      authorName: '@grace',
      text: '<b>Bold</b>',
      byCreator: true,
    }),
    aThreadEntry({ replyId: 8, authorName: null, text: null }),
    aThreadEntry({ isOurs: true, text: 'Thank you.' }),
  ];

  async function readReplies() {
    history.change({ replyCount: 3 });
    const page = await openPostedRow();
    await press('Read 3 Replies', page.row);
    return page;
  }

  it('is loaded only on request (rule 13.25)', async () => {
    history.change({ replyCount: 3 });
    history.server.on('GET /api/comments/:id/thread', thread);
    const { row } = await openPostedRow();
    expect(history.server.sent('GET /api/comments/:id/thread')).toHaveLength(0);
    await press('Read 3 Replies', row);
    await row.findByRole('list', { name: 'Replies' });
    expect(history.server.sent('GET /api/comments/:id/thread')).toHaveLength(1);
  });

  it('shows who replied, and each reply as plain text (rule 13.25)', async () => {
    history.server.on('GET /api/comments/:id/thread', thread);
    const { row } = await readReplies();
    const replies = within(
      await row.findByRole('list', { name: 'Replies' }),
    ).getAllByRole('listitem');
    expect(replies).toHaveLength(3);
    expect(replies[0]).toHaveTextContent(/@grace.*<b>Bold<\/b>$/);
    expect(replies[1]).toHaveTextContent(/Somebody on YouTube.*Deleted after 30 days$/);
    expect(replies[2]).toHaveTextContent(/You.*Thank you\.$/);
  });

  it('links to the place where a reply is answered', async () => {
    history.server.on('GET /api/comments/:id/thread', thread);
    const { row } = await readReplies();
    await row.findByRole('list', { name: 'Replies' });
    expectLink('Answer under Replies', '/history?tab=replies', row);
  });

  it('can be hidden', async () => {
    history.server.on('GET /api/comments/:id/thread', thread);
    const { row } = await readReplies();
    await press('Hide 3 Replies', row);
    expect(row.queryByRole('list', { name: 'Replies' })).not.toBeInTheDocument();
  });

  it('says why it could not be loaded, and is loaded on Try Again', async () => {
    history.server
      .on('GET /api/comments/:id/thread', thread)
      .once(
        'GET /api/comments/:id/thread',
        problem(503, 'database_unavailable', 'It is away.'),
      );
    const { row } = await readReplies();
    expect(await row.findByText('It is away.')).toBeInTheDocument();
    await press('Try Again', row);
    expect(await row.findByRole('list', { name: 'Replies' })).toBeInTheDocument();
  });
});
