import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPostingStatus } from '../../testing/factories.ts';
import { aNumberedItem, createFakeQueue, type FakeQueue } from '../../testing/fake-queue.ts';
import { json, problem } from '../../testing/fake-server.ts';
import { openQueue } from '../../testing/queue-screen.tsx';

let queue: FakeQueue;

beforeEach(() => {
  queue = createFakeQueue();
});

describe('scheduling one', () => {
  beforeEach(() => {
    queue.items = [aNumberedItem(1, { status: 'approved' }), aNumberedItem(2)];
  });

  it('offers the quick times and sends what the preview shows', async () => {
    queue.server.on('PATCH /api/queue/:id', (call) => {
      const { scheduledFor } = call.body as { scheduledFor: string };
      queue.items = [
        { ...aNumberedItem(1, { status: 'approved' }), scheduledFor, autoPost: true },
        aNumberedItem(2),
      ];
      return json(queue.items[0]);
    });
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    await user.click(dialog.getByRole('radio', { name: '20 min' }));
    const shown = dialog.getByTestId('schedule-preview').querySelector('time')?.dateTime;
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText('Comment has been scheduled for posting.')).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/queue/:id')).toEqual([
      { queueId: 101, scheduledFor: shown, autoPost: true },
    ]);
    expect(screen.queryByRole('article', { name: 'Video number 1' })).not.toBeInTheDocument();
  });

  it('keeps the dialog open with the reason where the server refuses', async () => {
    queue.server.on('PATCH /api/queue/:id', () => problem(409, 'not_approved', 'Approve it first.'));
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await dialog.findByText('Approve it first.')).toBeInTheDocument();
    expect(screen.getByText('Scheduling Failed')).toBeInTheDocument();
  });

  it('refuses a custom time in the past, and warns of a plan that passes the daily limit', async () => {
    // Far from midnight in California, where five minutes later is another day with a limit of its own.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T20:00:00.000Z') });
    queue.server.on('GET /api/posting-status', aPostingStatus({ dailyCap: 1, postedToday: 1 }));
    const { user } = await openQueue();
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Comment' }));
    expect(await dialog.findByText(/your daily limit is 1/)).toBeInTheDocument();
    await user.click(dialog.getByRole('radio', { name: 'Custom' }));
    await user.clear(dialog.getByLabelText('Date and time'));
    await user.type(dialog.getByLabelText('Date and time'), '2020-01-01T10:00');
    await user.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(dialog.getByText('That time has passed. Choose one later than now.')).toBeInTheDocument();
    expect(queue.server.sent('PATCH /api/queue/:id')).toEqual([]);
  });
});
