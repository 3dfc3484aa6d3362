import { describe, expect, it, vi } from 'vitest';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-world.ts';

const minute = 60_000;

const test = testPublishing();

describe('an unknown outcome', () => {
  it('is what an error of our own leaves, too: the request may have been sent', async () => {
    const { id } = await test.world.approved({ dueInMs: 0 });
    const insert = vi
      .spyOn(test.world.remote.youtube, 'insertComment')
      .mockRejectedValue(new TypeError('A mistake in the program.'));
    await test.world.loop.tick();
    expect((await test.world.state(id)).attempts).toMatchObject([{ state: 'confirming', closedAt: null }]);
    await test.world.pass(11 * minute);
    expect((await test.world.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'unconfirmed',
    });
    expect(insert).toHaveBeenCalledOnce();
  });

  it('is looked for, found, and never sent again', async () => {
    const { id } = await test.world.approved({ dueInMs: 0 });
    test.world.remote.answers.push('accepted, no answer');
    await test.world.loop.tick();
    expect((await test.world.state(id)).attempts[0]).toMatchObject({ state: 'confirming' });
    await test.world.pass(minute);
    const { comment, queueItem } = await test.world.state(id);
    expect(comment).toMatchObject({ status: 'posted', youtubeCommentId: 'Ugz1' });
    expect(queueItem).toBeNull();
    expect(test.world.remote.received).toHaveLength(1);
  });

  it('not found after about 1 and 10 minutes it fails, saying that it may be held', async () => {
    const { id } = await test.world.approved({ dueInMs: 0 });
    test.world.remote.answers.push({ kind: 'unknown' });
    await test.world.loop.tick();
    await test.world.pass(9 * minute);
    expect(test.world.remote.looks()).toBe(1);
    expect((await test.world.state(id)).comment.status).toBe('approved');
    await test.world.pass(minute);
    expect(test.world.remote.looks()).toBe(2);
    expect((await test.world.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'unconfirmed',
    });
    expect(test.world.remote.received).toHaveLength(1);
  });

  it('a look that itself fails does not count', async () => {
    const { id } = await test.world.approved({ dueInMs: 0 });
    test.world.remote.answers.push('accepted, no answer');
    for (let index = 0; index < 15; index++)
      test.world.remote.checkFailures.push(new YouTubeError('unknown', 'timeout', 'shared'));
    await test.world.loop.tick();
    await test.world.pass(15 * minute);
    expect((await test.world.state(id)).comment.status).toBe('approved');
    await test.world.pass(2 * minute);
    expect((await test.world.state(id)).comment.status).toBe('posted');
  });

  it('an attempt whose process died is confirmed, not repeated', async () => {
    const { id, content } = await test.world.approved({ dueInMs: 0 });
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
      startedAt: test.clock.now(),
    });
    test.world.remote.answers.push('accepted, no answer');
    await test.world.remote.youtube
      .insertComment(
        { youtubeVideoId: youtubeId, channelId: 'x', text: content },
        { kind: 'grant', accessToken: 't' },
      )
      .catch(() => undefined);
    await test.world.loop.tick();
    expect((await test.world.state(id)).attempts[0]?.state).toBe('confirming');
    await test.world.pass(minute);
    expect((await test.world.state(id)).comment.status).toBe('posted');
    expect(test.world.remote.received).toHaveLength(1);
  });

  it('an attempt of a process that has ended is unconfirmed at once, and never sent again (rule 7.5)', async () => {
    const { id } = await test.world.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, { commentId: id, worker: 'other', startedAt: test.clock.now() });
    await test.world.loop.tick();
    expect((await test.world.state(id)).attempts[0]?.state).toBe('confirming');
    expect(test.world.remote.received).toEqual([]);
  });

  it('Retry looks again first, then asks', async () => {
    const { id } = await test.world.approved({ dueInMs: 0 });
    test.world.remote.answers.push({ kind: 'unknown' });
    await test.world.loop.tick();
    await test.world.pass(11 * minute);
    await expect(test.world.confirmer.lookAgain(id, false)).rejects.toMatchObject({
      status: 409,
      code: 'unconfirmed',
    });
    expect(await test.world.confirmer.lookAgain(id, true)).toBe(false);
    const { attempts } = await test.world.state(id);
    await test.world.remote.youtube.insertComment(
      { youtubeVideoId: attempts[0]?.youtubeVideoId ?? '', channelId: 'x', text: attempts[0]?.content ?? '' },
      { kind: 'grant', accessToken: 't' },
    );
    expect(await test.world.confirmer.lookAgain(id, false)).toBe(true);
    expect((await test.world.state(id)).comment).toMatchObject({ status: 'posted', failureCode: null });
  });
});
