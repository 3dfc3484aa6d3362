import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeComment, makePostAttempt, makeQueueItem, makeVideo } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

/** Many due at once: those that cannot go out keep nobody from it, and cost nothing each time. */

const hour = 3_600_000;
const test = testPublishing();
afterEach(() => vi.restoreAllMocks());

/** Two hundred and one due on one channel, where something was posted an hour ago, and one on another. */
async function behindACoolingChannel(): Promise<{ cooling: number; other: number }> {
  await test.publishing.setSettings({ channelCooldownHours: 3, minGapSeconds: 0 });
  const now = test.clock.now();
  const posted = await test.publishing.approved({ channelId: 'UCcooling' });
  await makePostAttempt(test.db, {
    commentId: posted.id,
    channelId: 'UCcooling',
    state: 'posted',
    startedAt: new Date(now.getTime() - hour),
    closedAt: now,
  });
  let cooling = 0;
  for (let index = 0; index < 201; index += 1) {
    const { id: videoId } = await makeVideo(test.db, { channelId: 'UCcooling' });
    const comment = await makeComment(test.db, { videoId, status: 'approved' });
    const dueAt = new Date(now.getTime() - 1000 + index);
    await makeQueueItem(test.db, { commentId: comment.id, scheduledFor: dueAt, dueAt, autoPost: true });
    cooling ||= comment.id;
  }
  const other = await test.publishing.approved({ dueInMs: 0, channelId: 'UCother' });
  return { cooling, other: other.id };
}

/** What a tick asks the database, transactions opened as well. */
async function statementsOfATick(): Promise<number> {
  const { session } = test.db._ as unknown as { session: { prepareQuery: () => unknown } };
  const prepared = vi.spyOn(session, 'prepareQuery');
  const transactions = vi.spyOn(test.db, 'transaction');
  await test.publishing.loop.tick();
  const count = prepared.mock.calls.length + transactions.mock.calls.length;
  vi.restoreAllMocks();
  return count;
}

describe('two hundred behind a cooling channel', () => {
  it('keep no other channel’s comment waiting, and say why they wait', async () => {
    const { cooling, other } = await behindACoolingChannel();
    await test.publishing.loop.tick();
    expect((await test.publishing.state(other)).comment.status).toBe('posted');
    expect((await test.publishing.state(cooling)).queueItem).toMatchObject({
      blockedReason: 'channel_cooldown',
      nextTryAt: new Date(test.clock.now().getTime() + 2 * hour),
    });
  });

  it('go out as soon as the person lowers the cooldown', async () => {
    const { cooling } = await behindACoolingChannel();
    await test.publishing.setSettings({ dailyCap: 3 });
    await test.publishing.loop.tick();
    await test.publishing.setSettings({ channelCooldownHours: 0 });
    test.clock.advance(5_000);
    await test.publishing.loop.tick();
    expect((await test.publishing.state(cooling)).comment.status).toBe('posted');
  });

  it('cost a tick as many statements as none do', async () => {
    await test.publishing.setSettings({ channelCooldownHours: 3 });
    const idle = await statementsOfATick();
    await behindACoolingChannel();
    await test.publishing.loop.tick();
    test.publishing.told();
    expect(await statementsOfATick()).toBe(idle);
    expect(test.publishing.told()).toEqual([]);
    expect(idle).toBeGreaterThan(3);
    expect(idle).toBeLessThan(15);
  });
});

it('a tick under a hold is a constant number of statements, however many wait', async () => {
  await test.publishing.setSettings({ minGapSeconds: 0 });
  await test.publishing.approved({ dueInMs: -1 });
  test.publishing.remote.behaviour.always = () => ({ kind: 'config', reason: 'CONSUMER_SUSPENDED' });
  await test.publishing.loop.tick();
  const alone = await statementsOfATick();
  for (let index = 0; index < 30; index += 1) await test.publishing.approved({ dueInMs: 0 });
  await test.publishing.loop.tick();
  expect(await statementsOfATick()).toBe(alone);
  expect(alone).toBeLessThan(15);
});
