import { expect, it } from 'vitest';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const test = testPublishing();

async function tickIn(ms: number): Promise<void> {
  test.clock.advance(ms);
  await test.publishing.loop.tick();
}

it('names the present reason why a comment waits, not the one before', async () => {
  const slowed = await test.publishing.approved({ dueInMs: 0 });
  const other = await test.publishing.approved({ dueInMs: 1 });
  const held = async (id: number) => (await test.publishing.state(id)).queueItem?.blockedReason;
  test.publishing.remote.answers.push({ kind: 'burst' });
  await test.publishing.loop.tick();
  expect(await held(slowed.id)).toBe('rate_limited_by_youtube');
  await tickIn(5_000);
  expect(await held(other.id)).toBe('rate_limited_by_youtube');

  // The hold is over, and the gap after the refused attempt is not.
  await tickIn(20_000);
  expect([await held(slowed.id), await held(other.id)]).toEqual(['min_gap', 'min_gap']);

  await tickIn(35_000);
  expect((await test.publishing.state(other.id)).comment.status).toBe('posted');
  expect(await held(slowed.id)).toBe('set_aside');
  await tickIn(30_000);
  expect(await held(slowed.id)).toBe('min_gap');
  await tickIn(30_000);
  expect((await test.publishing.state(slowed.id)).comment.status).toBe('posted');
});
