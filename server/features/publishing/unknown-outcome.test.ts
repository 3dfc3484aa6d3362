import { describe, expect, it, vi } from 'vitest';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;

const test = testPublishing();

describe('an unknown outcome (rule 7.5)', () => {
  it('follows an error of our own too: the request may have been sent', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    const insert = vi
      .spyOn(test.publishing.remote.youtube, 'insertComment')
      .mockRejectedValue(new TypeError('A mistake in the program.'));
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).attempts).toMatchObject([
      { state: 'confirming', closedAt: null },
    ]);
    await test.publishing.pass(11 * minute);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'unconfirmed',
    });
    expect(insert).toHaveBeenCalledOnce();
  });

  it('is looked for, found, and never sent again', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push('accepted, no answer');
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).attempts[0]).toMatchObject({ state: 'confirming' });
    await test.publishing.pass(minute);
    const { comment, queueItem } = await test.publishing.state(id);
    expect(comment).toMatchObject({ status: 'posted', youtubeCommentId: 'Ugz1' });
    expect(queueItem).toBeNull();
    expect(test.publishing.remote.received).toHaveLength(1);
  });

  it('fails as unconfirmed when not found after 1 and 10 minutes', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    await test.publishing.pass(9 * minute);
    expect(test.publishing.remote.checks()).toBe(1);
    expect((await test.publishing.state(id)).comment.status).toBe('approved');
    await test.publishing.pass(minute);
    expect(test.publishing.remote.checks()).toBe(2);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'failed',
      failureCode: 'unconfirmed',
    });
    expect(test.publishing.remote.received).toHaveLength(1);
  });

  it('is looked for after a crash, not sent again (rule 7.16)', async () => {
    const { id, content } = await test.publishing.approved({ dueInMs: 0 });
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
    test.publishing.remote.answers.push('accepted, no answer');
    await test.publishing.remote.youtube
      .insertComment(
        { youtubeVideoId: youtubeId, channelId: 'x', text: content },
        { kind: 'grant', accessToken: 't' },
      )
      .catch(() => undefined);
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).attempts[0]?.state).toBe('confirming');
    await test.publishing.pass(minute);
    expect((await test.publishing.state(id)).comment.status).toBe('posted');
    expect(test.publishing.remote.received).toHaveLength(1);
  });

  it('an attempt of a process that has ended is unconfirmed at once, and never sent again (rule 7.5)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, { commentId: id, worker: 'other', startedAt: test.clock.now() });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).attempts[0]?.state).toBe('confirming');
    expect(test.publishing.remote.received).toEqual([]);
  });

  it('follows an attempt whose deadline is long over', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    const { loop, poster } = test.publishing;
    await makePostAttempt(test.db, { commentId: id, worker: poster.worker, startedAt: test.clock.now() });
    test.clock.advance(30_000);
    await loop.tick();
    expect((await test.publishing.state(id)).attempts[0]?.state).toBe('sending');
    test.clock.advance(30_000);
    await loop.tick();
    expect((await test.publishing.state(id)).attempts[0]?.state).toBe('confirming');
    expect(test.publishing.remote.received).toEqual([]);
  });

  it('is looked for again before a Retry, then asked about', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    await test.publishing.pass(11 * minute);
    await expect(test.publishing.confirmer.checkBeforeRetry(id, false)).rejects.toMatchObject({
      status: 409,
      code: 'unconfirmed',
    });
    expect(await test.publishing.confirmer.checkBeforeRetry(id, true)).toBe(false);
    const { attempts } = await test.publishing.state(id);
    await test.publishing.remote.youtube.insertComment(
      { youtubeVideoId: attempts[0]?.youtubeVideoId ?? '', channelId: 'x', text: attempts[0]?.content ?? '' },
      { kind: 'grant', accessToken: 't' },
    );
    expect(await test.publishing.confirmer.checkBeforeRetry(id, false)).toBe(true);
    expect((await test.publishing.state(id)).comment).toMatchObject({ status: 'posted', failureCode: null });
  });
});
