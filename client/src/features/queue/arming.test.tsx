import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aNumberedItem, commentIdIn, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { brokenOff, json } from '../../testing/fake-server.ts';
import { expectNotice } from '../../testing/notices.ts';
import { openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
  queue.items = [1, 2].map((id) => aNumberedItem(id, { status: 'approved' }));
  queue.server.on('POST /api/comments/:id/post', (call) =>
    json(queue.change(commentIdIn(call), { status: 'posted' })),
  );
});

const posts = () => queue.server.sent('POST /api/comments/:id/post');
const armed = () => screen.queryByText(/^Press Enter to post this comment to YouTube now\./);

async function openArmed() {
  const page = await openQueue();
  await page.user.keyboard('p');
  expect(armed()).toBeInTheDocument();
  return page;
}

describe('posting that waits for Enter', () => {
  it.each([
    ['a look at the next one', 'jk'],
    ['a look into the text', 'e{Escape}'],
    ['a step to another button', '{Tab}{Tab}'],
  ])('is off after %s', async (_, keys) => {
    const { user } = await openArmed();
    await user.keyboard(keys);
    expect(armed()).not.toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(posts()).toEqual([]);
  });

  it('is off after the dialog of times', async () => {
    const { user } = await openArmed();
    await user.keyboard('s');
    await screen.findByRole('dialog', { name: 'Schedule Comment' });
    await user.keyboard('{Escape}');
    expect(armed()).not.toBeInTheDocument();
  });

  it('is off after a click elsewhere, and after a decision', async () => {
    const { user } = await openArmed();
    await user.click(screen.getByText('Nothing left to review'));
    expect(armed()).not.toBeInTheDocument();
    await user.keyboard('pr');
    await expectNotice('Comment Updated');
    expect(armed()).not.toBeInTheDocument();
    // Neither does undoing it bring it back.
    await user.keyboard('u');
    await expectNotice('Undone');
    await waitFor(() => expect(screen.getByRole('article', { name: 'Video number 1' })).toHaveFocus());
    expect(armed()).not.toBeInTheDocument();
    expect(posts()).toEqual([]);
  });

  it('has to be asked for again where it failed', async () => {
    const { user } = await openArmed();
    queue.server.on('POST /api/comments/:id/post', brokenOff);
    await user.keyboard('{Enter}');
    await expectNotice('Posting Failed', 'Failed to post comment');
    await user.keyboard('{Enter}');
    expect(posts()).toHaveLength(1);
  });

  it('does nothing more once the comment is being posted by itself', async () => {
    const { user, client } = await openArmed();
    queue.change(1, { posting: { state: 'sending', reason: null, nextTryAt: null } });
    await client.invalidateQueries({ queryKey: ['queue'] });
    await screen.findByText('Posting to YouTube…');
    await user.keyboard('{Enter}');
    expect(posts()).toEqual([]);
  });
});
