import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cardOf } from '../../testing/cards.ts';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { brokenOff, json } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/notices.ts';
import { openQueue, postAs } from '../../testing/queue-screen.tsx';

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

describe('a comment that is ready to be posted', () => {
  it.each([
    ['a look at the next one', 'jk'],
    ['a look into the text', 'e{Escape}'],
    ['Escape', '{Escape}'],
    ['a step to another button', '{Tab}{Tab}'],
  ])('is no longer after %s', async (_, keys) => {
    const { user } = await openArmed();
    await user.keyboard(keys);
    expect(postAs()).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Video number 1' })).toHaveAttribute('aria-expanded', 'true');
    expect(document.body).not.toHaveFocus();
    await user.keyboard('{Enter}');
    expect(posts()).toEqual([]);
  });

  it('is no longer after the dialog of times', async () => {
    const { user } = await openArmed();
    await user.keyboard('s');
    await screen.findByRole('dialog', { name: 'Schedule Comment' });
    await user.keyboard('{Escape}');
    expect(postAs()).not.toBeInTheDocument();
  });

  it('is no longer after a click elsewhere, and after a decision', async () => {
    const { user } = await openArmed();
    await user.click(screen.getByText('Nothing left to review'));
    expect(postAs()).not.toBeInTheDocument();
    await user.keyboard('pr');
    await expectNotice('Comment Updated');
    expect(postAs()).not.toBeInTheDocument();
    // Neither does undoing it bring it back.
    await user.keyboard('u');
    await expectNotice('Undid: moved to review "Video number 1"');
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus());
    expect(postAs()).not.toBeInTheDocument();
    expect(posts()).toEqual([]);
  });

  it('is kept by what stands where Post Now was pressed', async () => {
    const { user } = await openQueue();
    const pressed = (await cardOf('Video number 1')).getByRole('button', { name: 'Post Now' });
    await user.click(pressed);
    expect(pressed).toHaveTextContent('Keep');
    expect(postAs()).toHaveTextContent('Post as Ada on Systems');
    await user.click(pressed);
    expect(pressed).toHaveTextContent('Post Now');
    expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus();
    expect(posts()).toEqual([]);
  });

  it('has to be made ready again where it failed', async () => {
    const { user } = await openArmed();
    queue.server.on('POST /api/comments/:id/post', brokenOff);
    await user.keyboard('{Enter}');
    await expectNotice('Posting Failed', 'Failed to post comment');
    await user.keyboard('{Enter}');
    expect(posts()).toHaveLength(1);
  });

  it('is no longer once it is being posted by itself', async () => {
    const { user, client } = await openArmed();
    queue.change(1, { posting: { state: 'sending', reason: null, nextTryAt: null } });
    await client.invalidateQueries({ queryKey: ['queue'] });
    await screen.findByText('Posting to YouTube…');
    await user.keyboard('{Enter}');
    expect(posts()).toEqual([]);
  });
});

describe('the pause after a press', () => {
  /** Time passes only when the test says so. */
  async function openOnOwnTime() {
    const page = await openQueue({ pressPause: 400 });
    await cardOf('Video number 2');
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

  it('keeps Post as from being pressed for 400 ms, and gives it up after five seconds', async () => {
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
    press(/^Post Now/, 1);
    vi.useRealTimers();
    await expectNotice('Comment Posted to YouTube!');
    expect(posts()).toHaveLength(1);
    expect(postAs()).not.toBeInTheDocument();
  });

  it('holds for a key that is held down: Enter arms once', async () => {
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

  it('lets one of two clicks decide, and a key that is held down decide once', async () => {
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
