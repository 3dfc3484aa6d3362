import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import {
  drawn,
  expectNoDialog,
  expectNotice,
  findDialog,
  press,
} from '../../testing/page.ts';
import {
  editor,
  openQueue,
  openTitle,
  postAs,
  renderQueue,
  rowOf,
} from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('by keyboard', () => {
  it('moves with j and k or the arrow keys (rule 12.2)', async () => {
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
  });

  it('opens the focused row with Enter', async () => {
    const { user } = await openQueue({ query: '?comment=2' });
    rowOf('Video number 1').focus();
    await user.keyboard('{Enter}');
    expect(openTitle()).toBe('Video number 1');
    expect(rowOf('Video number 1')).toHaveAttribute('aria-current', 'true');
  });

  it('approves with a, and opens the next comment', async () => {
    const { user } = await openQueue({ query: '?comment=2' });
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    expect(queue.statuses()).toEqual(['pending', 'approved', 'pending']);
    expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
  });

  it('rejects with r, and opens the first pending comment after the last one', async () => {
    const { user } = await openQueue({ query: '?comment=3' });
    await user.keyboard('r');
    await expectNotice('Comment Rejected');
    expect(queue.statuses()).toEqual(['pending', 'pending', 'rejected']);
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
  });

  it('shows the shortcuts even if the queue is empty', async () => {
    queue.items = [];
    const { user } = renderQueue();
    await screen.findByText('Queue is Empty');
    await user.keyboard('?');
    expect(
      await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }),
    ).toBeInTheDocument();
  });

  it('edits with e, and leaves the editor with Escape (rule 12.2)', async () => {
    const { user } = await openQueue();
    await user.keyboard('e');
    expect(editor()).toHaveFocus();
    await user.keyboard('ax');
    expect(editor()).toHaveValue('Draft number 1ax');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
  });

  it.each(['Control', 'Meta', 'Alt'])(
    'leaves keys with %s to the browser',
    async (modifier) => {
      const { user } = await openQueue();
      await user.keyboard(`{${modifier}>}ar{/${modifier}}`);
      expect(queue.server.calls.some(({ method }) => method !== 'GET')).toBe(false);
    },
  );

  it('saves with Ctrl Enter, after which the shortcuts work again (rule 12.2)', async () => {
    const { user } = await openQueue();
    await user.keyboard('e!{Control>}{Enter}{/Control}');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
    await expectNotice('Comment Saved');
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    expect(queue.items[0]?.comment).toMatchObject({
      content: 'Draft number 1!',
      status: 'approved',
    });
  });

  it('keeps the focus in a text that cannot be saved', async () => {
    const { user } = await openQueue();
    await user.keyboard('e');
    await user.clear(editor());
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(editor()).toHaveFocus();
  });

  it('approves with a while Caps Lock is on', async () => {
    await openQueue();
    fireEvent.keyDown(document.body, { key: 'A' });
    await expectNotice('Comment Approved');
  });

  describe('after the last decision', () => {
    const endOfList = () =>
      screen.findByRole('region', { name: 'That was the last one' });

    async function decideAll() {
      const { user } = await openQueue();
      await user.keyboard('ar');
      await user.keyboard('a');
      const end = await endOfList();
      return { user, end };
    }

    it('shows the end of the list (rule 12.2)', async () => {
      const { end } = await decideAll();
      expect(end).toHaveFocus();
      expect(screen.queryByRole('article')).not.toBeInTheDocument();
    });

    it('says what was decided and what waits', async () => {
      const times = ['2126-11-30T12:00:00.000Z', '2126-12-04T12:00:00.000Z'];
      const onTheirWay = times.map((at, index) =>
        aNumberedItem(
          10 + index,
          { status: 'approved' },
          { scheduledFor: at, dueAt: at },
        ),
      );
      queue.items = [...queue.items, ...onTheirWay];
      queue.server.on('GET /api/outcomes/summary', { hiddenThisWeek: 0, newReplies: 1 });
      const end = within((await decideAll()).end);
      await waitFor(() =>
        expect(
          end.getAllByRole('listitem').map(({ textContent }) => textContent),
        ).toEqual([
          '3 decided',
          '2 go out until Dec 4',
          '2 approved without a time',
          '1 reply waits',
        ]),
      );
      expect(end.getByRole('link', { name: /go out/ })).toHaveAttribute(
        'href',
        '/scheduled',
      );
    });

    it('returns to the last comment with k', async () => {
      const { user } = await decideAll();
      await user.keyboard('k');
      expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus();
    });

    it('opens the comment again with u', async () => {
      const { user } = await decideAll();
      await user.keyboard('u');
      await waitFor(() => expect(queue.items[2]?.comment.status).toBe('pending'));
      await waitFor(() =>
        expect(screen.getByRole('article', { name: 'Video number 3' })).toHaveFocus(),
      );
    });
  });

  describe('the rejected comments', () => {
    async function clearRejected() {
      queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'rejected' }));
      renderQueue();
      const end = within(
        await screen.findByRole('region', { name: 'That was the last one' }),
      );
      fireEvent.click(await end.findByRole('button', { name: 'Clear Rejected (2)' }));
      await expectNotice('Removed from Queue', /^2 rejected comments removed\./);
    }

    it('are cleared together (rule 12.3)', async () => {
      await clearRejected();
      expect(queue.items).toEqual([]);
    });

    it('return with one press of Undo', async () => {
      await clearRejected();
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      await expectNotice('Undid: removed 2 comments');
      expect(queue.statuses()).toEqual(['rejected', 'rejected']);
    });
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
    expect(
      await screen.findByRole('dialog', { name: 'Schedule Comment' }),
    ).toBeInTheDocument();
    await user.keyboard('{Escape}jr');
    await waitFor(() =>
      expect(queue.statuses()).toEqual(['approved', 'rejected', 'pending']),
    );
    await user.keyboard('u');
    await waitFor(() =>
      expect(queue.statuses()).toEqual(['approved', 'pending', 'pending']),
    );
  });

  it('does nothing with s, p and a on a rejected comment', async () => {
    queue.items = [aNumberedItem(1, { status: 'rejected' })];
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('spa');
    expectNoDialog();
    expect(postAs()).not.toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
  });

  it('retries a failed comment with a (rule 12.2)', async () => {
    queue.items = [
      aNumberedItem(1, { status: 'failed', failureCode: 'processing_failure' }),
    ];
    const { user } = await openQueue({ query: '?comment=1' });
    await user.keyboard('a');
    await expectNotice('Comment Approved');
    expect(queue.statuses()).toEqual(['approved']);
  });

  it.each(['approved', 'rejected'] as const)(
    'moves a comment that is %s to review with r',
    async (status) => {
      queue.items = [aNumberedItem(1, { status })];
      const { user } = await openQueue({ query: '?comment=1' });
      await user.keyboard('r');
      await waitFor(() => expect(queue.statuses()).toEqual(['pending']));
    },
  );

  it('approves with the key at the place of “a” on a Russian keyboard (rule 12.12)', async () => {
    await openQueue();
    fireEvent.keyDown(document.body, { key: 'ф', code: 'KeyA' });
    await waitFor(() =>
      expect(queue.statuses()).toEqual(['approved', 'pending', 'pending']),
    );
  });

  describe('the help', () => {
    it('is shown with ?', async () => {
      const { user } = await openQueue();
      await user.keyboard('?');
      const help = await findDialog('Keyboard shortcuts');
      expect(help.getByText('For the open comment.')).toBeInTheDocument();
      expect(help.getAllByRole('term')).toHaveLength(14);
    });

    it('says where the shortcuts are switched off', async () => {
      const { user } = await openQueue();
      await user.keyboard('?');
      const help = await findDialog('Keyboard shortcuts');
      expect(help.getByText(/^Switch them off in/)).toBeInTheDocument();
    });

    it('explains which keys count on other keyboards, where ? needs Shift (rule 12.12)', async () => {
      await openQueue();
      fireEvent.keyDown(document.body, { key: '?', code: 'Digit7', shiftKey: true });
      expect(
        await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }),
      ).toHaveTextContent(
        'such as Cyrillic or Greek, a key counts by its place on an English one',
      );
    });

    it('is opened with its button when the shortcuts are off, and says how to switch them on', async () => {
      localStorage.setItem('chime-in.shortcuts', 'off');
      await openQueue();
      await press('Shortcuts');
      const help = await findDialog('Keyboard shortcuts');
      expect(
        help.getByText('They are switched off on this browser.'),
      ).toBeInTheDocument();
      expect(help.getByText(/^Switch them/)).toHaveTextContent(
        'Switch them on in Settings, under General Settings.',
      );
      expect(help.getByRole('link', { name: 'Settings' })).toHaveAttribute(
        'href',
        '/settings',
      );
    });
  });

  it('does nothing while the shortcuts are switched off (rule 12.2)', async () => {
    localStorage.setItem('chime-in.shortcuts', 'off');
    const { user } = await openQueue();
    await user.keyboard('a?');
    expectNoDialog();
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
  });
});
