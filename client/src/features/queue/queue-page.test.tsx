import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comment } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { aComment, aPostingStatus, aQueueItem, aVideo, someStats } from '../../testing/factories.ts';
import {
  type Call,
  createFakeServer,
  type FakeServer,
  held,
  json,
  problem,
} from '../../testing/fake-server.ts';
import { renderPage } from '../../testing/render.tsx';
import { QueuePage } from './queue-page.tsx';

let server: FakeServer;
let queue: QueueItem[];

const anItem = (id: number, comment: Partial<Comment> = {}, over: Partial<QueueItem> = {}): QueueItem =>
  aQueueItem({
    id: 100 + id,
    comment: aComment({
      id,
      content: `Draft number ${id}`,
      video: aVideo({ id, title: `Video number ${id}` }),
      ...comment,
    }),
    ...over,
  });

const commentIn = ({ path }: Call): number => Number(/\d+/.exec(path)?.[0]);

function change(commentId: number, patch: Partial<Comment>): Comment {
  queue = queue.map((item) =>
    item.commentId === commentId ? { ...item, comment: { ...item.comment, ...patch } } : item,
  );
  const item = queue.find((each) => each.commentId === commentId);
  if (!item) throw new Error(`comment ${commentId} is not queued`);
  return item.comment;
}

/** Takes texts and statuses as the real one does, with its revisions. */
function answerPatch(call: Call): Response {
  const body = call.body as { content?: string; status?: Comment['status'] };
  const id = commentIn(call);
  const before = change(id, {});
  const { content = before.content, status = before.status } = body;
  return json(change(id, { content, status, revision: before.revision + 1 }));
}

beforeEach(() => {
  queue = [anItem(1), anItem(2), anItem(3)];
  server = createFakeServer()
    .on('GET /api/queue', () => json(queue))
    .on('GET /api/stats', someStats())
    .on('GET /api/comments', [])
    .on('GET /api/posting-status', aPostingStatus())
    .on('PATCH /api/comments/:id', answerPatch);
});

const card = async (title: string) => within(await screen.findByRole('article', { name: title }));
const editor = () => screen.getByRole('textbox', { name: 'Comment' });

async function opened() {
  const page = renderPage(<QueuePage />, '/queue');
  await screen.findByRole('article', { name: 'Video number 1' });
  return page;
}

describe('what is shown', () => {
  it('offers to discover videos while there is nothing', async () => {
    queue = [];
    renderPage(<QueuePage />, '/queue');
    expect(await screen.findByRole('heading', { name: 'Queue is Empty' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Discover Videos' })).toHaveAttribute('href', '/discover');
    expect(screen.queryByRole('button', { name: 'Approve All' })).not.toBeInTheDocument();
  });

  it('leaves out what is scheduled or posted, and opens the first of the rest', async () => {
    queue = [
      anItem(1, { status: 'approved' }, { scheduledFor: '2026-11-22T09:00:00.000Z' }),
      anItem(2, { status: 'posted' }),
      anItem(3),
    ];
    renderPage(<QueuePage />, '/queue');
    const third = await card('Video number 3');
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(third.getByText('82/100 Quality')).toBeInTheDocument();
    expect(third.getByText('12.3K views')).toBeInTheDocument();
    expect(third.getByText('Pending')).toBeInTheDocument();
    expect(editor()).toHaveValue('Draft number 3');
    expect(screen.getByText('14/2000')).toBeInTheDocument();
    expect(screen.getByText('1 left to review, about 1 minute')).toBeInTheDocument();
  });

  it('says what went wrong, and tries again when asked', async () => {
    server.on('GET /api/queue', () => problem(503, 'database_unavailable', 'The database is away.'));
    const { user } = renderPage(<QueuePage />, '/queue');
    expect(await screen.findByText(/The database is away\./)).toBeInTheDocument();
    server.on('GET /api/queue', () => json(queue));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
  });

  it('offers by status what can be done', async () => {
    queue = [
      anItem(1),
      anItem(2, { status: 'approved' }),
      anItem(3, { status: 'rejected' }),
      anItem(4, { status: 'failed', failureCode: 'processing_failure', failureReason: 'It did not work.' }),
      anItem(5, { status: 'failed', failureCode: 'comments_off', failureReason: 'Comments are off.' }),
    ];
    await opened();
    const names = async (title: string) =>
      (await card(title)).getAllByRole('button').map((button) => button.textContent);
    expect(await names('Video number 1')).toEqual(['Video number 1', 'Approve', 'Reject', '']);
    expect(await names('Video number 2')).toEqual(['Video number 2', 'Post Now', 'Schedule', '']);
    expect(await names('Video number 3')).toEqual(['Video number 3', 'Re-review', '']);
    expect(await names('Video number 4')).toEqual(['Video number 4', 'Retry', '']);
    expect(await names('Video number 5')).toEqual(['Video number 5', 'Remove', 'Retry', '']);
    expect((await card('Video number 4')).getByText('It did not work.')).toBeInTheDocument();
  });

  it('says when an approved comment goes out by itself', async () => {
    const dueAt = new Date(Date.now() + 5.5 * 3_600_000).toISOString();
    queue = [anItem(1, { status: 'approved' }, { autoPost: true, dueAt })];
    await opened();
    expect(screen.getByText('Auto-post enabled')).toBeInTheDocument();
    expect(screen.getByText(/Goes out by itself in 5h/)).toBeInTheDocument();
  });

  it('lets nothing be changed while it is being posted', async () => {
    const posting = { state: 'confirming', reason: 'We are looking.', nextTryAt: null } as const;
    queue = [anItem(1, { status: 'approved', posting })];
    await opened();
    expect(screen.getByText(/Waiting for YouTube to confirm it\. We are looking\./)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Post Now' })).toBeDisabled();
    expect(editor()).toHaveAttribute('readonly');
    expect(screen.queryByRole('button', { name: /Post Approved Now/ })).not.toBeInTheDocument();
  });
});

describe('editing', () => {
  it('shows Save and Cancel only once something was typed, and stores it with its revision', async () => {
    const { user } = await opened();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    await user.type(editor(), ', mended');
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Comment Saved')).toBeInTheDocument();
    expect(server.sent('PATCH /api/comments/:id')).toEqual([
      { content: 'Draft number 1, mended', revision: 1 },
    ]);
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('goes back to the stored text on Cancel', async () => {
    const { user } = await opened();
    await user.type(editor(), ', mended');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(editor()).toHaveValue('Draft number 1');
  });

  it('keeps unsaved text over a reload', async () => {
    const first = await opened();
    await first.user.type(editor(), ', mended');
    first.unmount();
    await opened();
    expect(editor()).toHaveValue('Draft number 1, mended');
    expect(screen.getByText('Not saved')).toBeInTheDocument();
  });

  it('keeps text, caret and focus while the list changes under it', async () => {
    const { user, client } = await opened();
    await user.type(editor(), ', mended');
    const field = editor();
    queue = [anItem(7), ...queue.slice(0, 2)];
    await client.invalidateQueries({ queryKey: ['queue'] });
    await screen.findByRole('article', { name: 'Video number 7' });
    expect(editor()).toBe(field);
    expect(field).toHaveFocus();
    expect(field).toHaveValue('Draft number 1, mended');
  });

  it('moves what was typed along when only the status changed elsewhere', async () => {
    const { user, client } = await opened();
    await user.type(editor(), ', mended');
    change(1, { status: 'approved', revision: 2 });
    await client.invalidateQueries({ queryKey: ['queue'] });
    expect(await screen.findByRole('button', { name: 'Post Now' })).toBeInTheDocument();
    expect(screen.queryByText(/changed elsewhere/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Comment Saved');
    expect(server.sent('PATCH /api/comments/:id')).toEqual([
      { content: 'Draft number 1, mended', revision: 2 },
    ]);
  });

  it('shows both texts when it was changed elsewhere, and stores the chosen one', async () => {
    const { user } = await opened();
    server.on('PATCH /api/comments/:id', () => {
      server.on('PATCH /api/comments/:id', answerPatch);
      const current = { content: 'From the other tab', status: 'pending', revision: 4 };
      return problem(409, 'revision_conflict', 'It was changed somewhere else.', { current });
    });
    change(1, { content: 'From the other tab', revision: 4 });
    await user.type(editor(), ', mended');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Save Failed')).toBeInTheDocument();
    expect(await screen.findByText('From the other tab')).toBeInTheDocument();
    expect(editor()).toHaveValue('Draft number 1, mended');
    await user.click(screen.getByRole('button', { name: 'Keep my text' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Comment Saved');
    expect(server.sent('PATCH /api/comments/:id').at(-1)).toEqual({
      content: 'Draft number 1, mended',
      revision: 4,
    });
  });
});

describe('a long queue', () => {
  it('mounts only what is near the window, and keeps the text being typed', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(104);
    queue = Array.from({ length: 5_000 }, (_, index) => anItem(index + 1));
    const { user } = await opened();
    expect(screen.getAllByRole('article').length).toBeLessThan(40);
    await user.type(editor(), ', mended');
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(200_000);
    fireEvent.scroll(window);
    await screen.findByRole('article', { name: 'Video number 1756' });
    expect(screen.getAllByRole('article').length).toBeLessThan(40);
    expect(editor()).toHaveFocus();
    expect(editor()).toHaveValue('Draft number 1, mended');
  });
});

describe('deciding', () => {
  it('approves at once, says so, and refreshes the queue and the figures', async () => {
    const answer = held(null);
    server.on('PATCH /api/comments/:id', async (call) => {
      await answer.answer(call);
      return answerPatch(call);
    });
    const { user } = await opened();
    await user.click((await card('Video number 1')).getByRole('button', { name: 'Approve' }));
    expect(await (await card('Video number 1')).findByText('Approved')).toBeInTheDocument();
    answer.release();
    expect(await screen.findByText('Comment has been marked as approved.')).toBeInTheDocument();
    expect(server.sent('PATCH /api/comments/:id')).toEqual([{ status: 'approved', revision: 1 }]);
    await waitFor(() => expect(server.sent('GET /api/stats')).toBeDefined());
  });

  it('goes back where the server refuses', async () => {
    server.on('PATCH /api/comments/:id', () => problem(409, 'being_posted', 'It is being posted.'));
    const { user } = await opened();
    await user.click((await card('Video number 1')).getByRole('button', { name: 'Reject' }));
    expect(await screen.findByText('Update Failed')).toBeInTheDocument();
    expect(screen.getByText('It is being posted.')).toBeInTheDocument();
    expect((await card('Video number 1')).getByText('Pending')).toBeInTheDocument();
  });

  it('stores what was typed before it approves, and stops where that fails', async () => {
    const { user } = await opened();
    await user.type(editor(), ', mended');
    server.on('PATCH /api/comments/:id', () => problem(503, 'database_unavailable', 'The database is away.'));
    await user.click((await card('Video number 1')).getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Save Failed')).toBeInTheDocument();
    expect(server.sent('PATCH /api/comments/:id')).toHaveLength(1);
    expect(editor()).toHaveValue('Draft number 1, mended');
    server.on('PATCH /api/comments/:id', answerPatch);
    await user.click((await card('Video number 1')).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Comment Approved');
    expect(server.sent('PATCH /api/comments/:id').slice(1)).toEqual([
      { content: 'Draft number 1, mended', revision: 1 },
      { status: 'approved', revision: 2 },
    ]);
  });

  it('asks before an unconfirmed comment is tried again', async () => {
    queue = [anItem(1, { status: 'failed', failureCode: 'unconfirmed', failureReason: 'Not confirmed.' })];
    server.on('PATCH /api/comments/:id', (call) =>
      (call.body as { confirmMayBeHeld?: boolean }).confirmMayBeHeld
        ? answerPatch(call)
        : problem(409, 'unconfirmed', 'It may be held for review.'),
    );
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('alertdialog', { name: 'It may be held for review' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Approve It Again' }));
    expect(await screen.findByText('Comment Approved')).toBeInTheDocument();
    expect(server.sent('PATCH /api/comments/:id').at(-1)).toEqual({
      status: 'approved',
      revision: 1,
      confirmMayBeHeld: true,
    });
  });

  it('approves all, six at a time, typed texts first', async () => {
    queue = Array.from({ length: 9 }, (_, index) => anItem(index + 1));
    let open = 0;
    let most = 0;
    server.on('PATCH /api/comments/:id', async (call) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 2));
      open -= 1;
      return answerPatch(call);
    });
    const { user } = await opened();
    await user.type(editor(), ', mended');
    await user.click(screen.getByRole('button', { name: 'Approve All' }));
    expect(await screen.findByText('All pending comments have been approved.')).toBeInTheDocument();
    const sent = server.sent('PATCH /api/comments/:id');
    expect(sent[0]).toEqual({ content: 'Draft number 1, mended', revision: 1 });
    expect(sent).toHaveLength(10);
    expect(most).toBe(6);
    expect(screen.queryByRole('button', { name: 'Approve All' })).not.toBeInTheDocument();
  });
});

describe('posting', () => {
  beforeEach(() => {
    queue = [anItem(1, { status: 'approved' }), anItem(2, { status: 'approved' }), anItem(3)];
  });

  const answerPost = (call: Call) => json(change(commentIn(call), { status: 'posted' }));

  it('posts one, and takes it off the list', async () => {
    server.on('POST /api/comments/:id/post', answerPost);
    const { user } = await opened();
    await user.click((await card('Video number 1')).getByRole('button', { name: 'Post Now' }));
    expect(await screen.findByText('Comment Posted to YouTube!')).toBeInTheDocument();
    expect(server.sent('POST /api/comments/:id/post')).toEqual([{ revision: 1 }]);
    expect(screen.queryByRole('article', { name: 'Video number 1' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Video number 2' })).toHaveAttribute('aria-expanded', 'true');
  });

  it('shows that YouTube has not confirmed yet', async () => {
    const posting = { state: 'confirming', reason: 'We are looking.', nextTryAt: null } as const;
    server.on('POST /api/comments/:id/post', (call) => json(change(commentIn(call), { posting }), 202));
    const { user } = await opened();
    await user.click((await card('Video number 1')).getByRole('button', { name: 'Post Now' }));
    expect(await screen.findByText(/Waiting for YouTube to confirm it/)).toBeInTheDocument();
    expect(screen.queryByText('Comment Posted to YouTube!')).not.toBeInTheDocument();
  });

  it('says why a post was refused', async () => {
    server.on('POST /api/comments/:id/post', () => problem(429, 'quota_spent', 'The quota is used up.'));
    const { user } = await opened();
    await user.click((await card('Video number 1')).getByRole('button', { name: 'Post Now' }));
    expect(await screen.findByText('Posting Failed')).toBeInTheDocument();
    expect(screen.getByText('The quota is used up.')).toBeInTheDocument();
    expect((await card('Video number 1')).getByRole('button', { name: 'Post Now' })).toBeEnabled();
  });

  it('asks once before it posts all approved, with their number and the channel', async () => {
    server.on('POST /api/comments/:id/post', answerPost);
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Post Approved Now (2)' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Post 2 comments now?' }));
    expect(await question.findByText('Ada on Systems')).toBeInTheDocument();
    await user.click(question.getByRole('button', { name: 'Post 2 Now' }));
    expect(await screen.findByText('Successfully posted 2 comment(s) to YouTube.')).toBeInTheDocument();
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('says when none could be posted', async () => {
    server.on('POST /api/comments/:id/post', () => problem(409, 'posting_paused', 'Posting is paused.'));
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Post Approved Now (2)' }));
    await user.click(await screen.findByRole('button', { name: 'Post 2 Now' }));
    expect(await screen.findByText('Bulk Posting Failed')).toBeInTheDocument();
    expect(screen.getByText(/^Failed to post all comments/)).toBeInTheDocument();
  });

  it('spaces them out instead, exactly as the preview shows', async () => {
    server.on('PATCH /api/queue/:id', (call) => {
      const item = queue.find(({ id }) => call.path.endsWith(`/${id}`));
      const { scheduledFor } = call.body as { scheduledFor: string };
      return json({ ...item, scheduledFor, autoPost: true, dueAt: scheduledFor });
    });
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Post Approved Now (2)' }));
    await user.click(await screen.findByRole('button', { name: 'Space Them Out Instead' }));
    await user.click(await screen.findByRole('radio', { name: 'Hourly' }));
    const shown = within(screen.getByRole('dialog'))
      .getAllByRole('listitem')
      .map((line) => line.querySelector('time')?.dateTime);
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText('2 comments scheduled with 1-1.5 hour intervals.')).toBeInTheDocument();
    const sent = server.sent('PATCH /api/queue/:id') as { scheduledFor: string; autoPost: boolean }[];
    expect(sent.map(({ scheduledFor }) => scheduledFor)).toEqual(shown);
    expect(sent.every(({ autoPost }) => autoPost)).toBe(true);
  });
});

describe('scheduling one', () => {
  beforeEach(() => {
    queue = [anItem(1, { status: 'approved' }), anItem(2)];
  });

  it('offers the quick times and sends what the preview shows', async () => {
    server.on('PATCH /api/queue/:id', (call) => {
      const { scheduledFor } = call.body as { scheduledFor: string };
      queue = [{ ...anItem(1, { status: 'approved' }), scheduledFor, autoPost: true }, anItem(2)];
      return json(queue[0]);
    });
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    await user.click(dialog.getByRole('radio', { name: '20 min' }));
    const shown = dialog.getByTestId('schedule-preview').querySelector('time')?.dateTime;
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText('Comment has been scheduled for posting.')).toBeInTheDocument();
    expect(server.sent('PATCH /api/queue/:id')).toEqual([
      { queueId: 101, scheduledFor: shown, autoPost: true },
    ]);
    expect(screen.queryByRole('article', { name: 'Video number 1' })).not.toBeInTheDocument();
  });

  it('keeps the dialog open with the reason where the server refuses', async () => {
    server.on('PATCH /api/queue/:id', () => problem(409, 'not_approved', 'Approve it first.'));
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await dialog.findByText('Approve it first.')).toBeInTheDocument();
    expect(screen.getByText('Scheduling Failed')).toBeInTheDocument();
  });

  it('refuses a custom time in the past, and warns of a plan that passes the daily limit', async () => {
    server.on('GET /api/posting-status', aPostingStatus({ dailyCap: 1, postedToday: 1 }));
    const { user } = await opened();
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    expect(await dialog.findByText(/your daily limit is 1/)).toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Custom' }));
    await user.clear(dialog.getByLabelText('Date and time'));
    await user.type(dialog.getByLabelText('Date and time'), '2020-01-01T10:00');
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(dialog.getByText('That time has passed. Choose one later than now.')).toBeInTheDocument();
    expect(server.sent('PATCH /api/queue/:id')).toEqual([]);
  });
});

describe('removing and undoing', () => {
  it('removes at once and brings it back with its place', async () => {
    server
      .on('DELETE /api/queue/:id', (call) => {
        queue = queue.filter(({ id }) => !call.path.endsWith(`/${id}`));
        return new Response(null, { status: 204 });
      })
      .on('POST /api/queue', () => {
        queue = [anItem(1), ...queue];
        return json(anItem(1), 201);
      });
    const { user } = await opened();
    await user.click((await card('Video number 1')).getByRole('button', { name: 'Remove from queue' }));
    expect(await screen.findByText('Removed from Queue')).toBeInTheDocument();
    expect(screen.queryByRole('article', { name: 'Video number 1' })).not.toBeInTheDocument();
    await user.keyboard('u');
    expect(await screen.findByRole('article', { name: 'Video number 1' })).toBeInTheDocument();
    expect(server.sent('POST /api/queue')).toEqual([
      { commentId: 1, priority: 0, autoPost: false, queuedAt: '2026-11-20T09:00:00.000Z' },
    ]);
  });
});

describe('by keyboard', () => {
  it('moves, approves and goes on to the next, and takes it back step by step', async () => {
    const { user } = await opened();
    await user.keyboard('j');
    expect(screen.getByRole('article', { name: 'Video number 2' })).toHaveFocus();
    await user.keyboard('a');
    await screen.findByText('Comment Approved');
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
    await user.keyboard('r');
    await screen.findByText('Comment Rejected');
    await user.keyboard('u');
    await waitFor(() =>
      expect(queue.map(({ comment }) => comment.status)).toEqual(['pending', 'approved', 'pending']),
    );
    await user.keyboard('u');
    await waitFor(() =>
      expect(queue.map(({ comment }) => comment.status)).toEqual(['pending', 'pending', 'pending']),
    );
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 2' })).toHaveFocus());
  });

  it('edits with e, and leaves the text with Escape without pressing anything else', async () => {
    const { user } = await opened();
    await user.keyboard('e');
    expect(editor()).toHaveFocus();
    await user.keyboard('ax');
    expect(editor()).toHaveValue('Draft number 1ax');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
    expect(server.calls.some(({ method }) => method !== 'GET')).toBe(false);
  });

  it('posts only after p and then Enter', async () => {
    queue = [anItem(1, { status: 'approved' })];
    server.on('POST /api/comments/:id/post', (call) => json(change(commentIn(call), { status: 'posted' })));
    const { user } = await opened();
    await user.keyboard('{Enter}p');
    expect(screen.getByText('Press Enter to Post')).toBeInTheDocument();
    await user.keyboard('{Escape}{Enter}');
    expect(server.sent('POST /api/comments/:id/post')).toEqual([]);
    await user.keyboard('p{Enter}');
    expect(await screen.findByText('Comment Posted to YouTube!')).toBeInTheDocument();
    expect(server.sent('POST /api/comments/:id/post')).toHaveLength(1);
  });

  it('shows the keys with ?, and has none when they are switched off', async () => {
    localStorage.setItem('chime-in.shortcuts', 'off');
    const { user } = await opened();
    await user.keyboard('a?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(server.sent('PATCH /api/comments/:id')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));
    expect(await screen.findByText('They are switched off on this browser.')).toBeInTheDocument();
  });
});
