import { beforeEach, describe, expect, it, vi } from 'vitest';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { type PublishingWorld, publishingWorld } from '../../testing/publishing-world.ts';

const minute = 60_000;

const test = testDatabase();
let clock: ReturnType<typeof fakeClock>;
let world: PublishingWorld;
beforeEach(async () => {
  clock = fakeClock();
  world = publishingWorld(test.db, clock);
  await world.loop.tick();
});

describe('an unknown outcome', () => {
  it('is what an error of our own leaves, too: the request may have been sent', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    const insert = vi
      .spyOn(world.remote.youtube, 'insertComment')
      .mockRejectedValue(new TypeError('A mistake in the program.'));
    await world.loop.tick();
    expect((await world.state(id)).attempts).toMatchObject([{ state: 'confirming', closedAt: null }]);
    await world.pass(11 * minute);
    expect((await world.state(id)).comment).toMatchObject({ status: 'failed', failureCode: 'unconfirmed' });
    expect(insert).toHaveBeenCalledOnce();
  });

  it('is looked for, found, and never sent again', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push('accepted, no answer');
    await world.loop.tick();
    expect((await world.state(id)).attempts[0]).toMatchObject({ state: 'confirming' });
    await world.pass(minute);
    const { comment, queueItem } = await world.state(id);
    expect(comment).toMatchObject({ status: 'posted', youtubeCommentId: 'Ugz1' });
    expect(queueItem).toBeNull();
    expect(world.remote.received).toHaveLength(1);
  });

  it('not found after about 1 and 10 minutes it fails, saying that it may be held', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push({ kind: 'unknown' });
    await world.loop.tick();
    await world.pass(9 * minute);
    expect(world.remote.looks()).toBe(1);
    expect((await world.state(id)).comment.status).toBe('approved');
    await world.pass(minute);
    expect(world.remote.looks()).toBe(2);
    expect((await world.state(id)).comment).toMatchObject({ status: 'failed', failureCode: 'unconfirmed' });
    expect(world.remote.received).toHaveLength(1);
  });

  it('a look that itself fails does not count', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push('accepted, no answer');
    for (let index = 0; index < 15; index++)
      world.remote.lookFailures.push(new YouTubeError('unknown', 'timeout', 'shared'));
    await world.loop.tick();
    await world.pass(15 * minute);
    expect((await world.state(id)).comment.status).toBe('approved');
    await world.pass(2 * minute);
    expect((await world.state(id)).comment.status).toBe('posted');
  });

  it('an attempt whose process died is confirmed, not repeated', async () => {
    const { id, content } = await world.approved({ dueInMs: 0 });
    const { youtubeId } = (
      await test.database.sessionPool.query('select youtube_id as "youtubeId" from videos')
    ).rows[0] as {
      youtubeId: string;
    };
    await makePostAttempt(test.db, {
      commentId: id,
      content,
      youtubeVideoId: youtubeId,
      worker: 'dead',
      startedAt: clock.now(),
    });
    world.remote.answers.push('accepted, no answer');
    await world.remote.youtube
      .insertComment(
        { youtubeVideoId: youtubeId, channelId: 'x', text: content },
        { kind: 'grant', accessToken: 't' },
      )
      .catch(() => undefined);
    await world.loop.tick();
    expect((await world.state(id)).attempts[0]?.state).toBe('confirming');
    await world.pass(minute);
    expect((await world.state(id)).comment.status).toBe('posted');
    expect(world.remote.received).toHaveLength(1);
  });

  it('another process’s attempt is left alone until its deadline is long over', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, { commentId: id, worker: 'other', startedAt: clock.now() });
    const { loop } = world.process(false);
    clock.advance(30_000);
    await loop.tick();
    expect((await world.state(id)).attempts[0]?.state).toBe('sending');
    clock.advance(30_000);
    await loop.tick();
    expect((await world.state(id)).attempts[0]?.state).toBe('confirming');
    expect(world.remote.received).toEqual([]);
  });

  it('Retry looks again first, then asks', async () => {
    const { id } = await world.approved({ dueInMs: 0 });
    world.remote.answers.push({ kind: 'unknown' });
    await world.loop.tick();
    await world.pass(11 * minute);
    await expect(world.confirmer.lookAgain(id, false)).rejects.toMatchObject({
      status: 409,
      code: 'unconfirmed',
    });
    expect(await world.confirmer.lookAgain(id, true)).toBe(false);
    const { attempts } = await world.state(id);
    await world.remote.youtube.insertComment(
      { youtubeVideoId: attempts[0]?.youtubeVideoId ?? '', channelId: 'x', text: attempts[0]?.content ?? '' },
      { kind: 'grant', accessToken: 't' },
    );
    expect(await world.confirmer.lookAgain(id, false)).toBe(true);
    expect((await world.state(id)).comment).toMatchObject({ status: 'posted', failureCode: null });
  });
});
