import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replyCounts } from '../../testing/factories.ts';
import {
  aNumberedReply,
  aThreadEntry,
  createFakeReplies,
  type FakeReplies,
} from '../../testing/fake-replies.ts';
import { databaseAway, held, problem } from '../../testing/fake-server.ts';
import { expectNotice, press } from '../../testing/page.ts';
import { giveRoom, openTitle } from '../../testing/queue-screen.tsx';
import { renderPage } from '../../testing/render.tsx';
import { openReplies, row, rows } from '../../testing/replies-screen.tsx';
import { RepliesPage } from './replies-page.tsx';

let state: FakeReplies;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  state = createFakeReplies();
  giveRoom();
});

const filter = (name: RegExp) => screen.getByRole('button', { name });

describe('the replies', () => {
  it('lists waiting replies, newest first, with counts (rule 13.20)', async () => {
    state.replies.push(
      aNumberedReply(4, { state: 'answered' }),
      aNumberedReply(5, { state: 'dismissed' }),
    );
    state.change(2, { state: 'read' });
    for (const id of [3, 4, 5]) state.change(id, { text: 'No.' });
    state.server.on(
      'GET /api/comments',
      Response.json([], { headers: { 'X-Total-Count': '98' } }),
    );
    const { user } = await openReplies();
    expect(rows().map((each) => /@viewer-\d/.exec(each.textContent ?? '')?.[0])).toEqual([
      '@viewer-1',
      '@viewer-2',
      '@viewer-3',
    ]);
    const tabs = within(screen.getByRole('navigation', { name: 'Comment History' }));
    expect(await tabs.findByRole('link', { name: 'Comments 98' })).toHaveAttribute(
      'href',
      '/history',
    );
    expect(
      await tabs.findByRole('link', { name: 'Replies 3', current: 'page' }),
    ).toBeInTheDocument();
    expect(filter(/^Waiting for you 3/)).toHaveAttribute('aria-pressed', 'true');
    await user.click(filter(/^Questions 2/));
    await waitFor(() => expect(rows()).toHaveLength(2));
    await user.click(filter(/^Answered 1/));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(openTitle()).toBe('Video number 4');
    expect(new URLSearchParams(window.location.search).get('filter')).toBe('answered');
    await user.click(filter(/^No answer 1/));
    await waitFor(() => expect(openTitle()).toBe('Video number 5'));
  });

  it('marks replies by creators, and can show only those (rule 13.30)', async () => {
    state.change(2, { byCreator: true });
    const { user } = await openReplies();
    expect(row(2)).toHaveTextContent('From the creator');
    expect(row(1)).not.toHaveTextContent('From the creator');
    expect(screen.getByText('Creators first, then the newest')).toBeInTheDocument();
    await user.click(filter(/^From creators 1/));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(openTitle()).toBe('Video number 2');
    expect(new URLSearchParams(window.location.search).get('filter')).toBe('creators');
  });

  it('lists replies whose answer is scheduled under their own filter (rule 13.20)', async () => {
    const listOf = (...ids: number[]) => {
      const listed = state.replies.filter(({ id }) => ids.includes(id));
      return Response.json(listed, {
        headers: { 'X-Total-Count': String(listed.length) },
      });
    };
    const counts = replyCounts({ new: 2, scheduled: 1 });
    state.server
      .on('GET /api/replies', ({ query }) =>
        query['scheduled'] === 'true' ? listOf(2) : listOf(1, 3),
      )
      .on('GET /api/replies/counts', counts);
    const { user } = await openReplies();
    expect(rows()).toHaveLength(2);
    await user.click(filter(/^Scheduled 1/));
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(openTitle()).toBe('Video number 2');
    expect(new URLSearchParams(window.location.search).get('filter')).toBe('scheduled');
  });

  it('shows the open reply, the ones before it and the comment they answer', async () => {
    const entries = [0, 1, 2, 3, 4].map((index) =>
      aThreadEntry({
        replyId: 90 + index,
        text: `Early ${index}`,
        byCreator: index === 4,
      }),
    );
    const [ours, own] = [
      aThreadEntry({ authorName: null, text: 'What we said', isOurs: true }),
      aThreadEntry({ replyId: 1, text: 'Question number 1?', authorName: '@viewer-1' }),
    ];
    const later = aThreadEntry({ replyId: 99, text: 'Too late' });
    state.server.on('GET /api/comments/:id/thread', [ours, ...entries, own, later]);
    await openReplies();
    const thread = within(screen.getByRole('list', { name: 'Thread' }));
    expect(await thread.findByText('What we said')).toBeInTheDocument();
    const picture = screen.getByRole('article').querySelector('img');
    expect(picture).toHaveAttribute('src', 'https://thumbnails.test/1.jpg');
    expect(thread.getByText('You')).toBeInTheDocument();
    const texts = () =>
      thread.queryAllByText(/^(Early|Too late)/).map((each) => each.textContent);
    expect(texts()).toEqual(['Early 2', 'Early 3', 'Early 4']);
    expect(thread.getByText('Creator')).toBeInTheDocument();
  });

  it('shows the known part of a thread that could not be loaded', async () => {
    state.server.on(
      'GET /api/comments/:id/thread',
      problem(503, 'database_unavailable', 'Away.'),
    );
    await openReplies();
    expect(
      await screen.findByText('The rest of the thread could not be loaded.'),
    ).toBeInTheDocument();
    const thread = within(screen.getByRole('list', { name: 'Thread' }));
    expect(thread.getByText('Question number 1?')).toBeInTheDocument();
    expect(thread.getByText(/^The readiness probe/)).toBeInTheDocument();
  });

  it('says when an author’s name or a text was deleted (rule 13.20)', async () => {
    state.replies = [aNumberedReply(1, { authorName: null, text: null })];
    renderPage(<RepliesPage />, '/history?tab=replies');
    await screen.findByRole('article');
    expect(rows()[0]).toHaveTextContent(/Somebody on YouTube.*Deleted after 30 days/);
    expect(
      screen.queryByRole('button', { name: /Draft Answer/ }),
    ).not.toBeInTheDocument();
  });

  it('links to YouTube for a picture (rule 13.20)', async () => {
    const pictureUrl = 'https://www.youtube.com/watch?v=video-1&lc=abc.def';
    state.change(1, { text: '', pictureUrl });
    await openReplies();
    expect(row(1)).toHaveTextContent('A picture');
    expect(await screen.findByRole('link', { name: 'A picture' })).toHaveAttribute(
      'href',
      pictureUrl,
    );
    expect(screen.getByRole('button', { name: /Draft Answer/ })).toBeEnabled();
  });

  it.each([
    [[], 'No replies yet', 'Discover Videos'],
    [
      [aNumberedReply(1, { state: 'dismissed' })],
      'You’re all caught up',
      'Go to the Review Queue',
    ],
  ])('suggests what to do next when nothing waits: %#', async (replies, title, link) => {
    state.replies = replies;
    renderPage(<RepliesPage />, '/history?tab=replies');
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: link })).toBeInTheDocument();
  });

  it('shows a load error, and Try Again loads the replies', async () => {
    state.server.once('GET /api/replies', databaseAway());
    renderPage(<RepliesPage />, '/history?tab=replies');
    expect(await screen.findByText(/The database is away\./)).toBeInTheDocument();
    await press('Try Again');
    expect(await screen.findByRole('article')).toBeInTheDocument();
  });

  it('checks YouTube on request, and says when the replies were read', async () => {
    const answer = held({ added: 2, asOf: '2026-11-21T13:50:00.000Z' });
    state.server.on('POST /api/replies/refresh', answer.answer);
    await openReplies();
    expect(screen.getByText(/^Replies as of/)).toHaveTextContent('Nov 20 at 9:00 AM');
    await press('Check Now');
    expect(screen.getByRole('button', { name: 'Checking…' })).toBeDisabled();
    const before = state.server.calls.filter(
      ({ path }) => path === '/api/replies',
    ).length;
    answer.release();
    await expectNotice('2 new replies');
    expect(screen.getByText(/^Replies as of/)).toHaveTextContent('Nov 21 at 1:50 PM');
    await waitFor(() =>
      expect(
        state.server.calls.filter(({ path }) => path === '/api/replies').length,
      ).toBeGreaterThan(before),
    );
    state.server.on(
      'POST /api/replies/refresh',
      problem(429, 'quota_spent', 'Today’s units for replies are used up.'),
    );
    await press('Check Now');
    await expectNotice('Check Failed', 'Today’s units for replies are used up.');
  });
});
