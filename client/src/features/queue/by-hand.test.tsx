import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPostingStatus } from '../../testing/factories.ts';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-lists.ts';
import { held, json, problem } from '../../testing/fake-server.ts';
import { expectNotice, postNow } from '../../testing/page.ts';
import { openComment, opened, openQueue, openTitle, queryRow } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

const statuses = () => queue.items.map(({ comment }) => comment.status);

describe('by mouse', () => {
  it('opens the clicked comment, and moves on from a decided one', async () => {
    queue.items = [1, 2, 3, 4].map((id) => aNumberedItem(id));
    const { user } = await openQueue();
    await openComment(user, 'Video number 2');
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    expect(openTitle()).toBe('Video number 3');
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
    await openComment(user, 'Video number 4');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(openTitle()).toBe('Video number 1');
    await waitFor(() => expect(statuses()).toEqual(['pending', 'rejected', 'pending', 'approved']));
    // A changed decision stays open.
    await openComment(user, 'Video number 2');
    await user.click(screen.getByRole('button', { name: 'Re-review' }));
    expect(openTitle()).toBe('Video number 2');
  });

  it('opens a row that is pressed right after a decision', async () => {
    const { user } = await openQueue({ pressPause: 60_000 });
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(openTitle()).toBe('Video number 2');
    await openComment(user, 'Video number 1');
  });

  it('takes the second half of a double tap on a row for no decision', async () => {
    const { user } = await openQueue({ pressPause: 60_000 });
    await user.click(screen.getByRole('button', { name: 'List and filters' }));
    await openComment(user, 'Video number 2');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(openTitle()).toBe('Video number 2');
    expect(statuses()).toEqual(['pending', 'pending', 'pending']);
  });

  it('focuses the neighbour of a comment that leaves (rule 12.5)', async () => {
    queue.server.on('DELETE /api/queue/:id', (call) => {
      queue.items = queue.items.filter(({ id }) => !call.path.endsWith(`/${id}`));
      return new Response(null, { status: 204 });
    });
    const { user, client } = await openQueue();
    await openComment(user, 'Video number 2');
    await user.click(screen.getByRole('button', { name: 'Remove from queue' }));
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
    await waitFor(() => expect(queryRow('Video number 2')).toBeNull());
    queue.items = [aNumberedItem(1)];
    await client.invalidateQueries({ queryKey: ['queue'] });
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus());
  });
});

describe('Approve All', () => {
  const question = () => screen.findByRole('alertdialog', { name: /^Approve / });

  it('asks first, and says how many were never opened (rule 12.3)', async () => {
    const { user } = await openQueue();
    await openComment(user, 'Video number 3');
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    expect(await question()).toHaveTextContent('Approve all 3 comments?1 of the 3 was never opened here.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(statuses()).toEqual(['pending', 'pending', 'pending']);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve All' })).toHaveFocus());
    await user.keyboard('k');
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    expect(await question()).not.toHaveTextContent('opened here');
  });

  it('is undone from its toast in one step (rule 12.3)', async () => {
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    await user.click(await screen.findByRole('button', { name: 'Approve 3' }));
    await expectNotice('All Comments Approved', 'All pending comments have been approved.');
    expect(statuses()).toEqual(['approved', 'approved', 'approved']);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await expectNotice('Undid: approved 3 comments');
    expect(statuses()).toEqual(['pending', 'pending', 'pending']);
  });
});

describe('Undo', () => {
  it('undoes the last step, even one that is still running (rule 12.4)', async () => {
    const { user } = await openQueue();
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    const answer = held(null);
    queue.server.once('PATCH /api/comments/:id', async (call) => {
      await answer.answer(call);
      return queue.answerPatch(call);
    });
    await user.keyboard('ru');
    answer.release();
    await expectNotice('Undid: rejected "Video number 2"');
    await waitFor(() => expect(statuses()).toEqual(['approved', 'pending', 'pending']));
  });

  it.each(['a', 'x'])(
    'of %s leaves a text alone that was edited elsewhere since (rule 12.4)',
    async (key) => {
      const { user } = await openQueue();
      await user.keyboard('a');
      await expectNotice('Comment Approved');
      await openComment(user, 'Video number 1');
      if (key === 'x') {
        await user.keyboard('x');
        await expectNotice('Removed from Queue');
      }
      const edited = { content: 'From another tab.', revision: 3 };
      const isRemoved = key === 'x';
      if (isRemoved) queue.changeRemoved(1, edited);
      else queue.change(1, edited);
      await user.keyboard('u');
      await expectNotice('Undo Failed', 'Nothing was undone: it changed since.');
      const left = { revision: 2, inQueue: !isRemoved, scheduledFor: null };
      expect(queue.server.sent('POST /api/comments/:id/undo')).toMatchObject([{ left }]);
    },
  );

  it('undoes two steps on one comment, each as it left it (rule 12.4)', async () => {
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    await openComment(user, 'Video number 1');
    await user.keyboard('r');
    await expectNotice('Comment Updated');
    await user.keyboard('u');
    await expectNotice('Undid: moved to review "Video number 1"');
    await user.keyboard('u');
    await expectNotice('Undid: approved "Video number 1"');
    expect(queue.change(1, {})).toMatchObject({ status: 'pending', revision: 5 });
  });
});

describe('a dialog', () => {
  it('gives the focus back to its opener, or to the neighbour of the card that left (rule 12.5)', async () => {
    queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
    queue.server.on('PATCH /api/queue/:id', (call) => {
      const { scheduledFor } = call.body as { scheduledFor: string };
      queue.items = queue.items.map((item) => (item.id === 101 ? { ...item, scheduledFor } : item));
      return json(queue.items[0]);
    });
    const { user } = await openQueue();
    const opener = (await opened('Video number 1')).getByRole('button', { name: 'Schedule' });
    await user.click(opener);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(opener).toHaveFocus());
    await user.click(opener);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Schedule' }));
    await expectNotice('Comment Scheduled');
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 2' })).toHaveFocus());
  });

  it('gives the focus back through a dialog that followed it (rule 12.5)', async () => {
    queue.items = [aNumberedItem(1, { status: 'approved' })];
    const { user } = await openQueue();
    const opener = screen.getByRole('button', { name: 'Post Approved Now (1)' });
    await user.click(opener);
    await user.click(await screen.findByRole('button', { name: 'Schedule It Instead' }));
    await screen.findByRole('dialog', { name: 'Schedule Approved Comments' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(opener).toHaveFocus());
  });
});

describe('while posting is on hold', () => {
  const nextTryAt = '2026-11-22T09:00:00.000Z';
  const reason = 'YouTube asks us to slow down.';

  beforeEach(() => {
    queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
    const hold = { code: 'rate_limited_by_youtube', reason, attempts: 2, nextTryAt };
    queue.server
      .on('GET /api/posting-status', aPostingStatus({ hold }))
      .on('POST /api/comments/:id/post', (call) =>
        (call.body as { underHold?: boolean }).underHold
          ? json(queue.change(commentIdIn(call), { status: 'posted' }))
          : problem(409, 'posting_held', reason),
      );
  });

  it('says why and until when, and tries one comment only when asked (rule 7.7)', async () => {
    const { user } = await openQueue();
    await postNow(user, 'Video number 1');
    const question = within(await screen.findByRole('alertdialog', { name: 'Posting is on hold' }));
    expect(question.getByText(reason)).toBeInTheDocument();
    expect((await question.findByText(/^Chime In tries again on/)).querySelector('time')).toHaveAttribute(
      'datetime',
      nextTryAt,
    );
    expect(await question.findByText('Ada on Systems')).toBeInTheDocument();
    expect(screen.queryByText('Posting Failed')).not.toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Keep' }));
    expect(queue.server.sent('POST /api/comments/:id/post')).toEqual([{ revision: 1 }]);
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus());
    await postNow(user, 'Video number 1');
    await user.click(await screen.findByRole('button', { name: 'Try This One' }));
    await expectNotice('Comment Posted to YouTube!');
    expect(queue.server.sent('POST /api/comments/:id/post').at(-1)).toEqual({ revision: 1, underHold: true });
  });

  it('stops bulk posting after the first refusal (rule 7.7)', async () => {
    queue.items = [1, 2, 3, 4, 5, 6].map((id) => aNumberedItem(id, { status: 'approved' }));
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Post Approved Now (6)' }));
    await user.click(await screen.findByRole('button', { name: 'Post 6 Now' }));
    await expectNotice('Bulk Posting Failed', reason);
    expect(queue.server.sent('POST /api/comments/:id/post')).toHaveLength(4);
  });
});
