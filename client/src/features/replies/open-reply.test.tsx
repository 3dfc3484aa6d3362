import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aComment, anAnalysis } from '../../testing/factories.ts';
import {
  aNumberedReply,
  createFakeReplies,
  type FakeReplies,
} from '../../testing/fake-replies.ts';
import { aDraftStream, type Call, problem } from '../../testing/fake-server.ts';
import {
  drawn,
  expectLink,
  expectNoDialog,
  expectNotice,
  press,
} from '../../testing/page.ts';
import { editor, openTitle } from '../../testing/queue-screen.tsx';
import { openReplies, row, rows } from '../../testing/replies-screen.tsx';

let state: FakeReplies;

beforeEach(() => {
  state = createFakeReplies();
});

/** Returns the requests that decide and schedule answers. */
const sentAnswers = () =>
  state.server.calls
    .filter(({ method, path }) => method === 'PATCH' && !path.startsWith('/api/replies'))
    .map(({ method, path, body }) => [`${method} ${path}`, body]);
const patched = () =>
  state.server.calls
    .filter(({ method, path }) => method === 'PATCH' && path.startsWith('/api/replies'))
    .map(({ path, body }) => [path.split('/').at(-1), (body as { state: string }).state]);

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
    await user.type(editor(), 'We ask the process itself.');
    unmount();
    const { user: later } = await openReplies();
    expect(editor()).toHaveValue('We ask the process itself.');
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
    await waitFor(() => expect(editor()).toHaveValue('Answer number 1.'));
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
    await user.type(editor(), 'Mine.');
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
    expect(editor()).toHaveValue('Mine.');
  });

  it('offers another draft when the answer was rejected', async () => {
    state.answer(1, { status: 'rejected' });
    await openReplies();
    expect(screen.getByRole('button', { name: 'Draft Answer' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Review It' })).not.toBeInTheDocument();
  });
});
