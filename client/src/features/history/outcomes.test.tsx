import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Look } from '#shared/contracts/comments.ts';
import { refreshChanged } from '../../api/live.ts';
import { newestUnsavedEdits } from '../../lib/unsaved.ts';
import { aComment, aVideo } from '../../testing/factories.ts';
import { answerCommentList } from '../../testing/fake-history.ts';
import { aThreadEntry } from '../../testing/fake-replies.ts';
import { createFakeServer, type FakeServer, held, json, problem } from '../../testing/fake-server.ts';
import { cardOf, expectLink, expectNotice } from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { HistoryPage } from './history-page.tsx';

let server: FakeServer;
let comments: Comment[];

const POSTED = '2026-11-11T10:30:00.000Z';
const later = (minutes: number) => new Date(Date.parse(POSTED) + minutes * 60_000).toISOString();
const day = 24 * 60;

const posted = (id: number, over: Partial<Comment> = {}) =>
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

/** Changes the only comment on the server and returns it. */
function changed(over: Partial<Comment>): Comment {
  comments = [{ ...(comments[0] ?? posted(1)), ...over }];
  return comments[0] ?? posted(1);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  comments = [posted(1)];
  server = createFakeServer().on('GET /api/comments', (call) => answerCommentList(comments, call));
});

async function openHistory(path = '/history') {
  const page = renderPage(<HistoryPage />, path);
  await cardOf('Video number 1');
  return page;
}

async function openRow() {
  const page = await openHistory();
  const row = await cardOf('Video number 1');
  await page.user.click(row.getByRole('button', { name: 'Video number 1' }));
  await row.findByRole('button', { name: 'Check Now' });
  /** Reports a change that was made elsewhere. */
  const tell = () => act(() => refreshChanged(page.client, { comments: new Set([1]), videos: new Set() }));
  return { ...page, row, tell };
}

const steps = () =>
  within(screen.getByRole('list', { name: 'What became of it' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('a row', () => {
  it('shows the comment’s outcome, and why others cannot see it (rule 2.16)', async () => {
    comments = [
      posted(1, { visibility: 'public' }),
      posted(2, { visibility: 'only_you', visibilityReason: 'held_or_hidden' }),
      posted(3, { visibility: 'removed', visibilityReason: 'not_on_the_video' }),
      posted(4, { visibility: 'unknown', visibilityReason: 'video_not_found' }),
      posted(5, { visibility: 'public', withdrawnAt: later(30) }),
      posted(6),
      aComment({ id: 7, video: aVideo({ id: 7, title: 'Video number 7' }) }),
      posted(8, { visibility: 'public', withdrawnAt: later(30), visibilityReason: 'gone_with_comment' }),
    ];
    await openHistory();
    const outcomes = [
      [1, /Public/],
      [2, /Only you see it.*Held or hidden by YouTube/],
      [3, /Removed.*No longer on the video/],
      [4, /Unknown.*Video private or deleted/],
      [5, /Withdrawn/],
      [6, /Posted.*Not checked yet/],
      [7, /Pending/],
      [8, /Gone with your comment/],
    ] as const;
    for (const [id, words] of outcomes)
      expect(screen.getByRole('article', { name: `Video number ${id}` })).toHaveTextContent(words);
    expect(screen.getByRole('article', { name: 'Video number 5' })).not.toHaveTextContent('Public');
    expect(screen.getByRole('article', { name: 'Video number 7' })).not.toHaveTextContent('looked');
  });

  it('shows likes and replies with the time they were read, or that they are unknown (rule 2.16)', async () => {
    comments = [
      posted(1, { likeCount: 0, replyCount: 1, outcomesCheckedAt: later(60) }),
      posted(2, { visibility: 'unknown', visibilityCheckedAt: later(90) }),
    ];
    await openHistory();
    const timesOf = (row: HTMLElement) => [...row.querySelectorAll('time')].map(({ dateTime }) => dateTime);
    const known = screen.getByRole('article', { name: 'Video number 1' });
    expect(known).toHaveTextContent(/0 likes1 reply/);
    expect(timesOf(known)).toEqual([later(60), POSTED]);
    const unknown = screen.getByRole('article', { name: 'Video number 2' });
    expect(unknown).toHaveTextContent(/likes not known.*replies not known/);
    expect(unknown).not.toHaveTextContent(/0 (likes|replies)/);
    expect(timesOf(unknown)).toEqual([later(90), POSTED]);
  });

  it('can be filtered by its outcome, which is in the address (rule 2.16)', async () => {
    comments = [posted(1, { visibility: 'only_you' }), posted(2, { visibility: 'public' })];
    const { user } = await openHistory();
    await user.click(screen.getByRole('button', { name: /^Only you see it/ }));
    expect(await screen.findByText('Showing 1 of 2 comments (filtered by outcome)')).toBeInTheDocument();
    expect(window.location.search).toBe('?visibility=only_you');
    expect(screen.queryByRole('article', { name: 'Video number 2' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^All outcomes/ }));
    expect(await screen.findByText('Showing 2 of 2 comments')).toBeInTheDocument();
    expect(window.location.search).toBe('');
  });

  it('says that the creator replied, and can be filtered by it (rule 13.30)', async () => {
    comments = [
      posted(1, { visibility: 'public', creatorRepliedAt: later(180) }),
      posted(2, { visibility: 'public' }),
    ];
    server.on('GET /api/outcomes/counts', {
      public: 2,
      only_you: 0,
      removed: 0,
      unknown: 0,
      creatorReplied: 1,
    });
    const { user } = await openHistory();
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveTextContent('Creator replied');
    expect(screen.getByRole('article', { name: 'Video number 2' })).not.toHaveTextContent('Creator replied');
    await user.click(await screen.findByRole('button', { name: 'Creator replied 1' }));
    expect(await screen.findByText('Showing 1 of 2 comments (filtered by outcome)')).toBeInTheDocument();
    expect(window.location.search).toBe('?creatorReplied=true');
    await user.click(screen.getByRole('button', { name: /^Public/ }));
    expect(await screen.findByText('Showing 2 of 2 comments (filtered by outcome)')).toBeInTheDocument();
    expect(window.location.search).toBe('?visibility=public');
  });
});

it('shows in its steps when the creator replied (rule 13.30)', async () => {
  changed({ creatorRepliedAt: later(180) });
  await openRow();
  expect(steps()).toContain('Nov 11 at 1:30 PMThe creator of the video replied');
});

it('names another channel that posted the comment, and disables what only that channel can do (rule 13.27)', async () => {
  changed({ postedAs: { title: 'Ada Two', isConnected: false }, figuresReason: 'refused_by_youtube' });
  const { row } = await openRow();
  expect(steps()).toContain('Nov 11 at 10:30 AMPosted as Ada Two');
  expect(row.getByText(/sign in as it/)).toHaveTextContent(
    'Posted as Ada Two; sign in as it to change or withdraw',
  );
  for (const name of ['Change', 'Withdraw']) expect(row.getByRole('button', { name })).toBeDisabled();
  expect(row.getByText(/^Likes and replies cannot be read: YouTube did not say/)).toBeInTheDocument();
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
    changed({ looks, visibility: 'public', likeCount: 9, replyCount: 3, outcomesCheckedAt: later(3 * day) });
    await openRow();
    expect(steps().slice(1)).toEqual([
      'Nov 11 at 10:30 AMPosted as Ada on Systems',
      'Nov 11 at 10:40 AMNot seen without your account',
      'Nov 11 at 10:45 AMOnly you see it: seen with your account, not without it',
      'Nov 12 at 10:30 AMRemoved: not found with your account either',
      'Nov 13 at 10:30 AMUnknown: Comments are off now',
      'Nov 14 at 10:30 AM9 likes, 3 replies',
      'Nov 18 at 10:30 AMPublic after 7 days',
    ]);
  });
});

describe('Check Now', () => {
  it('checks the comment, and says when a comment not found is checked again (rule 13.25)', async () => {
    const { user, row } = await openRow();
    const looks: Look[] = [{ at: later(30), seenBy: null, reason: null }];
    const answer = held(changed({ looks }));
    server.on('POST /api/comments/:id/check', answer.answer);
    await user.click(row.getByRole('button', { name: 'Check Now' }));
    expect(row.getByRole('button', { name: 'Checking…' })).toBeDisabled();
    answer.release();
    const second =
      'Chime In checks a second time Nov 11 at 11:05 AM before it says that others cannot see the comment.';
    await waitFor(() => expect(row.getByRole('status')).toHaveTextContent(second));
    expect(steps().at(-1)).toBe('Nov 11 at 11:00 AMNot seen without your account');
    changed({ looks: [...looks, { at: later(35), seenBy: 'everyone', reason: null }], visibility: 'public' });
    server.on('POST /api/comments/:id/check', comments[0] ?? {});
    await user.click(row.getByRole('button', { name: 'Check Now' }));
    await row.findByText('Public');
    expect(row.queryByText(/checks a second time/)).not.toBeInTheDocument();
  });
});

describe('the thread', () => {
  it('is loaded on request, and shows replies as plain text (rule 13.25)', async () => {
    changed({ replyCount: 3 });
    const { user, row } = await openRow();
    expect(server.sent('GET /api/comments/:id/thread')).toHaveLength(0);
    server.on('GET /api/comments/:id/thread', problem(503, 'database_unavailable', 'It is away.'));
    await user.click(row.getByRole('button', { name: 'Read 3 Replies' }));
    expect(await row.findByText('It is away.')).toBeInTheDocument();
    server.on('GET /api/comments/:id/thread', [
      aThreadEntry({ isOurs: true, authorName: 'Ada on Systems', text: 'Text number 1' }),
      aThreadEntry({ replyId: 7, authorName: '@grace', text: '<b>Bold</b>', byCreator: true }),
      aThreadEntry({ replyId: 8, authorName: null, text: null }),
      aThreadEntry({ isOurs: true, text: 'Thank you.' }),
    ]);
    await user.click(row.getByRole('button', { name: 'Try Again' }));
    const replies = within(await row.findByRole('list', { name: 'Replies' })).getAllByRole('listitem');
    expect(replies).toHaveLength(3);
    const words = [
      /@grace.*<b>Bold<\/b>$/,
      /Somebody on YouTube.*Deleted after 30 days$/,
      /You.*Thank you\.$/,
    ];
    for (const [index, each] of words.entries()) expect(replies[index]).toHaveTextContent(each);
    expectLink('Answer under Replies', '/history?tab=replies', row);
    await user.click(row.getByRole('button', { name: 'Hide 3 Replies' }));
    expect(row.queryByRole('list', { name: 'Replies' })).not.toBeInTheDocument();
  });
});

describe('Change', () => {
  const CHANGE = 'POST /api/comments/:id/change';
  const dialog = () => within(screen.getByRole('dialog', { name: 'Change Comment' }));
  const type = (text: string) =>
    fireEvent.change(dialog().getByRole('textbox', { name: 'New text' }), { target: { value: text } });

  async function openDialog() {
    const page = await openRow();
    await page.user.click(page.row.getByRole('button', { name: 'Change' }));
    const send = async () => {
      await page.user.click(dialog().getByRole('button', { name: 'Change' }));
      await page.user.click(dialog().getByRole('button', { name: 'Change as Ada on Systems' }));
    };
    return { ...page, send };
  }

  it('shows the reply that an answer belongs to, its thread and the posting channel (rule 13.22)', async () => {
    changed({ answers: { replyId: 7, authorName: '@grace', text: 'How small?', pictureUrl: null } });
    const { user, row } = await openDialog();
    for (const place of [row, dialog()])
      expect(place.getByRole('region', { name: 'Answer to @grace', hidden: true })).toHaveTextContent(
        'How small?',
      );
    expect(dialog().getByText('Cluster Notes')).toBeInTheDocument();
    type('A better text');
    await user.click(dialog().getByRole('button', { name: 'Change' }));
    expect(dialog().getByRole('button', { name: 'Change as Ada on Systems' })).toBeInTheDocument();
  });

  it('keeps the edit after a refusal, a closed dialog and a reload (rules 2.20, 13.26)', async () => {
    const { user, row, send, unmount } = await openDialog();
    type('A better text');
    server.on(CHANGE, problem(409, 'posting_held', 'Posting is on hold.'));
    await send();
    await expectNotice('Change Failed', 'Posting is on hold.');
    expect(dialog().getByRole('textbox')).toHaveValue('A better text');
    await user.click(dialog().getByRole('button', { name: 'Close' }));
    await user.click(row.getByRole('button', { name: 'Change' }));
    expect(dialog().getByRole('textbox')).toHaveValue('A better text');
    unmount();
    await openDialog();
    expect(dialog().getByRole('textbox')).toHaveValue('A better text');
    await user.click(dialog().getByRole('button', { name: 'Restore Posted Text' }));
    expect(dialog().getByRole('textbox')).toHaveValue('Text number 1');
    expect(newestUnsavedEdits()).toEqual(new Map());
  });

  it('shows both texts when the comment was changed elsewhere (rule 2.20)', async () => {
    const { user, send } = await openDialog();
    type('A better text');
    const newer = changed({ content: 'Changed on the phone', revision: 5 });
    server.once(CHANGE, problem(409, 'revision_conflict', 'It was changed elsewhere.', { current: newer }));
    await send();
    const question = (await dialog().findByText(/changed elsewhere\. It now reads/)).parentElement;
    expect(question).toHaveTextContent('Changed on the phone');
    expect(dialog().getByRole('textbox')).toHaveValue('A better text');
    expect(dialog().getByRole('button', { name: 'Change' })).toBeDisabled();
    await user.click(dialog().getByRole('button', { name: 'Keep My Text' }));
    server.on(CHANGE, () => json(changed({ content: 'A better text', revision: 6 })));
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.sent(CHANGE).at(-1)).toEqual({ content: 'A better text', revision: 5 });
  });

  it('follows changes of the comment while nothing was typed', async () => {
    const { tell } = await openDialog();
    changed({ content: 'Changed on the phone', revision: 5 });
    await tell();
    await waitFor(() => expect(dialog().getByRole('textbox')).toHaveValue('Changed on the phone'));
    expect(dialog().queryByText(/changed elsewhere/)).not.toBeInTheDocument();
  });

  it('says that YouTube has not confirmed the change, and keeps the text until then (rule 13.26)', async () => {
    const { user, row, send, tell } = await openDialog();
    type('A better text');
    const posting = { state: 'confirming', reason: null, nextTryAt: null } as const;
    server.on(CHANGE, () => json(changed({ posting }), 202));
    await send();
    expect(await row.findByText('Sent. Waiting for YouTube to confirm it.')).toBeInTheDocument();
    expect(row.getByText('Waiting for YouTube to confirm')).toBeInTheDocument();
    for (const name of ['Change', 'Withdraw', 'Check Now'])
      expect(row.getByRole('button', { name })).toBeDisabled();
    const failureReason = 'YouTube did not confirm the change; it still shows the old text.';
    changed({ posting: null, failureCode: 'change_unconfirmed', failureReason });
    await tell();
    expect(await row.findByText(failureReason)).toBeInTheDocument();
    expect(row.getByText('Not changed')).toBeInTheDocument();
    await waitFor(() => expect(row.getByRole('button', { name: 'Change' })).toBeEnabled());
    await user.click(row.getByRole('button', { name: 'Change' }));
    expect(dialog().getByRole('textbox')).toHaveValue('A better text');
  });
});

describe('Withdraw', () => {
  const WITHDRAW = 'POST /api/comments/:id/withdraw';

  it('withdraws the comment after a confirmation, and keeps its text (rule 13.26)', async () => {
    const { user, row } = await openRow();
    await user.click(row.getByRole('button', { name: 'Withdraw' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Withdraw Comment' }));
    expect(dialog.getByText('Text number 1')).toBeInTheDocument();
    server.once(WITHDRAW, problem(409, 'posting_held', 'Posting is on hold.'));
    const send = async () => {
      await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
      await user.click(dialog.getByRole('button', { name: 'Withdraw as Ada on Systems' }));
    };
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    await user.click(dialog.getByRole('button', { name: 'Keep' }));
    expect(server.sent(WITHDRAW)).toEqual([]);
    await send();
    await expectNotice('Withdrawal Failed', 'Posting is on hold.');
    server.on(WITHDRAW, () => json(changed({ withdrawnAt: later(60) })));
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.sent(WITHDRAW)).toEqual([{ revision: 1 }, { revision: 1 }]);
    expect(row.getByText('Withdrawn')).toBeInTheDocument();
    expect(row.getByText('Text number 1')).toBeInTheDocument();
    expect(steps().at(-1)).toBe('Nov 11 at 11:30 AMWithdrawn from YouTube');
    for (const name of ['Change', 'Withdraw', 'Check Now'])
      expect(row.queryByRole('button', { name })).not.toBeInTheDocument();
  });
});

describe('Learn from this', () => {
  it('marks and unmarks the comment as an example for drafts (rule 13.25)', async () => {
    const { user, row } = await openRow();
    const toggle = row.getByRole('switch', { name: 'Learn from this' });
    expect(toggle).not.toBeChecked();
    server.on('POST /api/comments/:id/example', () => json(changed({ isExample: true })));
    await user.click(toggle);
    expect(await row.findByText('New drafts take this one as an example')).toBeInTheDocument();
    expect(toggle).toBeChecked();
    server.on('POST /api/comments/:id/example', problem(409, 'not_posted', 'It was not posted.'));
    await user.click(toggle);
    await expectNotice('Not Marked', 'It was not posted.', { urgent: true });
    expect(toggle).toBeChecked();
    expect(server.sent('POST /api/comments/:id/example')).toEqual([
      { isExample: true },
      { isExample: false },
    ]);
  });
});
