import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { newestUnsavedEdits, writeUnsavedEdit } from '../../lib/unsaved.ts';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-lists.ts';
import { brokenOff, held, json, problem } from '../../testing/fake-server.ts';
import { drawn, expectNotice } from '../../testing/page.ts';
import { editor, listed, openQueue, openTitle, rowOf } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

const numbered = (count: number, of: (id: number) => Partial<Comment> = () => ({})) =>
  Array.from({ length: count }, (_, index) => aNumberedItem(index + 1, of(index + 1)));

/** The pages asked for; not rows by their ids, and not ids alone. */
const pages = () =>
  queue.server.calls.filter(({ path, query }) => path === '/api/queue' && query['limit'] === '50');
const statusesOf = (from: number, to: number) =>
  new Set(queue.items.slice(from, to).map(({ comment }) => comment.status));

const scrollTo = (top: number) => {
  const scroller = screen.getByRole('list', { name: 'Comments to review' }).parentElement as HTMLElement;
  scroller.scrollTop = top;
  fireEvent.scroll(scroller);
};

beforeEach(() => {
  queue = createFakeQueue();
  queue.items = numbered(120);
});

describe('a long queue', () => {
  it('loads fifty at a time as it is scrolled, mounts only cards near the window, and keeps what is typed', async () => {
    const { user } = await openQueue();
    expect(await screen.findByRole('button', { name: 'All 120' })).toBeInTheDocument();
    expect(await screen.findByText('120 left to review, about 120 minutes')).toBeInTheDocument();
    await user.type(editor(), ', mended');
    expect(pages()).toHaveLength(1);
    scrollTo(4_000);
    await waitFor(() => expect(pages()).toHaveLength(2));
    await drawn();
    scrollTo(6_500);
    await waitFor(() => expect(listed()).toContain('Video number 80'));
    expect(rowOf('Video number 80').closest('li')).toHaveAttribute('aria-setsize', '120');
    expect(listed().length).toBeLessThan(40);
    expect(editor()).toHaveFocus();
    expect(editor()).toHaveValue('Draft number 1, mended');
  });

  it('offers the next page again when it could not be loaded (rule 2.5)', async () => {
    const { user } = await openQueue();
    queue.server.on('GET /api/queue', brokenOff);
    scrollTo(4_000);
    expect(await screen.findByText('The next comments could not be loaded.')).toBeInTheDocument();
    queue.server.on('GET /api/queue', queue.answerList);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    scrollTo(6_500);
    await waitFor(() => expect(listed()).toContain('Video number 80'));
  });

  it('opens the next pending comment in a further page, or else starts over', async () => {
    const decided = (id: number) => id !== 1 && id !== 50 && id !== 110;
    queue.items = numbered(120, (id) => (decided(id) ? { status: 'rejected' } : {}));
    const { user } = await openQueue();
    await screen.findByText(/^3 left to review/);
    await user.keyboard('a');
    expect(openTitle()).toBe('Video number 50');
    await user.keyboard('k');
    await user.keyboard('j');
    await user.keyboard('r');
    await expectNotice('Comment Rejected');
    await waitFor(() => expect(openTitle()).toBe('Video number 110'));
    queue.change(1, { status: 'pending', revision: 5 });
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    // The other tab's change is not loaded yet, and nothing else is pending.
    expect(openTitle()).toBe('Video number 110');
  });

  it('keeps the typed text open when rows above push it behind the loaded pages (rule 2.20)', async () => {
    const { user, client } = await openQueue();
    await user.type(editor(), ', mended');
    queue.items = [
      ...Array.from({ length: 60 }, (_, index) => aNumberedItem(200 + index, {}, { priority: 1 })),
      ...queue.items,
    ];
    await client.invalidateQueries({ queryKey: ['queue'] });
    expect(await screen.findByRole('button', { name: 'All 180' })).toBeInTheDocument();
    await waitFor(() => expect(editor()).toHaveValue('Draft number 1, mended'));
    await waitFor(() => expect(editor()).toHaveFocus());
  });
});

describe('a bulk action', () => {
  const approveAll = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Approve All' }));
    await user.click(await screen.findByRole('button', { name: /^Approve \d+$/ }));
  };

  it('reaches comments outside the loaded pages, with their unsaved edits (rules 12.3, 12.6)', async () => {
    writeUnsavedEdit(115, 1, 'Typed days ago.');
    const { user } = await openQueue();
    await approveAll(user);
    await expectNotice('All Comments Approved');
    expect(statusesOf(0, 120)).toEqual(new Set(['approved']));
    expect(queue.change(115, {}).content).toBe('Typed days ago.');
    expect(newestUnsavedEdits().size).toBe(0);
    const sent = queue.server.calls.filter(({ method }) => method === 'PATCH');
    expect(sent).toHaveLength(121);
    for (const { body } of sent) expect(body).toMatchObject({ revision: expect.any(Number) });
    // The ids, the edited comment, and at the end the page in view: nothing for each comment.
    await drawn();
    expect(queue.server.sent('GET /api/queue').length).toBeLessThanOrEqual(4);
    await user.keyboard('u');
    await expectNotice('Undid: approved 120 comments');
    expect(statusesOf(0, 120)).toEqual(new Set(['pending']));
  });

  it('shows how far it is, and stops (rule 12.3)', async () => {
    const answer = held(null);
    queue.server.on('PATCH /api/comments/:id', async (call) => {
      if (commentIdIn(call) > 90) await answer.answer(call);
      return queue.answerPatch(call);
    });
    const { user } = await openQueue();
    await approveAll(user);
    expect(await screen.findByText('Approving 91 of 120…')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.getByRole('button', { name: 'Stopping…' })).toBeDisabled();
    answer.release();
    await expectNotice('Stopped', '96 of 120 comments were approved.');
    expect(queue.server.sent('PATCH /api/comments/:id')).toHaveLength(96);
    expect(statusesOf(96, 120)).toEqual(new Set(['pending']));
    expect(await screen.findByText(/^24 left to review/)).toBeInTheDocument();
    queue.server.on('PATCH /api/comments/:id', queue.answerPatch);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await expectNotice('Undid: approved 96 comments');
    expect(statusesOf(0, 120)).toEqual(new Set(['pending']));
  });

  it('shows in the schedule dialog how far it is, and stops there too', async () => {
    queue.items = numbered(12, () => ({ status: 'approved' }));
    const answer = held(null);
    queue.server.on('PATCH /api/queue/:id', async (call) => {
      await answer.answer(call);
      const item = queue.items.find(({ id }) => call.path.endsWith(`/${id}`));
      return json({ ...item, ...(call.body as object) });
    });
    const { user } = await openQueue();
    await user.click(await screen.findByRole('button', { name: 'Schedule Approved (12)' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Approved Comments' }));
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await dialog.findByText('Scheduling 1 of 12…')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Stop' }));
    answer.release();
    await expectNotice('Stopped', '6 of 12 comments were scheduled.');
    expect(queue.server.sent('PATCH /api/queue/:id')).toHaveLength(6);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('leaves alone what was changed elsewhere after it was counted (rule 3.3)', async () => {
    const { user } = await openQueue();
    await user.click(await screen.findByRole('button', { name: 'Approve All' }));
    const question = await screen.findByRole('button', { name: 'Approve 120' });
    queue.change(100, { content: 'From elsewhere', revision: 2 });
    queue.server.on('PATCH /api/comments/:id', (call) => {
      const current = queue.change(commentIdIn(call), {});
      if ((call.body as { revision: number }).revision === current.revision) return queue.answerPatch(call);
      return problem(409, 'revision_conflict', 'It was changed elsewhere.', { current });
    });
    await user.click(question);
    await expectNotice(
      'Failed to approve all comments',
      '119 of 120 were approved. It was changed elsewhere.',
    );
    expect(queue.change(100, {}).status).toBe('pending');
  });

  it('says why it could not begin', async () => {
    const { user } = await openQueue();
    await screen.findByRole('button', { name: 'Approve All' });
    queue.server.on('GET /api/queue', () => problem(503, 'database_unavailable', 'The database is away.'));
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    await expectNotice('Failed to approve all comments', 'The database is away.');
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
  });
});
