import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { json } from '../../testing/fake-server.ts';
import { expectNotice, press } from '../../testing/page.ts';
import { openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;
const slots = ['2126-11-25T17:30:00.000Z', '2126-11-26T17:30:00.000Z'];

beforeEach(() => {
  queue = createFakeQueue();
  queue.server.on('GET /api/queue/free-slots', ({ query }) =>
    json({ times: slots.slice(0, Number(query['count'])) }),
  );
});

/**
 * Opens a queue with one pending comment behind two decided ones, and decides it by this
 * key.
 */
async function decided(
  before: readonly ['approved' | 'rejected', 'approved' | 'rejected'],
  key: 'a' | 'r',
) {
  queue.items = queue.items.map((item, at) => ({
    ...item,
    comment: { ...item.comment, status: before[at] ?? 'pending' },
  }));
  const { user } = await openQueue();
  await user.keyboard(key);
  const end = within(
    await screen.findByRole('region', { name: 'That was the last one' }),
  );
  return { end, user };
}

const sent = () => queue.server.sent('PATCH /api/queue/:id');

describe('the end of the queue (rule 2.13)', () => {
  it('gives one approved comment its next free slot by the main button', async () => {
    const { end } = await decided(['rejected', 'rejected'], 'a');
    await press(/^Schedule 1 for /, end);
    await expectNotice(
      'Comments Scheduled',
      /^1 comment scheduled with your posting slots\./,
    );
    expect(sent()).toEqual([{ queueId: 103, scheduledFor: slots[0], autoPost: true }]);
  });

  it('gives several one slot each, in the order of the queue, and leaves the others approved', async () => {
    const { end } = await decided(['approved', 'approved'], 'a');
    await press(/^Schedule 2 from /, end);
    await expectNotice('Comments Scheduled');
    expect(sent()).toEqual([
      { queueId: 101, scheduledFor: slots[0], autoPost: true },
      { queueId: 102, scheduledFor: slots[1], autoPost: true },
    ]);
  });

  it('offers nothing where nothing is approved', async () => {
    const { end } = await decided(['rejected', 'rejected'], 'r');
    expect(
      await end.findByRole('button', { name: 'Clear Rejected (3)' }),
    ).toBeInTheDocument();
    expect(end.queryByRole('button', { name: /^Schedule/ })).not.toBeInTheDocument();
  });

  it('leaves out a comment with auto-post, which goes out by itself', async () => {
    queue.items = queue.items.map((item) => ({ ...item, autoPost: true }));
    const { end } = await decided(['rejected', 'approved'], 'a');
    expect(await end.findByText(/approved without a time/)).toBeInTheDocument();
    expect(end.queryByRole('button', { name: /^Schedule/ })).not.toBeInTheDocument();
  });

  it('undoes the scheduling in one press', async () => {
    const { end, user } = await decided(['rejected', 'rejected'], 'a');
    await press(/^Schedule 1 for /, end);
    await expectNotice('Comments Scheduled');
    await user.keyboard('u');
    await expectNotice('Undid: scheduled "Video number 3"');
    expect(queue.items.map(({ scheduledFor }) => scheduledFor)).toEqual([
      null,
      null,
      null,
    ]);
  });
});
