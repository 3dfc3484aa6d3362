import { describe, expect, it, vi } from 'vitest';
import { postAttempts } from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import { YouTubeError, type YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { ownChannel, testPublishing } from '../../testing/publishing-fixture.ts';

const minute = 60_000;
const test = testPublishing();

async function confirming(answer: 'accepted, no answer' | { kind: YouTubeFailure }) {
  const { id } = await test.publishing.approved({ dueInMs: 0 });
  test.publishing.remote.answers.push(answer);
  await test.publishing.loop.tick();
  const { startedAt = test.clock.now(), youtubeVideoId = '' } =
    (await test.publishing.state(id)).attempts[0] ?? {};
  return {
    id,
    youtubeVideoId,
    /** Runs the loop at these times, in minutes after the attempt. */
    async lookAt(...minutes: number[]) {
      for (const each of minutes) {
        test.clock.set(new Date(startedAt.getTime() + each * minute).toISOString());
        await test.publishing.loop.tick();
      }
    },
    comment: async () => (await test.publishing.state(id)).comment,
  };
}

function failChecks(times: number, kind: YouTubeFailure, reason: string = kind) {
  for (let checks = 0; checks < times; checks += 1)
    test.publishing.remote.checkFailures.push(new YouTubeError(kind, reason, 'shared'));
}

/**
 * Adds comments in front of the one that was sent, because YouTube lists the newest
 * first.
 */
function strangersWrite(count: number, youtubeVideoId: string) {
  const publishedAt = test.clock.now().toISOString();
  for (let one = 0; one < count; one += 1)
    test.publishing.remote.shown.unshift({
      youtubeCommentId: `Ugz-stranger-${one}`,
      youtubeVideoId,
      text: 'First!',
      authorChannelId: 'UC-somebody-else',
      publishedAt,
    });
}

const everyLook = [1, 10, 60, 6 * 60, 24 * 60];
const notChecked = 'We could not check whether it is there';

async function tickFor(minutes: number) {
  for (let past = 0; past < minutes; past += 1) {
    test.clock.advance(minute);
    await test.publishing.loop.tick();
  }
}

describe('a check that proves nothing (rule 7.5)', () => {
  it.each<[YouTubeFailure, string]>([
    ['refused', 'commentsDisabled'],
    ['forbidden', 'forbidden'],
    ['unexplained', 'http_403'],
    ['unknown', 'timeout'],
  ])('is repeated later, and then finds the comment (%s)', async (kind, reason) => {
    const { lookAt, comment } = await confirming('accepted, no answer');
    failChecks(2, kind, reason);
    await lookAt(1, 10, 59);
    expect((await comment()).status).toBe('approved');
    await lookAt(60);
    expect((await comment()).status).toBe('posted');
  });

  it.each([
    ['always forbidden', 'unknown', () => failChecks(9, 'forbidden')],
    [
      'always forbidden, after processingFailure',
      'processing',
      () => failChecks(9, 'forbidden'),
    ],
    [
      'always an incomplete list',
      'unknown',
      (video: string) => strangersWrite(700, video),
    ],
    [
      'always an incomplete list, after processingFailure',
      'processing',
      (video: string) => strangersWrite(700, video),
    ],
  ] as const)(
    'makes the comment fail after a day, and nothing is sent again (%s)',
    async (_, kind, prevent) => {
      const { id, youtubeVideoId, lookAt, comment } = await confirming({ kind });
      test.clock.advance(1_000);
      prevent(youtubeVideoId);
      await lookAt(...everyLook.slice(0, -1), 24 * 60 - 1);
      expect((await test.publishing.state(id)).attempts).toMatchObject([
        { outcomeCode: 'could_not_check' },
      ]);
      expect((await comment()).status).toBe('approved');
      await lookAt(24 * 60, 48 * 60);
      expect(await comment()).toMatchObject({
        status: 'failed',
        failureCode: 'unconfirmed',
        failureReason: expect.stringContaining(notChecked),
      });
      expect(test.publishing.remote.received).toHaveLength(1);
      expect(test.publishing.remote.checks()).toBe(kind === 'unknown' ? 5 : 4);
    },
  );

  it('includes a list read as another channel, from which YouTube may hide our comment', async () => {
    const { id, lookAt } = await confirming({ kind: 'processing' });
    const mine = await test.publishing.account.account();
    test.publishing.account.account = async () => ({
      ...mine,
      channelId: 'UCanother0000000000000000',
    });
    await lookAt(11, 12);
    expect(test.publishing.remote.received).toHaveLength(1);
    expect(await test.publishing.state(id)).toMatchObject({
      comment: { status: 'approved' },
      attempts: [{ state: 'confirming', outcomeCode: 'could_not_check' }],
    });
  });
});

describe('the comment that a check accepts (rule 7.5)', () => {
  /**
   * Returns a comment after its checks, which found another comment under the video
   * instead.
   */
  async function commentAfterChecks(
    other: (content: string) => { text: string; authorChannelId: string },
  ) {
    const { id, content } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    const { youtubeVideoId = '' } = (await test.publishing.state(id)).attempts[0] ?? {};
    const publishedAt = test.clock.now().toISOString();
    test.publishing.remote.shown.push({
      youtubeCommentId: 'Ugz-other',
      youtubeVideoId,
      publishedAt,
      ...other(content),
    });
    await tickFor(11);
    return (await test.publishing.state(id)).comment;
  }

  it('may be dated before the attempt, because our clock may be ahead of YouTube’s', async () => {
    const { id, youtubeVideoId, lookAt, comment } = await confirming({
      kind: 'processing',
    });
    test.publishing.remote.shown.push({
      youtubeCommentId: 'Ugz-earlier',
      youtubeVideoId,
      text: (await comment()).content,
      authorChannelId: ownChannel,
      publishedAt: new Date(test.clock.now().getTime() - 20 * minute).toISOString(),
    });
    await lookAt(11, 12);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      youtubeCommentId: 'Ugz-earlier',
    });
    expect(test.publishing.remote.received).toHaveLength(1);
  });

  const unconfirmed = {
    status: 'failed',
    failureCode: 'unconfirmed',
    youtubeCommentId: null,
  };
  it.each([
    ['not someone else’s with the same text', '', 'UC-somebody-else', unconfirmed],
    [
      'not another one of ours that begins with the same text',
      ' And more.',
      ownChannel,
      unconfirmed,
    ],
    [
      'ours, even if YouTube changed its white space',
      '  \n',
      ownChannel,
      { status: 'posted', youtubeCommentId: 'Ugz-other' },
    ],
  ])('is %s', async (_, more, authorChannelId, expected) => {
    const comment = await commentAfterChecks((text) => ({
      text: `${text}${more}`,
      authorChannelId,
    }));
    expect(comment).toMatchObject(expected);
  });
});

it('checks the other attempts after a check that throws an unexpected error (rule 7.5)', async () => {
  const last = await confirming('accepted, no answer');
  const broken = {
    youtubeVideoId: 'broken',
    state: 'confirming',
    startedAt: test.clock.now(),
  } as const;
  // One tick checks five attempts. All of these are due before the last one.
  for (let count = 0; count < 5; count += 1)
    await makePostAttempt(test.db, { ...broken, nextCheckAt: test.clock.now() });
  const { listRecentComments } = test.publishing.remote.youtube;
  vi.spyOn(test.publishing.remote.youtube, 'listRecentComments').mockImplementation(
    async (youtubeVideoId, since) => {
      if (youtubeVideoId === 'broken') throw new TypeError('A mistake in the program.');
      return listRecentComments(youtubeVideoId, since);
    },
  );
  test.clock.advance(minute);
  await expect(test.publishing.loop.tick()).rejects.toThrow(
    'An outcome could not be checked.',
  );
  await test.publishing.loop.tick();
  expect((await last.comment()).status).toBe('posted');
  const attempts = await test.db.select().from(postAttempts);
  expect(attempts.filter(({ state }) => state === 'confirming')).toHaveLength(5);
});

describe('a check that cannot take place (rule 7.5)', () => {
  it('refreshes the token only after a 401', async () => {
    const { lookAt } = await confirming('accepted, no answer');
    failChecks(1, 'unexplained');
    failChecks(1, 'auth', 'authError');
    await lookAt(1);
    expect(test.publishing.refreshed).toEqual([]);
    await lookAt(10);
    expect(test.publishing.refreshed).toEqual(['token']);
  });

  it('waits for a token even after the time of the last check, and fails no comment', async () => {
    const { lookAt, comment } = await confirming('accepted, no answer');
    const { accessToken } = test.publishing.account;
    test.publishing.account.accessToken = () =>
      Promise.reject(new AppError(409, 'needs_reauth', 'Sign in again.'));
    await lookAt(...everyLook, 47 * 60);
    expect((await comment()).status).toBe('approved');
    test.publishing.account.accessToken = accessToken;
    await lookAt(48 * 60);
    expect((await comment()).status).toBe('posted');
  });
});

describe('the check before a Retry', () => {
  it('finds nothing for a comment that was never sent, without asking YouTube', async () => {
    const { id } = await test.publishing.approved();
    expect(await test.publishing.confirmer.checkBeforeApproval(id, false)).toBe(false);
    expect(test.publishing.remote.checks()).toBe(0);
  });

  it('is 503 and changes nothing when YouTube cannot be reached', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    test.publishing.remote.answers.push({ kind: 'unknown' });
    await test.publishing.loop.tick();
    await tickFor(11);
    const before = await test.publishing.state(id);
    failChecks(1, 'unknown', 'timeout');
    await expect(
      test.publishing.confirmer.checkBeforeApproval(id, true),
    ).rejects.toMatchObject({
      status: 503,
      code: 'youtube_unavailable',
      message: expect.stringContaining('Nothing was changed'),
    });
    expect(await test.publishing.state(id)).toEqual(before);
  });

  it.each([
    ['refused', () => failChecks(1, 'forbidden')],
    ['cut short', (video: string) => strangersWrite(700, video)],
  ])(
    'asks the owner and says that it could not check when the list was %s',
    async (_, prevent) => {
      const { id, youtubeVideoId, lookAt, comment } = await confirming({
        kind: 'unknown',
      });
      await lookAt(1, 10);
      expect((await comment()).failureCode).toBe('unconfirmed');
      prevent(youtubeVideoId);
      const asked = test.publishing.confirmer.checkBeforeApproval(id, false);
      await expect(asked).rejects.toMatchObject({
        code: 'unconfirmed',
        message: expect.stringContaining(notChecked),
      });
      await expect(asked).rejects.not.toThrow('did not find');
    },
  );

  it('goes back to the first unconfirmed attempt, and finds the text that it sent', async () => {
    const { id, content } = await test.publishing.approved();
    const sent = {
      commentId: id,
      youtubeVideoId: 'video',
      state: 'failed',
      outcomeCode: 'unconfirmed',
    } as const;
    const first = new Date(test.clock.now().getTime() - 60 * minute);
    const last = test.clock.now();
    await makePostAttempt(test.db, {
      ...sent,
      content,
      startedAt: first,
      closedAt: first,
    });
    await makePostAttempt(test.db, {
      ...sent,
      content: 'Edited since.',
      startedAt: last,
      closedAt: last,
    });
    test.publishing.remote.shown.push({
      youtubeCommentId: 'Ugz-first',
      youtubeVideoId: 'video',
      authorChannelId: ownChannel,
      text: content,
      publishedAt: first.toISOString(),
    });
    expect(await test.publishing.confirmer.checkBeforeApproval(id, false)).toBe(true);
    expect((await test.publishing.state(id)).comment).toMatchObject({
      status: 'posted',
      content,
      youtubeCommentId: 'Ugz-first',
    });
  });
});

describe('an unknown outcome (rule 7.5)', () => {
  it('follows an unexpected error of our own, because the request may have been sent', async () => {
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

  it('is assumed at once for an attempt of a process that has ended, and nothing is sent again (rule 7.5)', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    await makePostAttempt(test.db, {
      commentId: id,
      worker: 'other',
      startedAt: test.clock.now(),
    });
    await test.publishing.loop.tick();
    expect((await test.publishing.state(id)).attempts[0]?.state).toBe('confirming');
    expect(test.publishing.remote.received).toEqual([]);
  });

  it('follows an attempt that is long past its deadline', async () => {
    const { id } = await test.publishing.approved({ dueInMs: 0 });
    const { loop, poster } = test.publishing;
    await makePostAttempt(test.db, {
      commentId: id,
      worker: poster.worker,
      startedAt: test.clock.now(),
    });
    test.clock.advance(30_000);
    await loop.tick();
    expect((await test.publishing.state(id)).attempts[0]?.state).toBe('sending');
    test.clock.advance(30_000);
    await loop.tick();
    expect((await test.publishing.state(id)).attempts[0]?.state).toBe('confirming');
    expect(test.publishing.remote.received).toEqual([]);
  });
});
