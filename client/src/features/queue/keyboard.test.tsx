import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anAnalysis } from '../../testing/factories.ts';
import { aNumberedItem, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { aDraftStream, held, json, problem } from '../../testing/fake-server.ts';
import { drawn, expectNotice } from '../../testing/page.ts';
import { editor, openQueue, openTitle, postAs, renderQueue, rowOf } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;
const statuses = () => queue.items.map(({ comment }) => comment.status);

beforeEach(() => {
  queue = createFakeQueue();
});

describe('by keyboard', () => {
  it('moves, approves and opens the next, and undoes step by step (rules 12.2, 12.4)', async () => {
    const { user } = await openQueue();
    for (const [key, id] of [
      ['j', 2],
      ['k', 1],
      ['{ArrowDown}', 2],
      ['{ArrowDown}', 3],
      ['{ArrowUp}', 2],
    ] as const) {
      await user.keyboard(key);
      expect(screen.getByRole('article', { name: `Video number ${id}` })).toHaveFocus();
    }
    rowOf('Video number 1').focus();
    await user.keyboard('{Enter}');
    expect(openTitle()).toBe('Video number 1');
    expect(rowOf('Video number 1')).toHaveAttribute('aria-current', 'true');
    await user.keyboard('j');
    await user.keyboard('a');
    await screen.findByText('Comment Approved');
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
    await user.keyboard('r');
    await screen.findByText('Comment Rejected');
    // After the last comment, the first pending one opens.
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
    await user.keyboard('u');
    await waitFor(() => expect(statuses()).toEqual(['pending', 'approved', 'pending']));
    await user.keyboard('u');
    await waitFor(() => expect(statuses()).toEqual(['pending', 'pending', 'pending']));
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 2' })).toHaveFocus());
  });

  it('shows the shortcuts even if the queue is empty', async () => {
    queue.items = [];
    const { user } = renderQueue();
    await screen.findByText('Queue is Empty');
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument();
  });

  it('edits with e, and leaves the editor with Escape (rule 12.2)', async () => {
    const { user } = await openQueue();
    await user.keyboard('?');
    expect(await screen.findByText('For the open comment.')).toBeInTheDocument();
    expect(screen.getByText(/^Switch them off in/)).toBeInTheDocument();
    await user.keyboard('{Escape}e');
    expect(editor()).toHaveFocus();
    await user.keyboard('ax');
    expect(editor()).toHaveValue('Draft number 1ax');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
    // Keys with Ctrl, Meta or Alt belong to the browser.
    for (const held of ['Control', 'Meta', 'Alt']) await user.keyboard(`{${held}>}ar{/${held}}`);
    expect(queue.server.calls.some(({ method }) => method !== 'GET')).toBe(false);
  });

  it('saves with Ctrl Enter, after which the shortcuts work again (rule 12.2)', async () => {
    const { user } = await openQueue();
    await user.keyboard('e!{Control>}{Enter}{/Control}');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
    await screen.findByText('Comment Saved');
    // Simulates Caps Lock.
    fireEvent.keyDown(document.body, { key: 'A' });
    await screen.findByText('Comment Approved');
    expect(queue.items[0]?.comment).toMatchObject({ content: 'Draft number 1!', status: 'approved' });
    // A text that cannot be saved keeps the focus.
    await user.keyboard('e');
    await user.clear(editor());
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(editor()).toHaveFocus();
  });

  it('shows the end of the list after the last decision, and undo reopens the comment (rule 12.2)', async () => {
    const times = ['2126-11-30T12:00:00.000Z', '2126-12-04T12:00:00.000Z'];
    const onTheirWay = times.map((at, index) =>
      aNumberedItem(10 + index, { status: 'approved' }, { scheduledFor: at, dueAt: at }),
    );
    queue.items = [...queue.items, ...onTheirWay];
    queue.server.on('GET /api/outcomes/summary', { hiddenThisWeek: 0, newReplies: 1 });
    const { user } = await openQueue();
    await user.keyboard('ar');
    await user.keyboard('a');
    const end = await screen.findByRole('region', { name: 'That was the last one' });
    expect(end).toHaveFocus();
    await waitFor(() =>
      expect(
        within(end)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['3 decided', '2 go out until Dec 4', '2 approved without a time', '1 reply waits']),
    );
    expect(within(end).getByRole('link', { name: /go out/ })).toHaveAttribute('href', '/scheduled');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    await user.keyboard('k');
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
    await user.keyboard('u');
    await waitFor(() => expect(queue.items[2]?.comment.status).toBe('pending'));
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
  });

  it('clears the rejected comments, and one press undoes it (rule 12.3)', async () => {
    queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'rejected' }));
    renderQueue();
    const end = within(await screen.findByRole('region', { name: 'That was the last one' }));
    fireEvent.click(await end.findByRole('button', { name: 'Clear Rejected (2)' }));
    await expectNotice('Removed from Queue', /^2 rejected comments removed\./);
    expect(queue.items).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await expectNotice('Undid: removed 2 comments');
    expect(statuses()).toEqual(['rejected', 'rejected']);
  });

  describe('g', () => {
    const redrafts = 'POST /api/comments/:id/regenerate';
    const answerRedraft = (content: string) =>
      queue.answerStep(
        1,
        () => {
          const revision = queue.change(1, {}).revision + 1;
          const comment = queue.change(1, { content, status: 'pending', revision });
          return json({ comment, analysis: anAnalysis(), alternatives: [] });
        },
        true,
      );

    beforeEach(() => {
      queue.items = [aNumberedItem(1, { status: 'approved' }), aNumberedItem(2)];
      queue.server.on(redrafts, () => answerRedraft('Half of it.'));
    });

    it('asks for another take by g and Enter, without a wish (rule 8.14)', async () => {
      const stream = aDraftStream();
      queue.server.once(redrafts, stream.answer);
      const { user } = await openQueue({ query: '?comment=1' });
      await user.keyboard('g');
      expect(screen.getByRole('button', { name: 'Another take' })).toHaveFocus();
      await user.keyboard('{Enter}');
      stream.send({ name: 'done', data: await answerRedraft('From another angle.').json() });
      await expectNotice('Comment Redrafted');
      expect(queue.server.sent(redrafts)).toEqual([{ style: 'insightful' }]);
    });

    it('redrafts by streaming in place, and u restores each text and approval (rules 8.14, 12.4)', async () => {
      const stream = aDraftStream();
      queue.server.once(redrafts, stream.answer);
      const { user } = await openQueue({ query: '?comment=1' });
      await user.keyboard('e!{Escape}?');
      fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
      // Press the key before the dialog has returned the focus.
      fireEvent.keyDown(document.body, { key: 'g' });
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      expect(screen.getByRole('button', { name: 'Another take' })).toHaveFocus();
      await user.tab();
      expect(screen.getByRole('button', { name: 'Shorter' })).toHaveFocus();
      await user.keyboard('{Enter}');
      expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
      stream.words('Half of');
      await waitFor(() => expect(editor()).toHaveValue('Half of'));
      // A text that is being written can be neither decided nor removed.
      await user.keyboard('rxs');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
      const redrafted = answerRedraft('Half of it, twice.');
      stream.send({ name: 'step', data: { id: redrafted.headers.get('X-Step') ?? '' } });
      stream.send({ name: 'done', data: await redrafted.json() });
      await expectNotice('Comment Redrafted');
      expect(queue.server.sent(redrafts)).toEqual([{ style: 'insightful', steer: 'shorter' }]);
      expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([
        { content: 'Draft number 1!', revision: 1 },
      ]);
      expect(queue.server.sent('DELETE /api/queue/:id')).toEqual([]);
      expect(editor()).toHaveValue('Half of it, twice.');
      await user.keyboard('g{Enter}');
      await waitFor(() => expect(editor()).toHaveValue('Half of it.'));
      await user.keyboard('u');
      await waitFor(() => expect(editor()).toHaveValue('Half of it, twice.'));
      expect(queue.change(1, {}).status).toBe('pending');
      await user.keyboard('u');
      await waitFor(() => expect(queue.change(1, {}).status).toBe('approved'));
      await expectNotice('Undid: redrafted "Video number 1"');
      expect(editor()).toHaveValue('Draft number 1!');
    });

    it('redrafts, and u restores no approval when another draft came after it (rule 12.4)', async () => {
      const { user } = await openQueue({ query: '?comment=1' });
      await user.keyboard('g{Enter}');
      await expectNotice('Comment Redrafted');
      queue.change(1, { content: 'Redrafted elsewhere.', revision: 3 });
      await user.keyboard('u');
      await expectNotice('Undo Failed', 'Nothing was undone: it changed since.');
      expect(queue.change(1, {}).status).toBe('pending');
    });

    it('redrafts, and offers no undo when what it replaced was not seen (rule 12.4)', async () => {
      const { user } = await openQueue({ query: '?comment=1' });
      queue.change(1, { content: 'From another tab.', revision: 2 });
      await user.keyboard('g{Enter}');
      await expectNotice('Comment Redrafted');
      expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
      await user.keyboard('u');
      await expectNotice('Nothing to undo');
    });
  });

  it('stops a redraft, which changes nothing', async () => {
    queue.server.on('POST /api/comments/:id/regenerate', aDraftStream().answer);
    const { user } = await openQueue();
    await user.keyboard('g{Tab}{Tab}{Tab}{Tab}{Tab}With a number{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(editor()).toHaveValue('Draft number 1'));
    expect(queue.server.sent('POST /api/comments/:id/regenerate')).toEqual([
      { style: 'insightful', instruction: 'With a number' },
    ]);
    expect(queue.server.aborted).toContain('POST /api/comments/1/regenerate');
  });

  it.each([
    ['a', 'PATCH /api/comments/:id'],
    ['r', 'PATCH /api/comments/:id'],
    ['x', 'DELETE /api/queue/:id'],
  ])('ignores a second %s within 400 ms (rule 12.1)', async (key, call) => {
    const { user } = await openQueue({ pressPause: 60_000 });
    await user.keyboard(`${key}${key}`);
    await waitFor(() => expect(queue.server.sent(call)).toHaveLength(1));
    await drawn();
    expect(queue.server.sent(call)).toHaveLength(1);
  });

  it('accepts other keys right after a decision (rule 12.1)', async () => {
    const { user } = await openQueue({ pressPause: 60_000 });
    await user.keyboard('aks');
    expect(await screen.findByRole('dialog', { name: 'Schedule Comment' })).toBeInTheDocument();
    await user.keyboard('{Escape}jr');
    await waitFor(() => expect(statuses()).toEqual(['approved', 'rejected', 'pending']));
    await user.keyboard('u');
    await waitFor(() => expect(statuses()).toEqual(['approved', 'pending', 'pending']));
  });

  it('posts only after p and then Enter (rule 7.13)', async () => {
    queue.items = [aNumberedItem(1, { status: 'approved' })];
    const { user } = await openQueue();
    expect(postAs()).not.toBeInTheDocument();
    await user.keyboard('{Enter}p');
    expect(postAs()).toHaveFocus();
    expect(postAs()).toHaveTextContent('Post as Ada on Systems');
    await user.keyboard('{Escape}{Enter}');
    expect(queue.server.sent('POST /api/comments/:id/post')).toEqual([]);
    await user.keyboard('p{Enter}');
    expect(await screen.findByText('Comment Posted to YouTube!')).toBeInTheDocument();
    expect(queue.server.sent('POST /api/comments/:id/post')).toHaveLength(1);
  });

  it('undoes steps after a post, but none before it (rule 12.10)', async () => {
    queue.items = [aNumberedItem(1), aNumberedItem(2), aNumberedItem(3)];
    const { user } = await openQueue();
    await user.keyboard('aa');
    await waitFor(() => expect(statuses()).toEqual(['approved', 'approved', 'pending']));
    await user.keyboard('kkp{Enter}');
    await expectNotice('Comment Posted to YouTube!');
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
    expect(statuses()).toEqual(['posted', 'approved', 'pending']);
    await user.keyboard('jjr');
    await expectNotice('Comment Rejected');
    await user.keyboard('u');
    await expectNotice('Undid: rejected "Video number 3"');
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
    expect(statuses()).toEqual(['posted', 'approved', 'pending']);
  });

  describe('u while a post is running', () => {
    async function undoDuringPost(answerOfPost: ReturnType<typeof held>) {
      queue.items = [aNumberedItem(1, { status: 'approved' }), aNumberedItem(2)];
      queue.server.once('POST /api/comments/:id/post', answerOfPost.answer);
      const { user } = await openQueue({ query: '?comment=2' });
      await user.keyboard('a');
      await expectNotice('Comment Approved');
      await user.click(rowOf('Video number 1'));
      await user.keyboard('p{Enter}u');
      answerOfPost.release();
      await expectNotice('Nothing to undo');
      return user;
    }

    it('undoes nothing (rule 12.10)', async () => {
      await undoDuringPost(held(queue.answerPost));
      expect(statuses()).toEqual(['posted', 'approved']);
    });

    it('undoes nothing even if the post is refused, but the next u does (rule 12.10)', async () => {
      const user = await undoDuringPost(held(problem(409, 'posting_paused', 'Posting is paused.')));
      expect(statuses()).toEqual(['approved', 'approved']);
      await user.keyboard('u');
      await expectNotice('Undid: approved "Video number 2"');
    });
  });

  it('retries with a, moves to review with r, schedules with s and removes with x (rule 12.2)', async () => {
    queue.items = [
      aNumberedItem(1, { status: 'failed', failureCode: 'processing_failure' }),
      aNumberedItem(2, { status: 'rejected' }),
    ];
    const { user } = await openQueue();
    await user.keyboard('jspa');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(postAs()).not.toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
    await user.keyboard('k');
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    await user.keyboard('s');
    expect(await screen.findByRole('dialog', { name: 'Schedule Comment' })).toBeInTheDocument();
    await user.keyboard('{Escape}r');
    await expectNotice('Comment Updated');
    await user.keyboard('jr');
    await waitFor(() => expect(statuses()).toEqual(['pending', 'pending']));
    await user.keyboard('x');
    await waitFor(() => expect(queue.server.sent('DELETE /api/queue/:id')).toHaveLength(1));
  });

  it('approves with the key at the place of “a” on a Russian keyboard, as ? shows (rule 12.12)', async () => {
    await openQueue();
    const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init);
    press({ key: '?', code: 'Digit7', shiftKey: true });
    const help = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(help).toHaveTextContent('such as Cyrillic or Greek, a key counts by its place on an English one');
    fireEvent.keyDown(help, { key: 'Escape', code: 'Escape' });
    await waitFor(() => expect(help).not.toBeInTheDocument());
    press({ key: 'ф', code: 'KeyA' });
    await waitFor(() => expect(statuses()).toEqual(['approved', 'pending', 'pending']));
  });

  it('shows the shortcuts with ?, and they can be switched off (rule 12.2)', async () => {
    localStorage.setItem('chime-in.shortcuts', 'off');
    const { user } = await openQueue();
    await user.keyboard('a?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));
    const help = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(help.getByText('They are switched off on this browser.')).toBeInTheDocument();
    const where = help.getByText(/^Switch them/);
    expect(where).toHaveTextContent('Switch them on in Settings, under General Settings.');
    expect(help.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
    expect(help.getAllByRole('term')).toHaveLength(14);
  });
});

const approveTwo = () => {
  queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
};

const posts = () => queue.server.sent('POST /api/comments/:id/post');

async function openArmed() {
  const page = await openQueue();
  await page.user.keyboard('p');
  expect(postAs()).toHaveFocus();
  return page;
}

describe('an armed comment', () => {
  beforeEach(approveTwo);

  it.each([
    ['a look at the next one', 'jk'],
    ['a look into the text', 'e{Escape}'],
    ['a step to another button', '{Shift>}{Tab}{/Shift}'],
  ])('is disarmed by %s', async (_, keys) => {
    const { user } = await openArmed();
    await user.keyboard(keys);
    expect(postAs()).not.toBeInTheDocument();
    expect(openTitle()).toBe('Video number 1');
    expect(document.body).not.toHaveFocus();
    await user.keyboard('{Enter}');
    expect(posts()).toEqual([]);
  });

  it('is disarmed by a click elsewhere and by a decision (rule 7.13)', async () => {
    const { user } = await openArmed();
    await user.click(screen.getByRole('list', { name: 'Open work' }));
    expect(postAs()).not.toBeInTheDocument();
    await user.keyboard('pr');
    await expectNotice('Comment Updated');
    expect(postAs()).not.toBeInTheDocument();
    await user.keyboard('u');
    await expectNotice('Undid: moved to review "Video number 1"');
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus());
    expect(postAs()).not.toBeInTheDocument();
    expect(posts()).toEqual([]);
  });

  it('is disarmed when it is posted automatically', async () => {
    const { user, client } = await openArmed();
    queue.change(1, { posting: { state: 'sending', reason: null, nextTryAt: null } });
    await client.invalidateQueries({ queryKey: ['work'] });
    await screen.findByText('Posting to YouTube…');
    await user.keyboard('{Enter}');
    expect(posts()).toEqual([]);
  });
});

describe('the pause after a press', () => {
  beforeEach(approveTwo);

  /** Opens the queue with a clock that advances only in `wait`. */
  async function openOnOwnTime() {
    const page = await openQueue({ pressPause: 400 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    return page;
  }
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const press = (name: string | RegExp, nth = 0) => {
    const button = screen.getAllByRole('button', { name })[nth];
    if (!button) throw new Error(`There is no button ${name}.`);
    fireEvent.pointerDown(button);
    fireEvent.click(button);
  };

  it('blocks Post for 400 ms, and posting is disarmed after five seconds (rules 7.13, 12.1)', async () => {
    await openOnOwnTime();
    press('Post Now');
    press(/^Post (as|to) /);
    press('Don’t Post');
    wait(399);
    press(/^Post (as|to) /);
    expect(posts()).toEqual([]);
    expect(postAs()).toHaveAttribute('aria-disabled', 'true');
    wait(1);
    expect(postAs()).not.toHaveAttribute('aria-disabled');
    wait(4_599);
    expect(postAs()).toBeInTheDocument();
    wait(1);
    expect(postAs()).not.toBeInTheDocument();
    expect(posts()).toEqual([]);
    press('Post Now');
    wait(400);
    press(/^Post (as|to) /);
    press('Back to Review');
    vi.useRealTimers();
    await expectNotice('Comment Posted to YouTube!');
    expect(posts()).toHaveLength(1);
    expect(postAs()).not.toBeInTheDocument();
  });

  it('counts a held Enter once (rule 12.1)', async () => {
    await openOnOwnTime();
    press('Post Now');
    wait(1_000);
    const isTaken = (repeat: boolean) => fireEvent.keyDown(postAs() as HTMLElement, { key: 'Enter', repeat });
    expect([isTaken(true), isTaken(false)]).toEqual([false, true]);
  });
});
