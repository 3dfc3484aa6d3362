import { beforeEach, expect, it } from 'vitest';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { type PublishingWorld, publishingWorld } from '../../testing/publishing-world.ts';

const test = testDatabase();
let clock: ReturnType<typeof fakeClock>;
let world: PublishingWorld;
beforeEach(async () => {
  clock = fakeClock();
  world = publishingWorld(test.db, clock);
  await world.loop.tick();
});

async function tickIn(ms: number): Promise<void> {
  clock.advance(ms);
  await world.loop.tick();
}

it('names what holds a comment now, not what held it before', async () => {
  const slowed = await world.approved({ dueInMs: 0 });
  world.remote.answers.push({ kind: 'burst' });
  await world.loop.tick();
  expect((await world.state(slowed.id)).queueItem?.heldReason).toBe('rate_limited_by_youtube');

  const other = await world.approved({ dueInMs: 0 });
  await tickIn(5_000);
  expect((await world.state(other.id)).comment.status).toBe('posted');
  expect((await world.state(slowed.id)).queueItem?.heldReason).toBe('rate_limited_by_youtube');

  await tickIn(40_000);
  expect((await world.state(slowed.id)).queueItem?.heldReason).toBe('min_gap');
  await tickIn(20_000);
  expect((await world.state(slowed.id)).comment.status).toBe('posted');
});
