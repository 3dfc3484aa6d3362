import { describe, expect, it } from 'vitest';
import { type WorkEntry, workIndexSchema } from '#shared/contracts/work.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt } from '../../testing/factories.ts';

const test = reviewApp({}, 'once, emptied');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

async function index(...ids: number[]): Promise<WorkEntry[]> {
  const answer = await test.me.get(
    `/api/queue/index${ids.length > 0 ? `?ids=${ids.join(',')}` : ''}`,
  );
  expect(answer.status).toBe(200);
  return workIndexSchema.parse(await answer.json());
}

const idsOf = (entries: readonly WorkEntry[]) => entries.map(({ id }) => id);

describe('the index of the working set (rule 10.7)', () => {
  it('says where a comment belongs', async () => {
    const { comment, item } = await test.queued({ status: 'approved', qualityScore: 74 });
    const scheduledFor = test.later(hourMs).toISOString();
    await test.schedule(item.id, test.later(hourMs));
    expect(await index()).toEqual([
      {
        id: comment.id,
        status: 'approved',
        revision: 1,
        stamp: expect.any(Number),
        qualityScore: 74,
        reviewSeconds: 0,
        posting: null,
        place: {
          priority: 0,
          autoPost: true,
          scheduledFor,
          dueAt: scheduledFor,
          queuedAt: item.createdAt.toISOString(),
        },
      },
    ]);
  });

  it('estimates the review of a pending comment: a quarter of a minute, and a minute for 1,000 characters', async () => {
    await test.comment({ content: 'x'.repeat(500) });
    await test.comment({ content: 'x'.repeat(500), status: 'rejected' });
    const entries = await index();
    expect(entries.map(({ reviewSeconds }) => reviewSeconds)).toEqual([45, 0]);
  });

  it('holds comments of every status but posted, also those outside the queue', async () => {
    const pending = await test.comment();
    const rejected = await test.queued({ status: 'rejected' });
    const failed = await test.queued({ status: 'failed' });
    await test.comment({ status: 'posted' });
    const entries = await index();
    expect(idsOf(entries)).toEqual([pending.id, rejected.comment.id, failed.comment.id]);
    expect(entries[0]?.place).toBe(null);
  });

  it('leaves out a comment that was rejected 30 days ago (rule 4.12)', async () => {
    await test.queued({ status: 'rejected', reviewedAt: test.now() });
    test.app.clock.advance(30 * dayMs);
    expect(await index()).toEqual([]);
  });

  it('answers for the ids that are asked for, without those that are gone', async () => {
    const [one, two] = [await test.comment(), await test.comment()];
    const posted = await test.comment({ status: 'posted' });
    expect(idsOf(await index(two.id, posted.id, 999_999))).toEqual([two.id]);
    expect(idsOf(await index(one.id))).toEqual([one.id]);
  });

  it.each<[WorkEntry['posting'], Parameters<typeof makePostAttempt>[1]]>([
    ['sending', { state: 'sending' }],
    ['confirming', { state: 'confirming' }],
    [null, { state: 'failed', closedAt: new Date() }],
  ])('says %s while a comment is being posted', async (posting, attempt) => {
    const { comment } = await test.queued({ status: 'approved' });
    await makePostAttempt(test.db, {
      commentId: comment.id,
      startedAt: test.now(),
      ...attempt,
    });
    expect(await index()).toMatchObject([{ posting }]);
  });

  it('refuses what are no ids', async () => {
    await expectProblem(
      await test.me.get('/api/queue/index?ids=a'),
      400,
      'invalid_request',
    );
  });
});
