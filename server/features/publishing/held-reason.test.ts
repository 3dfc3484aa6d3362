import { expect, it } from 'vitest';
import { testPublishing } from '../../testing/publishing-world.ts';

const test = testPublishing();

async function tickIn(ms: number): Promise<void> {
  test.clock.advance(ms);
  await test.world.loop.tick();
}

it('names what holds a comment now, not what held it before', async () => {
  const slowed = await test.world.approved({ dueInMs: 0 });
  test.world.remote.answers.push({ kind: 'burst' });
  await test.world.loop.tick();
  expect((await test.world.state(slowed.id)).queueItem?.heldReason).toBe('rate_limited_by_youtube');

  const other = await test.world.approved({ dueInMs: 0 });
  await tickIn(5_000);
  expect((await test.world.state(other.id)).comment.status).toBe('posted');
  expect((await test.world.state(slowed.id)).queueItem?.heldReason).toBe('rate_limited_by_youtube');

  await tickIn(40_000);
  expect((await test.world.state(slowed.id)).queueItem?.heldReason).toBe('min_gap');
  await tickIn(20_000);
  expect((await test.world.state(slowed.id)).comment.status).toBe('posted');
});
