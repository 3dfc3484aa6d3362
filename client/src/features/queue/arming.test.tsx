import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-lists.ts';
import { brokenOff, json } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { opened, openQueue, openTitle, postAs } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
  queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
  queue.server.on('POST /api/comments/:id/post', (call) =>
    json(queue.change(commentIdIn(call), { status: 'posted' })),
  );
});

const posts = () => queue.server.sent('POST /api/comments/:id/post');

async function openArmed() {
  const page = await openQueue();
  await page.user.keyboard('p');
  expect(postAs()).toHaveFocus();
  return page;
}

describe('an armed comment', () => {
  it.each([
    ['a look at the next one', 'jk'],
    ['a look into the text', 'e{Escape}'],
    ['Escape', '{Escape}'],
    ['a step to another button', '{Shift>}{Tab}{/Shift}'],
  ])('is no longer after %s', async (_, keys) => {
    const { user } = await openArmed();
    await user.keyboard(keys);
    expect(postAs()).not.toBeInTheDocument();
    expect(openTitle()).toBe('Video number 1');
    expect(document.body).not.toHaveFocus();
    await user.keyboard('{Enter}');
    expect(posts()).toEqual([]);
  });

  it('is disarmed by opening the schedule dialog', async () => {
    const { user } = await openArmed();
    await user.keyboard('s');
    await screen.findByRole('dialog', { name: 'Schedule Comment' });
    await user.keyboard('{Escape}');
    expect(postAs()).not.toBeInTheDocument();
  });

  it('is disarmed by a click elsewhere and by a decision (rule 7.13)', async () => {
    const { user } = await openArmed();
    await user.click(screen.getByText('Nothing left to review'));
    expect(postAs()).not.toBeInTheDocument();
    await user.keyboard('pr');
    await expectNotice('Comment Updated');
    expect(postAs()).not.toBeInTheDocument();
    // Undo does not arm it again.
    await user.keyboard('u');
    await expectNotice('Undid: moved to review "Video number 1"');
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus());
    expect(postAs()).not.toBeInTheDocument();
    expect(posts()).toEqual([]);
  });

  it('is disarmed by Keep, which takes the place of Post Now (rule 12.1)', async () => {
    const { user } = await openQueue();
    const pressed = (await opened('Video number 1')).getByRole('button', { name: 'Post Now' });
    await user.click(pressed);
    expect(pressed).toHaveTextContent('Keep');
    expect(postAs()).toHaveTextContent('Post as Ada on Systems');
    await user.click(pressed);
    expect(pressed).toHaveTextContent('Post Now');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
    expect(posts()).toEqual([]);
  });

  it('must be armed again after a failed post', async () => {
    const { user } = await openArmed();
    queue.server.on('POST /api/comments/:id/post', brokenOff);
    await user.keyboard('{Enter}');
    await expectNotice('Posting Failed', 'Failed to post comment');
    await user.keyboard('{Enter}');
    expect(posts()).toHaveLength(1);
  });

  it('is disarmed once the loop posts it', async () => {
    const { user, client } = await openArmed();
    queue.change(1, { posting: { state: 'sending', reason: null, nextTryAt: null } });
    await client.invalidateQueries({ queryKey: ['queue'] });
    await screen.findByText('Posting to YouTube…');
    await user.keyboard('{Enter}');
    expect(posts()).toEqual([]);
  });
});

describe('the pause after a press', () => {
  /** The clock advances only in `pass`. */
  async function openOnOwnTime() {
    const page = await openQueue({ pressPause: 400 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    return page;
  }
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const press = (name: string | RegExp, nth = 0) => {
    const button = screen.getAllByRole('button', { name })[nth];
    if (!button) throw new Error(`There is no button ${name}.`);
    fireEvent.pointerDown(button);
    fireEvent.click(button);
  };

  it('blocks Post as for 400 ms, and disarms after five seconds (rules 7.13, 12.1)', async () => {
    await openOnOwnTime();
    press('Post Now');
    press(/^Post (as|to) /);
    press('Keep');
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
    expect(
      fireEvent.keyDown(screen.getByRole('button', { name: /^Post (as|to) / }), {
        key: 'Enter',
        repeat: true,
      }),
    ).toBe(false);
    expect(fireEvent.keyDown(screen.getByRole('button', { name: /^Post (as|to) / }), { key: 'Enter' })).toBe(
      true,
    );
  });

  it('counts a double click and a held key as one decision (rule 12.1)', async () => {
    queue.items = [1, 2, 3].map((id) => aNumberedItem(id));
    await openOnOwnTime();
    press('Approve');
    press('Approve');
    press('Reject');
    fireEvent.keyDown(document.body, { key: 'a', repeat: true });
    wait(399);
    press('Remove from queue');
    vi.useRealTimers();
    await expectNotice('Comment Approved');
    expect(queue.server.calls.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    expect(queue.items.map(({ comment }) => comment.status)).toEqual(['approved', 'pending', 'pending']);
  });
});
