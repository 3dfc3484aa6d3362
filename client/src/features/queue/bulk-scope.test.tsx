import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aNumberedItem,
  createFakeQueue,
  type FakeQueue,
} from '../../testing/fake-queue.ts';
import { click, expectNotice, press } from '../../testing/page.ts';
import { openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
  queue.items = [
    aNumberedItem(1, { content: 'About probes.' }),
    aNumberedItem(2, { content: 'About charts.' }),
    aNumberedItem(3, { content: 'About probes, again.', status: 'approved' }),
    aNumberedItem(4, { content: 'About charts, again.', status: 'approved' }),
  ];
});

const button = (name: string) => screen.findByRole('button', { name });

describe('a bulk action under a search (rule 12.11)', () => {
  it('approves the comments shown', async () => {
    const { user } = await openQueue({ query: '?q=probes' });
    await user.click(await button('Approve Shown'));
    expect(
      await screen.findByRole('alertdialog', { name: 'Approve 1 comment?' }),
    ).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: 'The 1 shown' })).toBeChecked();
    await user.click(await button('Approve 1'));
    await expectNotice('Comments Approved', '1 comment approved.');
    expect(queue.statuses()).toEqual(['approved', 'pending', 'approved', 'approved']);
  });

  it('approves all comments if that is chosen', async () => {
    const { user } = await openQueue({ query: '?q=probes' });
    await user.click(await button('Approve Shown'));
    await click('radio', 'All 2');
    await user.click(await button('Approve 2'));
    await expectNotice('All Comments Approved');
    expect(queue.statuses()).toEqual(['approved', 'approved', 'approved', 'approved']);
  });

  it('posts the comments shown', async () => {
    const { user } = await openQueue({ query: '?q=probes' });
    await user.click(await button('Post Shown Now (1)'));
    await screen.findByRole('alertdialog', { name: 'Post 1 comment now?' });
    await user.click(await button('Post 1 Now'));
    await expectNotice('Bulk Posting Complete');
    expect(queue.statuses()).toEqual(['pending', 'pending', 'posted', 'approved']);
  });

  it('schedules the comments shown, or all if that is chosen', async () => {
    const { user } = await openQueue({ query: '?q=probes' });
    await user.click(await button('Schedule Shown (1)'));
    const dialog = () =>
      within(screen.getByRole('dialog', { name: 'Schedule Approved Comments' }));
    await screen.findByText('1 comment, in the order of the queue');
    await click('radio', 'All 2', dialog());
    await screen.findByText('2 comments, in the order of the queue');
    await press('Schedule', dialog());
    await expectNotice('Comments Scheduled');
    expect(queue.items.map(({ scheduledFor }) => scheduledFor !== null)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe('a bulk action under a filter (rule 12.11)', () => {
  it('is offered only for the comments that the filter shows', async () => {
    await openQueue({ query: '?filter=approved' });
    expect(await button('Post Approved Now (2)')).toBeInTheDocument();
    expect(
      screen.queryByRole('button', { name: /^Approve (All|Shown)/ }),
    ).not.toBeInTheDocument();
  });

  it('offers no second choice when all comments are shown', async () => {
    const { user } = await openQueue({ query: '?filter=pending' });
    await user.click(await button('Approve All'));
    await screen.findByRole('alertdialog', { name: 'Approve all 2 comments?' });
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    await user.click(await button('Approve 2'));
    await waitFor(() =>
      expect(queue.statuses()).toEqual(['approved', 'approved', 'approved', 'approved']),
    );
  });
});
