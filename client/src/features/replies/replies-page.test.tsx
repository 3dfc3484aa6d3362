import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aComment, anAnalysis } from '../../testing/factories.ts';
import {
  aNumberedReply,
  aThreadEntry,
  createFakeReplies,
  type FakeReplies,
} from '../../testing/fake-replies.ts';
import {
  aDraftStream,
  type Call,
  databaseAway,
  held,
  problem,
} from '../../testing/fake-server.ts';
import {
  drawn,
  expectLink,
  expectNoDialog,
  expectNotice,
  press,
} from '../../testing/page.ts';
import { renderPage } from '../../testing/render.tsx';
import { RepliesPage } from './replies-page.tsx';

let state: FakeReplies;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00.000Z') });
  state = createFakeReplies();
  // jsdom has no layout, so the list would have no room for a row.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(104);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700);
});

async function openReplies(
  query = '',
  circumstances: Parameters<typeof renderPage>[2] = {},
) {
  const page = renderPage(<RepliesPage />, `/history?tab=replies${query}`, circumstances);
  await screen.findByRole('region', { name: 'Your answer' });
  return page;
}

const list = () => within(screen.getByRole('list', { name: 'Replies' }));
const rows = () => list().queryAllByRole('button');
const row = (id: number) =>
  list().getByRole('button', { name: new RegExp(`@viewer-${id}`) });
const openTitle = () => screen.getByRole('article').querySelector('h2')?.textContent;
const filter = (name: RegExp) => screen.getByRole('button', { name });
/** Returns the requests that decide and schedule answers. */
const sentAnswers = () =>
  state.server.calls
    .filter(({ method, path }) => method === 'PATCH' && !path.startsWith('/api/replies'))
    .map(({ method, path, body }) => [`${method} ${path}`, body]);
const patched = () =>
  state.server.calls
    .filter(({ method, path }) => method === 'PATCH' && path.startsWith('/api/replies'))
    .map(({ path, body }) => [path.split('/').at(-1), (body as { state: string }).state]);

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
    const counts = {
      new: 2,
      read: 0,
      answered: 0,
      dismissed: 0,
      questions: 0,
      byCreator: 0,
      scheduled: 1,
    };
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

describe('a reply', () => {
  it('is marked as read by a press or a key, not by its address (rule 13.21)', async () => {
    const { user } = await openReplies('&reply=2');
    expect(openTitle()).toBe('Video number 2');
    await drawn();
    expect(patched()).toEqual([]);
    await user.keyboard('j');
    expect(openTitle()).toBe('Video number 3');
    await waitFor(() => expect(patched()).toEqual([['3', 'read']]));
    await user.click(row(1));
    await waitFor(() =>
      expect(patched()).toEqual([
        ['3', 'read'],
        ['1', 'read'],
      ]),
    );
    await user.keyboard('k');
    await drawn();
    expect(patched()).toHaveLength(2);
    await waitFor(() =>
      expect(new URLSearchParams(window.location.search).get('reply')).toBe('1'),
    );
  });

  it('leaves the list with R, which opens the next one, and returns with U (rule 13.21)', async () => {
    const { user } = await openReplies();
    await user.keyboard('r');
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(openTitle()).toBe('Video number 2');
    await expectNotice('No Answer Needed');
    await waitFor(() =>
      expect(patched().toSorted()).toEqual([
        ['1', 'dismissed'],
        ['2', 'read'],
      ]),
    );
    expect(screen.getByRole('article')).toHaveFocus();
    await user.keyboard('u');
    await waitFor(() => expect(openTitle()).toBe('Video number 1'));
    expect(patched().at(-1)).toEqual(['1', 'new']);
    await waitFor(() => expect(rows()).toHaveLength(3));
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
  });

  it('ignores a second R within 400 ms (rule 12.1)', async () => {
    const { user } = await openReplies('', { pressPause: 60_000 });
    await user.keyboard('rr');
    await waitFor(() => expect(rows()).toHaveLength(2));
    await drawn();
    expect(patched().filter(([, to]) => to === 'dismissed')).toEqual([
      ['1', 'dismissed'],
    ]);
  });

  it('stays in the list when its change is refused', async () => {
    state.server.on(
      'PATCH /api/replies/:id',
      problem(503, 'database_unavailable', 'Away.'),
    );
    state.change(2, { state: 'read' });
    const { user } = await openReplies();
    await press('No Answer Needed');
    await expectNotice('Update Failed', 'Away.');
    await waitFor(() => expect(rows()).toHaveLength(3));
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
  });

  it('can be moved back to the waiting ones', async () => {
    state.replies = [aNumberedReply(1, { state: 'dismissed' })];
    await openReplies('&filter=dismissed');
    await press('Move Back to Waiting');
    await waitFor(() => expect(patched()).toEqual([['1', 'read']]));
    expect(
      await screen.findByRole('heading', { name: 'Nothing set aside' }),
    ).toBeInTheDocument();
  });

  it('can be answered in the user’s words, which survive a reload and are stored on approval (rule 13.22)', async () => {
    const { user, unmount } = await openReplies();
    const approve = () => screen.getByRole('button', { name: 'Approve' });
    expect(approve()).toBeDisabled();
    await user.type(
      screen.getByRole('textbox', { name: 'Comment' }),
      'We ask the process itself.',
    );
    unmount();
    const { user: later } = await openReplies();
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue(
      'We ask the process itself.',
    );
    await later.click(approve());
    await expectNotice('Comment Approved');
    expect(state.server.sent('POST /api/replies/:id/answer')).toEqual([
      { content: 'We ask the process itself.' },
    ]);
    expect(sentAnswers()).toEqual([
      ['PATCH /api/comments/51', { status: 'approved', revision: 1 }],
    ]);
    await waitFor(() => expect(openTitle()).toBe('Video number 2'));
  });

  it('has its draft redrafted in place with g, and cannot be approved before that has ended (rule 13.22)', async () => {
    const stream = aDraftStream();
    state.server.on('POST /api/comments/:id/regenerate', stream.answer);
    const before = state.answer(1);
    const { user } = await openReplies();
    const draft = await screen.findByDisplayValue('Answer number 1.');
    await user.keyboard('g{Enter}');
    stream.words('Half of');
    await waitFor(() => expect(draft).toHaveValue('Half of'));
    await user.keyboard('a');
    expect(screen.getByRole('button', { name: 'Approve' })).toBeDisabled();
    const comment = { ...before, content: 'Half of it.', revision: 2 };
    state.queue.change(comment.id, comment);
    stream.send({
      name: 'done',
      data: { comment, analysis: anAnalysis(), alternatives: [] },
    });
    await expectNotice('Comment Redrafted');
    expect(draft).toHaveValue('Half of it.');
    expect(sentAnswers()).toEqual([]);
  });

  it('is posted in two steps (rule 7.13)', async () => {
    state.answer(1);
    await openReplies();
    await press('Post Now');
    expect(sentAnswers()).toEqual([]);
    await press(/^Post /);
    await expectNotice('Comment Posted to YouTube!');
    expect(sentAnswers().map(([call]) => call)).toEqual(['PATCH /api/comments/51']);
  });

  it('ignores a press on Approve right after a draft has arrived (rule 12.1)', async () => {
    const { user } = await openReplies('', { pressPause: 60_000 });
    await user.keyboard('g');
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue(
        'Answer number 1.',
      ),
    );
    await press('Approve');
    await drawn();
    expect(sentAnswers()).toEqual([]);
  });

  it('can be set aside together with its draft, and U restores both (rule 13.21)', async () => {
    state.answer(1);
    state.change(1, { state: 'read' });
    const loaded = Promise.withResolvers<void>();
    state.server.once('GET /api/queue', (call: Call) =>
      loaded.promise.then(() => state.queue.answerRows(call)),
    );
    const { user } = await openReplies();
    await user.keyboard('r');
    loaded.resolve();
    await screen.findByDisplayValue('Answer number 1.');
    state.server.once(
      'PATCH /api/comments/:id',
      problem(503, 'database_unavailable', 'Away.'),
    );
    await user.keyboard('r');
    await expectNotice('Update Failed', 'Away.');
    state.server.calls.length = 0;
    await user.keyboard('kr');
    await expectNotice('No Answer Needed');
    expect(sentAnswers()).toEqual([
      ['PATCH /api/comments/51', { status: 'rejected', revision: 1 }],
    ]);
    await user.keyboard('u');
    await waitFor(() => expect(patched().at(-1)).toEqual(['1', 'read']));
    expect(state.server.sent('POST /api/steps/undo')).toEqual([{ ids: ['step-1'] }]);
    expect(openTitle()).toBe('Video number 1');
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
  });

  it('cannot be scheduled once it has left the list, nor can the next one’s draft by mistake (rule 1.2)', async () => {
    state.answer(2);
    const { user, client } = await openReplies();
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Mine.');
    await press('Schedule');
    state.replies = state.replies.slice(1);
    await client.invalidateQueries({ queryKey: ['replies'] });
    await user.keyboard('{Enter}');
    await waitFor(expectNoDialog);
    expect(sentAnswers()).toEqual([]);
  });

  it('links to an answer that was removed from the queue, and offers no decision', async () => {
    state.answer(1, { status: 'approved' });
    state.queue.items = [];
    state.server.on('GET /api/comments', [
      aComment({ id: 51, content: 'Answer number 1.' }),
    ]);
    await openReplies();
    await screen.findByText('Answer number 1.');
    expectLink('Show It in History', '/history?comment=51');
    expect(screen.queryByRole('button', { name: 'Post Now' })).not.toBeInTheDocument();
  });

  it('streams its draft, which opening another reply does not stop (rule 13.22)', async () => {
    const stream = aDraftStream();
    state.server.on('POST /api/replies/:id/draft', stream.answer);
    const { user } = await openReplies();
    await press('Draft Answer');
    expect(screen.getByRole('button', { name: 'Drafting…' })).toBeDisabled();
    stream.words('Ask the process');
    await waitFor(() =>
      expect(screen.getByRole('textbox')).toHaveValue('Ask the process'),
    );
    await user.keyboard('j');
    expect(screen.getByRole('textbox')).toHaveValue('');
    const data = { comment: state.answer(1), analysis: anAnalysis(), alternatives: [] };
    stream.send({ name: 'done', data });
    await expectNotice('Answer Drafted');
    expectLink('Review It', '/history?tab=replies&reply=1');
  });

  it('keeps the typed text after a failed or stopped draft, and restores it after a draft replaced it', async () => {
    state.server.once('POST /api/replies/:id/draft', aDraftStream().answer);
    const { user } = await openReplies();
    const draft = () => press('Draft Answer');
    await user.type(screen.getByRole('textbox'), 'Mine.');
    await draft();
    await press('Stop');
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue('Mine.'));
    expect(state.server.aborted).toEqual(['POST /api/replies/1/draft']);
    state.server.once(
      'POST /api/replies/:id/draft',
      problem(409, 'no_model', 'No model is connected.'),
    );
    await draft();
    await expectNotice('Drafting Failed', 'No model is connected.');
    await draft();
    await press('Restore My Text');
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Mine.');
  });

  it('offers another draft when the answer was rejected', async () => {
    state.answer(1, { status: 'rejected' });
    await openReplies();
    expect(screen.getByRole('button', { name: 'Draft Answer' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Review It' })).not.toBeInTheDocument();
  });
});
