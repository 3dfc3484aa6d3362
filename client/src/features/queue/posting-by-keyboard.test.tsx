import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { held, problem } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/page.ts';
import { openQueue, openTitle, postAs, rowOf } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
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

it('arms a comment with p, and names the channel', async () => {
  queue.items = [aNumberedItem(1, { status: 'approved' })];
  const { user } = await openQueue();
  expect(postAs()).not.toBeInTheDocument();
  await user.keyboard('p');
  expect(postAs()).toHaveFocus();
  expect(postAs()).toHaveTextContent('Post as Ada on Systems');
});

it.each(['{Enter}', 'p{Escape}{Enter}'])(
  'does not post with the keys %s (rule 7.13)',
  async (keys) => {
    queue.items = [aNumberedItem(1, { status: 'approved' })];
    const { user } = await openQueue();
    await user.keyboard(keys);
    expect(posts()).toEqual([]);
  },
);

it('posts after p and then Enter (rule 7.13)', async () => {
  queue.items = [aNumberedItem(1, { status: 'approved' })];
  const { user } = await openQueue();
  await user.keyboard('p{Enter}');
  expect(await screen.findByText('Comment Posted to YouTube!')).toBeInTheDocument();
  expect(posts()).toHaveLength(1);
});

describe('Enter right after p', () => {
  async function pressTooSoon() {
    queue.items = [aNumberedItem(1, { status: 'approved' })];
    const { user } = await openQueue({ pressPause: 60_000 });
    await user.keyboard('p');
    await user.keyboard('{Enter}');
    return user;
  }

  it('does not post, and says to wait (rule 7.13)', async () => {
    await pressTooSoon();
    expect(screen.getByText('Hold on, then press again.')).toHaveRole('status');
    expect(posts()).toEqual([]);
  });

  it('says so only until posting is disarmed', async () => {
    const user = await pressTooSoon();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Hold on, then press again.')).not.toBeInTheDocument();
  });
});

describe('u after a post', () => {
  async function postFirst() {
    const { user } = await openQueue();
    await user.keyboard('aa');
    await waitFor(() =>
      expect(queue.statuses()).toEqual(['approved', 'approved', 'pending']),
    );
    await user.keyboard('kkp{Enter}');
    await expectNotice('Comment Posted to YouTube!');
    return user;
  }

  it('undoes no step before the post (rule 12.10)', async () => {
    const user = await postFirst();
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
    expect(queue.statuses()).toEqual(['posted', 'approved', 'pending']);
  });

  it('undoes a step after the post (rule 12.10)', async () => {
    const user = await postFirst();
    await user.keyboard('jjr');
    await expectNotice('Comment Rejected');
    await user.keyboard('u');
    await expectNotice('Undid: rejected "Video number 3"');
    await user.keyboard('u');
    await expectNotice('Nothing to undo');
    expect(queue.statuses()).toEqual(['posted', 'approved', 'pending']);
  });
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
    expect(queue.statuses()).toEqual(['posted', 'approved']);
  });

  it('undoes nothing even if the post is refused, but the next u does (rule 12.10)', async () => {
    const user = await undoDuringPost(
      held(problem(409, 'posting_paused', 'Posting is paused.')),
    );
    expect(queue.statuses()).toEqual(['approved', 'approved']);
    await user.keyboard('u');
    await expectNotice('Undid: approved "Video number 2"');
  });
});

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

  it('is disarmed by a click elsewhere (rule 7.13)', async () => {
    const { user } = await openArmed();
    await user.click(screen.getByRole('list', { name: 'Open work' }));
    expect(postAs()).not.toBeInTheDocument();
    expect(posts()).toEqual([]);
  });

  it('is disarmed by a decision, and stays so when that is undone', async () => {
    const { user } = await openArmed();
    await user.keyboard('r');
    await expectNotice('Comment Updated');
    expect(postAs()).not.toBeInTheDocument();
    await user.keyboard('u');
    await expectNotice('Undid: moved to review "Video number 1"');
    await waitFor(() =>
      expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus(),
    );
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

describe('the time after a press', () => {
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

  it('blocks Post for 400 ms (rule 12.1)', async () => {
    await openOnOwnTime();
    press('Post Now');
    press(/^Post (as|to) /);
    wait(399);
    press(/^Post (as|to) /);
    expect(posts()).toEqual([]);
    expect(postAs()).toHaveAttribute('aria-disabled', 'true');
    wait(1);
    expect(postAs()).not.toHaveAttribute('aria-disabled');
  });

  it('blocks Don’t Post too', async () => {
    await openOnOwnTime();
    press('Post Now');
    press('Don’t Post');
    expect(postAs()).toBeInTheDocument();
  });

  it('disarms posting after five seconds (rule 7.13)', async () => {
    await openOnOwnTime();
    press('Post Now');
    wait(4_999);
    expect(postAs()).toBeInTheDocument();
    wait(1);
    expect(postAs()).not.toBeInTheDocument();
    expect(posts()).toEqual([]);
  });

  it('lets only one decision through after the post', async () => {
    await openOnOwnTime();
    press('Post Now');
    wait(400);
    press(/^Post (as|to) /);
    press('Back to Review');
    vi.useRealTimers();
    await expectNotice('Comment Posted to YouTube!');
    expect(posts()).toHaveLength(1);
    expect(queue.server.sent('PATCH /api/comments/:id')).toEqual([]);
  });

  it('counts a held Enter once (rule 12.1)', async () => {
    await openOnOwnTime();
    press('Post Now');
    wait(1_000);
    const isTaken = (repeat: boolean) =>
      fireEvent.keyDown(postAs() as HTMLElement, { key: 'Enter', repeat });
    expect([isTaken(true), isTaken(false)]).toEqual([false, true]);
  });
});
