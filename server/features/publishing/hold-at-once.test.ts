import { describe, expect, it } from 'vitest';
import { testPublishing } from '../../testing/publishing-fixture.ts';
import type { Hold } from './hold.rules.ts';

const second = 1000;
const test = testPublishing();

const inserts = () => test.publishing.remote.received.length;
const postByHand = (id: number, underHold: Hold | null = null) =>
  test.publishing.poster.post(id, 'manual', { underHold });

/** The first of so many due comments was refused for its pace. */
async function onHold(count: number): Promise<number[]> {
  await test.publishing.setSettings({ minGapSeconds: 0 });
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await test.publishing.approved({ dueInMs: index - count })).id);
  test.publishing.remote.answers.push({ kind: 'burst' });
  await test.publishing.loop.tick();
  test.publishing.remote.behaviour.always = () => ({ kind: 'burst' });
  return ids;
}

describe('several at once under a hold (rule 7.7)', () => {
  it('overlapping ticks and three Post Now make one try at its end', async () => {
    const ids = await onHold(5);
    test.clock.advance(30 * second);
    await Promise.all([
      test.publishing.loop.tick(),
      test.publishing.loop.tick(),
      postByHand(ids[3] ?? 0),
      postByHand(ids[4] ?? 0),
      postByHand(ids[2] ?? 0),
    ]);
    expect(inserts()).toBe(2);
    expect(await test.publishing.hold()).toMatchObject({ attempts: 2 });
  });

  it('three Post Now that ask for a try make one; its failure prolongs the hold', async () => {
    const ids = await onHold(3);
    const seen = await test.publishing.hold();
    const asked = await Promise.all(ids.map((id) => postByHand(id, seen)));
    expect(inserts()).toBe(2);
    expect(asked.filter((result) => 'obstacle' in result)).toHaveLength(2);
    expect(await test.publishing.hold()).toMatchObject({ attempts: 2 });
    const end = (await test.publishing.hold())?.nextTryAt?.getTime() ?? 0;
    expect(end - test.clock.now().getTime()).toBe(45 * second);
  });
});
