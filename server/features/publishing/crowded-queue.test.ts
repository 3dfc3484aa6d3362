import { afterEach, describe, expect, it, vi } from 'vitest';
import { comments, queueItems, videos } from '#shared/schema.ts';
import { makeComment, makePostAttempt, makeVideo } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const hour = 60 * minute;

const test = testPublishing();

afterEach(() => vi.restoreAllMocks());

/**
 * Creates 201 due comments on a channel where something was posted an hour ago, and one
 * on another channel.
 */
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
  const { id: _, ...video } = await makeVideo(test.db, { channelId: 'UCcooling' });
  const manyVideos = Array.from({ length: 201 }, (__, index) => ({
    ...video,
    youtubeId: `cooling${index}`,
  }));
  const added = await test.db.insert(videos).values(manyVideos).returning();
  const { id: __, ...comment } = await makeComment(test.db, { status: 'approved' });
  const manyComments = added.map(({ id: videoId }) => ({
    ...comment,
    videoId,
    content: `Comment ${videoId}.`,
  }));
  const crowd = await test.db.insert(comments).values(manyComments).returning();
  const items = crowd.map(({ id: commentId }, index) => {
    const dueAt = new Date(now.getTime() - 1000 + index);
    return { commentId, scheduledFor: dueAt, dueAt, autoPost: true, createdAt: now };
  });
  await test.db.insert(queueItems).values(items);
  const cooling = crowd[0]?.id ?? 0;
  const other = await test.publishing.approved({ dueInMs: 0, channelId: 'UCother' });
  return { cooling, other: other.id };
}

async function statementsOfATick(): Promise<number> {
  const { session } = test.db._ as unknown as {
    session: { prepareQuery: () => unknown };
  };
  const prepared = vi.spyOn(session, 'prepareQuery');
  const transactions = vi.spyOn(test.db, 'transaction');
  await test.publishing.loop.tick();
  const count = prepared.mock.calls.length + transactions.mock.calls.length;
  vi.restoreAllMocks();
  return count;
}

describe('two hundred due comments on a cooling channel', () => {
  it('delay no other channel, say why they wait, and go out once the cooldown is lowered (rule 7.11)', async () => {
    const { cooling, other } = await behindACoolingChannel();
    await test.publishing.setSettings({ dailyCap: 3 });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(other)).comment.status).toBe('posted');
    expect((await test.publishing.state(cooling)).queueItem).toMatchObject({
      blockedReason: 'channel_cooldown',
      nextTryAt: new Date(test.clock.now().getTime() + 2 * hour),
    });
    await test.publishing.setSettings({ channelCooldownHours: 0 });
    test.clock.advance(5_000);
    await test.publishing.loop.tick();
    expect((await test.publishing.state(cooling)).comment.status).toBe('posted');
  });

  it('add no statements to a tick', async () => {
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

it('a tick under a hold runs as many statements for thirty waiting comments as for one', async () => {
  await test.publishing.setSettings({ minGapSeconds: 0 });
  await test.publishing.approved({ dueInMs: -1 });
  test.publishing.remote.behaviour.always = () => ({
    kind: 'config',
    reason: 'CONSUMER_SUSPENDED',
  });
  await test.publishing.loop.tick();
  const alone = await statementsOfATick();
  for (let index = 0; index < 30; index += 1)
    await test.publishing.approved({ dueInMs: 0 });
  await test.publishing.loop.tick();
  expect(await statementsOfATick()).toBe(alone);
  expect(alone).toBeLessThan(15);
});
