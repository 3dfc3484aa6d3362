import { describe, expect, it } from 'vitest';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import { aComment, aQueueItem } from '../testing/factories.ts';
import { createFakeServer } from '../testing/fake-server.ts';
import { asBefore, type Before, restoreQueueItem, wayBack } from './restore-queue-item.ts';

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

  const leftAs = ({ scheduledFor, comment }: QueueItem) => ({ scheduledFor, status: comment.status });

  /** The calls that restore an item, whose present state on the server is `present`. */
  async function sentFor(before: Before, present: QueueItem | null): Promise<string[]> {
    const server = createFakeServer()
      .on('GET /api/queue', present ? [present] : [])
      .on('POST /api/queue', { ...aQueueItem(), scheduledFor: null })
      .on('PATCH /api/comments/:id', aComment())
      .on('PATCH /api/queue/:id', aQueueItem());
    await restoreQueueItem(before, present && leftAs(present), now);
    return server.calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body }) => `${method} ${JSON.stringify(body)}`);
  }

  const added = ({ commentId, priority, autoPost, createdAt }: QueueItem) =>
    `POST ${JSON.stringify({ commentId, priority, autoPost, queuedAt: createdAt })}`;
  const scheduled = (scheduledFor: string | null) =>
    `PATCH ${JSON.stringify({ queueId: 101, scheduledFor, autoPost: scheduledFor !== null })}`;

  it('has its place and its schedule, unless its time has passed (rule 12.4)', async () => {
    const before = aQueueItem({ scheduledFor: later, autoPost: true, priority: 3 });
    expect(await sentFor(asBefore(before), null)).toEqual([added(before), scheduled(later)]);
    const passed = aQueueItem({ scheduledFor: now.toISOString(), autoPost: true });
    expect(await sentFor(asBefore(passed), null)).toEqual([added(passed)]);
  });

  it('loses a schedule that it did not have (rule 12.4)', async () => {
    const before = asBefore(aQueueItem());
    expect(await sentFor(before, aQueueItem({ scheduledFor: later, autoPost: true }))).toEqual([
      scheduled(null),
    ]);
    expect(await sentFor(before, aQueueItem())).toEqual([]);
  });

  it('has its auto-post without a schedule again (rule 12.4)', async () => {
    const before = aQueueItem({ autoPost: true });
    expect(await sentFor(asBefore(before), aQueueItem())).toEqual([added(before)]);
    const timed = aQueueItem({ autoPost: true, scheduledFor: later });
    expect(await sentFor(asBefore(timed), aQueueItem())).toEqual([scheduled(later)]);
    expect(await sentFor(asBefore(before), null)).toEqual([added(before)]);
  });

  it('keeps what a bulk step did not change, which is not known before it (rule 12.4)', async () => {
    const present = aQueueItem({ autoPost: true, priority: 3, comment: aComment({ status: 'approved' }) });
    const { commentId } = present;
    const before: Before = { commentId, videoTitle: 'A video', status: 'pending', scheduledFor: null };
    expect(await sentFor(before, present)).toEqual(['PATCH {"status":"pending"}', added(present)]);
  });

  it.each([
    ['was scheduled since', { scheduledFor: later }, 'it is scheduled now'],
    ['was posted since', { comment: aComment({ status: 'posted' }) }, 'it is posted now'],
  ])('is left alone if it %s (rule 12.4)', async (_, since, words) => {
    const item = aQueueItem();
    const server = createFakeServer().on('GET /api/queue', [{ ...item, ...since }]);
    await expect(restoreQueueItem(asBefore(item), leftAs(item), now)).rejects.toThrow(words);
    server.on('GET /api/queue', []);
    const gone = 'no longer in the queue';
    await expect(restoreQueueItem(asBefore(item), leftAs(item), now)).rejects.toThrow(gone);
    expect(server.calls.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});
