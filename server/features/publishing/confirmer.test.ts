import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { ownChannel, publishingWorld } from '../../testing/publishing-world.ts';

const minute = 60_000;
const test = testDatabase();
const clock = fakeClock('2026-11-20T18:00:00Z');
let world: ReturnType<typeof publishingWorld>;

beforeEach(() => {
  world = publishingWorld(test.db, clock);
});

async function confirmingWith(reason: string, kind: YouTubeFailure = 'unexplained') {
  const { id } = await world.approved({ dueInMs: 0 });
  world.remote.answers.push('accepted, no answer');
  await world.loop.tick();
  for (let looks = 0; looks < 3; looks += 1)
    world.remote.checkFailures.push(new YouTubeError(kind, reason, 'shared'));
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
    const id = await confirmingWith('commentsDisabled', 'refused');
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

describe('what a look takes for the comment', () => {
  /** A comment that YouTube has not, and what is shown under its video instead. */
  async function nextCheckAt(other: (content: string) => { text: string; authorChannelId: string }) {
    const { id, content } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push({ kind: 'unknown' });
    await world.loop.tick();
    const { youtubeVideoId = '' } = (await world.state(id)).attempts[0] ?? {};
    const publishedAt = clock.now().toISOString();
    world.remote.shown.push({
      youtubeCommentId: 'Ugz-other',
      youtubeVideoId,
      publishedAt,
      ...other(content),
    });
    await tickFor(11);
    return (await world.state(id)).comment;
  }

  it('is no other person’s, although it says the same', async () => {
    const comment = await nextCheckAt((text) => ({ text, authorChannelId: 'UC-somebody-else' }));
    expect(comment).toMatchObject({ status: 'failed', failureCode: 'unconfirmed', youtubeCommentId: null });
  });

  it('is no other one of ours', async () => {
    const comment = await nextCheckAt((text) => ({ text: `${text} And more.`, authorChannelId: ownChannel }));
    expect(comment).toMatchObject({ status: 'failed', failureCode: 'unconfirmed', youtubeCommentId: null });
  });

  it('is our own, however YouTube spaces it', async () => {
    const comment = await nextCheckAt((text) => ({ text: `  ${text}\n`, authorChannelId: ownChannel }));
    expect(comment).toMatchObject({ status: 'posted', youtubeCommentId: 'Ugz-other' });
  });
});

describe('a look that fails', () => {
  it('is made again a minute later, not sooner', async () => {
    await confirmingWith('http_403');
    await tickFor(1);
    expect(world.remote.looks()).toBe(1);
    clock.advance(minute - 1);
    await world.loop.tick();
    expect(world.remote.looks()).toBe(1);
    clock.advance(1);
    await world.loop.tick();
    expect(world.remote.looks()).toBe(2);
  });

  it('by a rejected token has a new one asked for; by anything else not', async () => {
    await confirmingWith('http_403');
    await tickFor(1);
    expect(world.refreshed).toEqual([]);
    world.remote.checkFailures.unshift(new YouTubeError('auth', 'authError', 'shared'));
    await tickFor(1);
    expect(world.refreshed).toEqual(['token']);
  });

  it('for want of a token waits, and is made once there is one', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push('accepted, no answer');
    await world.loop.tick();
    const { accessToken } = world.account;
    world.account.accessToken = () => Promise.reject(new AppError(409, 'needs_reauth', 'Sign in again.'));
    await tickFor(30);
    expect((await world.state(id)).comment.status).toBe('approved');
    world.account.accessToken = accessToken;
    await tickFor(1);
    expect((await world.state(id)).comment.status).toBe('posted');
  });
});

describe('Retry', () => {
  it('of what was never tried finds nothing', async () => {
    const { id } = await world.approved();
    expect(await world.confirmer.lookAgain(id, false)).toBe(false);
    expect(world.remote.looks()).toBe(0);
  });

  it('says so where YouTube cannot be asked, and changes nothing', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push({ kind: 'unknown' });
    await world.loop.tick();
    await tickFor(11);
    const before = await world.state(id);
    world.remote.checkFailures.push(new YouTubeError('unknown', 'timeout', 'shared'));
    await expect(world.confirmer.lookAgain(id, true)).rejects.toMatchObject({
      status: 503,
      code: 'youtube_unavailable',
      message: expect.stringContaining('Nothing was changed'),
    });
    expect(await world.state(id)).toEqual(before);
  });
});
