import { beforeEach, describe, expect, it } from 'vitest';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { publishingWorld } from '../../testing/publishing-world.ts';

const minute = 60_000;
const test = testDatabase();
const clock = fakeClock('2026-11-20T18:00:00Z');
let world: ReturnType<typeof publishingWorld>;

beforeEach(() => {
  world = publishingWorld(test.db, clock);
});

async function confirmingWith(reason: string) {
  const { id } = await world.approved({ dueInMs: 0 });
  world.remote.answers.push('accepted, no answer');
  await world.loop.tick();
  for (let looks = 0; looks < 3; looks += 1)
    world.remote.lookFailures.push(new YouTubeError('refused', reason, 'shared'));
  return id;
}

async function tickFor(minutes: number) {
  for (let past = 0; past < minutes; past += 1) {
    clock.advance(minute);
    await world.loop.tick();
  }
}

describe('a look that is refused', () => {
  it('counts where YouTube says that there is nothing to look at', async () => {
    const id = await confirmingWith('commentsDisabled');
    await tickFor(11);
    expect((await world.state(id)).comment).toMatchObject({ status: 'failed', failureCode: 'unconfirmed' });
  });

  it('does not count where something on the way refused it without YouTube’s reason', async () => {
    const id = await confirmingWith('http_403');
    await tickFor(3);
    expect((await world.state(id)).comment.status).toBe('approved');
    await tickFor(1);
    expect((await world.state(id)).comment.status).toBe('posted');
  });
});
