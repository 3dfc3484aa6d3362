import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { statsQuery } from '../../api/stats.ts';
import { cardOf } from '../../testing/cards.ts';
import { someStats } from '../../testing/factories.ts';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { brokenOff, held, json, problem } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/notices.ts';
import { editor, openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('deciding', () => {
  it('approves at once, says so, and refreshes the queue and the figures', async () => {
    const answer = held(null);
    queue.server.on('PATCH /api/comments/:id', async (call) => {
      await answer.answer(call);
      return queue.answerPatch(call);
    });
    const { user, client } = await openQueue();
    client.setQueryData(statsQuery.queryKey, someStats());
    await user.click((await cardOf('Video number 1')).getByRole('button', { name: 'Approve' }));
    expect(await (await cardOf('Video number 1')).findByText('Approved')).toBeInTheDocument();
    answer.release();
    await expectNotice('Comment Approved', 'Comment has been marked as approved.');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([{ status: 'approved', revision: 1 }]);
    await waitFor(() => expect(queue.server.sent('GET /api/queue')).toHaveLength(2));
    expect(client.getQueryState(statsQuery.queryKey)?.isInvalidated).toBe(true);
  });

  it('goes back where the server refuses', async () => {
    queue.server.on('PATCH /api/comments/:id', () => problem(409, 'being_posted', 'It is being posted.'));
    const { user } = await openQueue();
    // By itself, without the server's list.
    queue.server.on('GET /api/queue', brokenOff);
    await user.click((await cardOf('Video number 1')).getByRole('button', { name: 'Reject' }));
    await expectNotice('Update Failed', 'It is being posted.');
    expect((await cardOf('Video number 1')).getByText('Pending')).toBeInTheDocument();
    queue.server.on('PATCH /api/comments/:id', brokenOff);
    await user.click((await cardOf('Video number 1')).getByRole('button', { name: 'Reject' }));
    await expectNotice('Update Failed', 'Failed to update comment');
  });

  it('rejects, and takes a rejected or an approved one back to review', async () => {
    queue.items = [aNumberedItem(1), aNumberedItem(2, { status: 'approved' })];
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    await expectNotice('Comment Rejected', 'Comment has been marked as rejected.');
    await user.click(screen.getByRole('button', { name: 'Re-review' }));
    await expectNotice('Comment Updated', 'Comment has been marked as pending.');
    await user.click(screen.getByRole('button', { name: 'Video number 2' }));
    await user.click(screen.getByRole('button', { name: 'Back to Review' }));
    await waitFor(() =>
      expect(queue.items.map(({ comment }) => comment.status)).toEqual(['pending', 'pending']),
    );
    queue.server.on('PATCH /api/comments/:id', brokenOff);
    await user.keyboard('u');
    await expectNotice('Undo Failed', 'Failed to update comment');
  });

  it('stores what was typed before it approves, and stops where that fails', async () => {
    const { user } = await openQueue();
    await user.type(editor(), ', mended');
    queue.server.on('PATCH /api/comments/:id', () =>
      problem(503, 'database_unavailable', 'The database is away.'),
    );
    await user.click((await cardOf('Video number 1')).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Save Failed')).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toHaveLength(1);
    expect(editor()).toHaveValue('Draft number 1, mended');
    queue.server.on('PATCH /api/comments/:id', queue.answerPatch);
    await user.click((await cardOf('Video number 1')).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Comment Approved');
    expect(queue.server.sent('PATCH /api/comments/:id').slice(1)).toEqual([
      { content: 'Draft number 1, mended', revision: 1 },
      { status: 'approved', revision: 2 },
    ]);
  });

  it('asks before an unconfirmed comment is tried again', async () => {
    queue.items = [
      aNumberedItem(1, { status: 'failed', failureCode: 'unconfirmed', failureReason: 'Not confirmed.' }),
    ];
    queue.server.on('PATCH /api/comments/:id', (call) =>
      (call.body as { confirmMayBeHeld?: boolean }).confirmMayBeHeld
        ? queue.answerPatch(call)
        : problem(409, 'unconfirmed', 'It may be held for review.'),
    );
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    const question = await screen.findByRole('alertdialog', { name: 'It may be held for review' });
    expect(question).toHaveTextContent(/did not find your comment.*could post it twice/);
    expect(question).toHaveTextContent('Approving it again does not post it yet.');
    await user.click(screen.getByRole('button', { name: 'Approve It Again' }));
    expect(await screen.findByText('Comment Approved')).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id').at(-1)).toEqual({
      status: 'approved',
      revision: 1,
      confirmMayBeHeld: true,
    });
  });

  it('says that it is posted where a retry finds it on YouTube', async () => {
    queue.items = [aNumberedItem(1, { status: 'failed', failureCode: 'unconfirmed' })];
    queue.server.on('PATCH /api/comments/:id', () => json(queue.change(1, { status: 'posted' })));
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await expectNotice('Comment Posted to YouTube!');
  });

  it('approves all, six at a time, typed texts first', async () => {
    queue.items = Array.from({ length: 9 }, (_, index) => aNumberedItem(index + 1));
    let open = 0;
    let most = 0;
    queue.server.on('PATCH /api/comments/:id', async (call) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 2));
      open -= 1;
      return queue.answerPatch(call);
    });
    const { user } = await openQueue();
    await user.type(editor(), ', mended');
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    await expectNotice('All Comments Approved', 'All pending comments have been approved.');
    const sent = queue.server.sent('PATCH /api/comments/:id');
    expect(sent[0]).toEqual({ content: 'Draft number 1, mended', revision: 1 });
    expect(sent).toHaveLength(10);
    expect(most).toBe(6);
    expect(screen.queryByRole('button', { name: 'Approve All' })).not.toBeInTheDocument();
  });

  it('says how many of all were approved, and takes them back in one step', async () => {
    const answer = held(null);
    queue.server.on('PATCH /api/comments/:id', async (call) => {
      await answer.answer(call);
      return commentIdIn(call) === 2 ? brokenOff() : queue.answerPatch(call);
    });
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    expect(await screen.findByText('Approving 1 of 3…')).toBeInTheDocument();
    answer.release();
    const words = '2 of 3 were approved. Failed to approve all comments';
    await expectNotice('Failed to approve all comments', words);
    const statuses = () => queue.items.map(({ comment }) => comment.status);
    expect(statuses()).toEqual(['approved', 'pending', 'approved']);
    await user.keyboard('u');
    await waitFor(() => expect(statuses()).toEqual(['pending', 'pending', 'pending']));
    await expectNotice('Undone');
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
  });

  it('approves none while a typed text cannot be stored', async () => {
    const { user } = await openQueue();
    await user.type(editor(), '!');
    queue.server.on('PATCH /api/comments/:id', brokenOff);
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    await expectNotice('Save Failed', 'Failed to save comment');
    expect(queue.server.sent('PATCH /api/comments/:id')).toHaveLength(1);
  });
});

describe('removing and undoing', () => {
  it('removes at once, goes back where that fails, and brings it back with its place', async () => {
    const remove = async (name = 'Video number 1') =>
      user.click((await cardOf(name)).getByRole('button', { name: 'Remove from queue' }));
    const { user } = await openQueue();
    queue.server.on('DELETE /api/queue/:id', brokenOff).on('GET /api/queue', brokenOff);
    await remove();
    await expectNotice('Remove Failed', 'Failed to remove from queue');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    queue.server
      .on('GET /api/queue', () => json(queue.items))
      .on('DELETE /api/queue/:id', (call) => {
        queue.items = queue.items.filter(({ id }) => !call.path.endsWith(`/${id}`));
        return new Response(null, { status: 204 });
      })
      .on('POST /api/queue', () => {
        const added = aNumberedItem(1, {}, { id: 201 });
        queue.items = [added, ...queue.items];
        return json(added, 201);
      });
    await remove();
    await expectNotice('Removed from Queue', 'Item has been removed from your review queue.');
    expect(screen.queryByRole('article', { name: 'Video number 1' })).not.toBeInTheDocument();
    await user.keyboard('u');
    expect(await screen.findByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    expect(queue.server.sent('POST /api/queue')).toEqual([
      { commentId: 1, priority: 0, autoPost: false, queuedAt: '2026-11-20T09:00:00.000Z' },
    ]);
    // Where the open one goes, the one that takes its place is open.
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus());
    await user.keyboard('j');
    await remove('Video number 2');
    expect(await screen.findByRole('button', { name: 'Video number 3' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    expect(screen.queryByRole('article', { name: 'Video number 2' })).not.toBeInTheDocument();
  });
});
