import { describe, expect, it } from 'vitest';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { aComment, aQueueItem } from '../testing/factories.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { createQueryClient } from './query-client.ts';
import { queueQuery } from './queue.ts';
import { leftAs, restoreQueueItem, wayBack } from './restore-queue-item.ts';

describe('the way back to an earlier status', () => {
  it('goes directly where the transition is allowed', () => {
    expect(wayBack('approved', 'pending')).toEqual(['pending']);
    expect(wayBack('rejected', 'pending')).toEqual(['pending']);
    expect(wayBack('pending', 'rejected')).toEqual(['rejected']);
  });

  it('goes through pending where it is not', () => {
    expect(wayBack('approved', 'rejected')).toEqual(['pending', 'rejected']);
    expect(wayBack('rejected', 'approved')).toEqual(['pending', 'approved']);
  });

  it('ends in review for a failure and never changes a posted comment', () => {
    expect(wayBack('approved', 'failed')).toEqual(['pending']);
    expect(wayBack('posted', 'approved')).toEqual([]);
    expect(wayBack('approved', 'posted')).toEqual([]);
    expect(wayBack('failed', 'pending')).toEqual([]);
    expect(wayBack('approved', 'approved')).toEqual([]);
  });
});

describe('a restored item', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  const later = '2026-11-21T12:00:00.001Z';

  /** Returns the calls that restore an item, given its present state in the list. */
  async function sentFor(before: QueueItem, current: Partial<QueueItem> | null): Promise<string[]> {
    const client = createQueryClient();
    const server = createFakeServer()
      .on('POST /api/queue', { ...before, scheduledFor: null })
      .on('PATCH /api/queue/:id', before);
    const known = current && { ...before, ...current };
    if (known) client.setQueryData(queueQuery.queryKey, [known]);
    await restoreQueueItem(client, before, known && leftAs(known), now);
    return server.calls.map(({ method, body }) => `${method} ${JSON.stringify(body)}`);
  }

  const added = (before: QueueItem) => {
    const { commentId, priority, autoPost, createdAt } = before;
    return `POST ${JSON.stringify({ commentId, priority, autoPost, queuedAt: createdAt })}`;
  };
  const scheduled = (scheduledFor: string | null) =>
    `PATCH ${JSON.stringify({ queueId: 101, scheduledFor, autoPost: scheduledFor !== null })}`;

  it('has its place and its schedule, unless its time has passed (rule 12.4)', async () => {
    const before = aQueueItem({ scheduledFor: later, autoPost: true, priority: 3 });
    expect(await sentFor(before, null)).toEqual([added(before), scheduled(later)]);
    const passed = aQueueItem({ scheduledFor: now.toISOString(), autoPost: true });
    expect(await sentFor(passed, null)).toEqual([added(passed)]);
  });

  it('loses a schedule that it did not have (rule 12.4)', async () => {
    expect(await sentFor(aQueueItem(), { scheduledFor: later, autoPost: true })).toEqual([scheduled(null)]);
    expect(await sentFor(aQueueItem(), { scheduledFor: null })).toEqual([]);
  });

  it('has its auto-post without a schedule again (rule 12.4)', async () => {
    const before = aQueueItem({ autoPost: true });
    expect(await sentFor(before, { autoPost: false })).toEqual([added(before)]);
    const timed = aQueueItem({ autoPost: true, scheduledFor: later });
    expect(await sentFor(timed, { autoPost: false, scheduledFor: null })).toEqual([scheduled(later)]);
    expect(await sentFor(before, null)).toEqual([added(before)]);
  });

  it.each([
    ['was scheduled since', { scheduledFor: later }, 'it is scheduled now'],
    ['was posted since', { comment: aComment({ status: 'posted' }) }, 'it is posted now'],
  ])('is left alone if it %s (rule 12.4)', async (_, since, words) => {
    const client = createQueryClient();
    const server = createFakeServer();
    const before = aQueueItem();
    const left = leftAs(before);
    client.setQueryData(queueQuery.queryKey, [{ ...before, ...since }]);
    await expect(restoreQueueItem(client, before, left, now)).rejects.toThrow(words);
    client.setQueryData(queueQuery.queryKey, []);
    await expect(restoreQueueItem(client, before, left, now)).rejects.toThrow('no longer in the queue');
    expect(server.calls).toEqual([]);
  });
});
