import { beforeEach, describe, expect, it, vi } from 'vitest';
import { postingHold } from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';
import type { Hold } from './brakes.rules.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const test = testPublishing();

/**
 * Runs the loop while time passes: every five seconds for short times, otherwise every
 * half minute.
 */
async function run(
  ms: number,
  step = (ms > 5 * minute ? 30 : 5) * second,
): Promise<void> {
  for (let past = 0; past < ms; past += step) {
    test.clock.advance(step);
    await test.publishing.loop.tick();
  }
}

/** Creates comments that are due, and returns their ids in the order of their times. */
async function due(
  count: number,
  options: Parameters<typeof test.publishing.approved>[0] = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await test.publishing.approved({ dueInMs: index - count, ...options })).id);
  return ids;
}

const statuses = async (ids: readonly number[]) => {
  const states = await Promise.all(ids.map((id) => test.publishing.state(id)));
  return states.map(({ comment }) => comment.status);
};

/** Returns this status once for each id, to compare it with `statuses`. */
const each = (status: string, ids: readonly number[]) => ids.map(() => status);

/** Returns how many comments YouTube was asked to insert. */
const inserts = () => test.publishing.remote.received.length;

/** Sets YouTube's answer to every insert from now on; null accepts them. */
const youTubeAnswers = (answer: typeof test.publishing.remote.behaviour.always) => {
  test.publishing.remote.behaviour.always = answer;
};

const postByHand = (id: number, underHold: Hold | null = null) =>
  test.publishing.poster.post(id, 'manual', { underHold });

/**
 * Makes comments due, of which the first meets a rate limit, so that posting is on hold.
 */
async function holdOnFirst(count: number): Promise<number[]> {
  await test.publishing.setSettings({ minGapSeconds: 0 });
  const ids = await due(count);
  test.publishing.remote.answers.push({ kind: 'burst' });
  await test.publishing.loop.tick();
  return ids;
}

describe('a 429 from YouTube (rule 7.7)', () => {
  it('leads to at most eight inserts in ten minutes when it goes on, and fails no comment', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    const ids = await due(6);
    youTubeAnswers(() => ({ kind: 'burst', reason: 'rateLimitExceeded' }));
    await run(10 * minute);
    expect(inserts()).toBeLessThanOrEqual(8);
    expect(inserts()).toBeGreaterThan(3);
    expect(await statuses(ids)).toEqual(each('approved', ids));
    expect(await test.publishing.hold()).toMatchObject({
      code: 'rate_limited_by_youtube',
      attempts: inserts(),
    });
  });

  it('is followed by all due comments once YouTube accepts them again', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    const ids = await due(6);
    youTubeAnswers(() => ({ kind: 'burst', reason: 'rateLimitExceeded' }));
    await run(10 * minute);
    youTubeAnswers(null);
    await run(12 * minute, minute);
    expect(await statuses(ids)).toEqual(each('posted', ids));
    expect(await test.publishing.hold()).toBeNull();
  });

  it.each([
    ['in seconds', () => 7 * minute],
    ['as a date', () => new Date(test.clock.now().getTime() + 7 * minute)],
  ])(
    'delays the next try as long as its Retry-After asks, given %s',
    async (_, retryAfter) => {
      const [id = 0] = await due(1);
      test.publishing.remote.answers.push({ kind: 'burst', retryAfter: retryAfter() });
      await test.publishing.loop.tick();
      await run(7 * minute - 15 * second, 45 * second);
      await run(10 * second);
      expect(inserts()).toBe(1);
      await run(5 * second);
      expect(await statuses([id])).toEqual(['posted']);
    },
  );

  it('is not followed by a try sooner because its Retry-After is 0', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    await due(1);
    youTubeAnswers(() => ({ kind: 'burst', retryAfter: 0 }));
    await run(10 * minute);
    expect(inserts()).toBeLessThanOrEqual(8);
  });

  it('is followed by a try within a day, however long its Retry-After is', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    await due(1);
    youTubeAnswers(() => ({ kind: 'burst', retryAfter: 1000 * 24 * hour }));
    await run(15 * minute);
    const hold = await test.publishing.hold();
    expect(hold?.nextTryAt).toBeInstanceOf(Date);
    expect(
      (hold?.nextTryAt?.getTime() ?? 0) - test.clock.now().getTime(),
    ).toBeLessThanOrEqual(24 * hour);
  });
});

describe('a network outage', () => {
  /**
   * Makes five comments due at the start of an outage of one hour, and returns their ids.
   */
  async function outage() {
    const ids = await due(5);
    youTubeAnswers(() => ({ kind: 'unknown', reason: 'unreachable' }));
    await run(hour, 2 * minute);
    youTubeAnswers(null);
    return ids;
  }

  const attemptsOf = async (ids: readonly number[]) => {
    const states = await Promise.all(ids.map((id) => test.publishing.state(id)));
    return states.flatMap(({ attempts }) => attempts);
  };

  it('leads to at most twelve inserts in an hour', async () => {
    await outage();
    expect(inserts()).toBeLessThanOrEqual(12);
  });

  it('is followed by all due comments, spaced by the gap (rule 7.10)', async () => {
    const ids = await outage();
    await run(25 * minute, minute);
    expect(await statuses(ids)).toEqual(each('posted', ids));
    const posted = (await attemptsOf(ids)).filter(({ state }) => state === 'posted');
    const starts = posted
      .map(({ startedAt }) => startedAt.getTime())
      .toSorted((a, b) => a - b);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute);
  });

  it('leaves a record that its requests never reached YouTube, so they count for no gap (rule 7.14)', async () => {
    const ids = await outage();
    await run(25 * minute, minute);
    const failed = (await attemptsOf(ids)).filter(
      ({ reachedYouTube }) => !reachedYouTube,
    );
    expect(failed).toHaveLength(inserts() - ids.length);
  });
});

describe('an outage of Google’s token service (rule 7.7)', () => {
  const refuseTokens = () =>
    vi
      .spyOn(test.publishing.account, 'accessToken')
      .mockRejectedValue(
        new AppError(503, 'youtube_unavailable', 'Google cannot be reached.'),
      );

  it('leads to at most eight token requests in ten minutes, and tells why comments wait', async () => {
    const [, , last = 0] = await due(3);
    const tokenRequests = refuseTokens();
    await run(10 * minute);
    expect(tokenRequests.mock.calls.length).toBeLessThanOrEqual(8);
    expect((await test.publishing.state(last)).queueItem).toMatchObject({
      blockedReason: 'youtube_unavailable',
      nextTryAt: expect.any(Date),
    });
  });

  it('is followed by all due comments', async () => {
    const ids = await due(3);
    const tokenRequests = refuseTokens();
    await run(10 * minute);
    tokenRequests.mockRestore();
    await run(15 * minute, minute);
    expect(await statuses(ids)).toEqual(each('posted', ids));
  });
});

describe('at the end of a hold the loop', () => {
  it('tries another comment than the one that caused the hold (rule 7.7)', async () => {
    const [first = 0, ...others] = await holdOnFirst(4);
    test.publishing.remote.answers.push({ kind: 'burst' });
    await run(25 * second);
    expect(inserts()).toBe(2);
    const tried = (await Promise.all(others.map((id) => test.publishing.state(id)))).map(
      ({ attempts }) => attempts.length,
    );
    expect(tried).toEqual([1, 0, 0]);
    expect((await test.publishing.state(first)).attempts).toHaveLength(1);
    expect(await test.publishing.hold()).toMatchObject({ attempts: 2 });
  });

  it('keeps the hold after a comment that is refused for its video', async () => {
    const ids = await holdOnFirst(3);
    test.publishing.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
    await run(25 * second);
    expect(await statuses(ids)).toEqual(['approved', 'failed', 'approved']);
    expect(await test.publishing.hold()).not.toBeNull();
  });

  it('tries the next comment soon after one that is refused for its video', async () => {
    const ids = await holdOnFirst(3);
    test.publishing.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
    await run(35 * second);
    expect((await statuses(ids))[2]).toBe('posted');
    expect(await test.publishing.hold()).toBeNull();
  });

  it('posts the other comments although two are refused on their own again and again (rule 7.11)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    const ids = await due(6);
    const refused = await Promise.all(
      ids.slice(0, 2).map((id) => test.publishing.state(id)),
    );
    const stubborn = refused.map(({ comment }) => comment.content);
    youTubeAnswers(({ text }) =>
      stubborn.includes(text) ? { kind: 'unexplained', reason: 'somethingNew' } : null,
    );
    await run(15 * minute, 30 * second);
    expect(await statuses(ids.slice(2))).toEqual(each('posted', ids.slice(2)));
    expect(await statuses(ids.slice(0, 2))).toEqual(['approved', 'approved']);
  });

  it('tries a comment refused on its own ever less often, and returns it to review after a day (rule 7.11)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0, dailyCap: 500 });
    const { id, content } = await test.publishing.approved({ dueInMs: 0 });
    youTubeAnswers(({ text }) =>
      text === content ? { kind: 'unexplained', reason: 'somethingNew' } : null,
    );
    for (let past = 0; past < 29 * hour; past += hour) {
      await test.publishing.approved({ dueInMs: 0 });
      await run(hour, hour);
    }
    const { comment, queueItem, attempts } = await test.publishing.state(id);
    expect(attempts.length).toBeLessThanOrEqual(20);
    expect(comment.status).toBe('pending');
    expect(queueItem).toMatchObject({ blockedReason: 'overdue' });
  });

  it('waits a minute after a try that a crash cut off, which is then checked (rule 7.16)', async () => {
    const ids = await holdOnFirst(3);
    test.clock.advance(30 * second);
    vi.spyOn(test.publishing.remote.youtube, 'insertComment').mockReturnValueOnce(
      new Promise(() => undefined),
    );
    void test.publishing.restarted().loop.tick();
    await expect.poll(() => test.publishing.hold()).toMatchObject({ attempts: 2 });
    await run(50 * second);
    expect(inserts()).toBe(1);
    await run(10 * minute, minute);
    expect((await statuses(ids)).filter((status) => status === 'posted')).toHaveLength(2);
    expect(test.publishing.remote.shown).toHaveLength(2);
  });
});

describe('forbidden without a detail (rule 7.8)', () => {
  beforeEach(() => test.publishing.setSettings({ minGapSeconds: 0 }));

  it('fails the comment for its video when YouTube accepts the next one', async () => {
    const ids = await due(3);
    test.publishing.remote.answers.push({ kind: 'forbidden', reason: 'forbidden' });
    await test.publishing.loop.tick();
    expect(await statuses(ids)).toEqual(['approved', 'approved', 'approved']);
    await run(10 * second);
    expect(await statuses(ids)).toEqual(['failed', 'posted', 'posted']);
    expect((await test.publishing.state(ids[0] ?? 0)).comment.failureCode).toBe(
      'comment_refused',
    );
    expect(await test.publishing.hold()).toBeNull();
  });

  it('keeps both comments approved and holds posting when YouTube refuses the next one too', async () => {
    const ids = await due(3);
    const forbidden = { kind: 'forbidden', reason: 'forbidden' } as const;
    test.publishing.remote.answers.push(forbidden, forbidden);
    await run(20 * second);
    expect(inserts()).toBe(2);
    expect(await statuses(ids)).toEqual(['approved', 'approved', 'approved']);
    expect(await test.publishing.hold()).toMatchObject({
      code: 'refused_without_reason',
      attempts: 2,
      suspect: false,
    });
  });

  it('holds posting when no other comment is due', async () => {
    const ids = await due(1);
    youTubeAnswers(() => ({ kind: 'forbidden', reason: 'forbidden' }));
    await run(20 * second);
    expect(inserts()).toBe(1);
    expect(await statuses(ids)).toEqual(['approved']);
    expect(await test.publishing.hold()).toMatchObject({
      code: 'refused_without_reason',
    });
  });

  it('in answer to Post Now delays the next try of the loop', async () => {
    const [byHand = 0] = await due(2);
    test.publishing.remote.answers.push({ kind: 'forbidden', reason: 'forbidden' });
    expect(await postByHand(byHand)).toHaveProperty(
      'settlement.attempt.outcomeCode',
      'refused_without_reason',
    );
    await test.publishing.loop.tick();
    expect(inserts()).toBe(1);
  });

  it('in answer to Post Now keeps the comment approved, even after a later success', async () => {
    const [byHand = 0, other = 0] = await due(2);
    test.publishing.remote.answers.push({ kind: 'forbidden', reason: 'forbidden' });
    await postByHand(byHand);
    await test.publishing.loop.tick();
    await run(30 * second);
    expect(await statuses([byHand, other])).toEqual(['approved', 'posted']);
    expect((await test.publishing.state(byHand)).queueItem).toMatchObject({
      blockedReason: 'set_aside',
    });
    await run(2 * minute);
    expect(await statuses([byHand])).toEqual(['posted']);
  });

  it('is remembered across a restart', async () => {
    const ids = await due(2);
    test.publishing.remote.answers.push({ kind: 'forbidden', reason: 'forbidden' });
    await test.publishing.loop.tick();
    const { loop } = test.publishing.restarted();
    await loop.tick();
    expect(await statuses(ids)).toEqual(['failed', 'posted']);
  });
});

describe('Post Now under a hold (rule 7.7)', () => {
  it('does not try while another comment is being sent', async () => {
    const [first = 0, other = 0] = await holdOnFirst(3);
    await makePostAttempt(test.db, { commentId: first, startedAt: test.clock.now() });
    expect(await postByHand(other, await test.publishing.hold())).toHaveProperty(
      'obstacle.hold',
    );
    expect(inserts()).toBe(1);
  });

  it('names a problem of the comment itself before the hold', async () => {
    const [first = 0] = await holdOnFirst(3);
    await test.database.sessionPool.query(
      `update comments set status = 'posted' where id = ${first}`,
    );
    expect(await postByHand(first)).toHaveProperty('obstacle.code', 'already_posted');
  });

  it('makes one try at the end of the hold, however many ticks and requests overlap', async () => {
    const ids = await holdOnFirst(3);
    youTubeAnswers(() => ({ kind: 'burst' }));
    test.clock.advance(30 * second);
    const { loop } = test.publishing;
    await Promise.all([loop.tick(), loop.tick(), ...ids.map((id) => postByHand(id))]);
    expect(inserts()).toBe(2);
    expect(await test.publishing.hold()).toMatchObject({ attempts: 2 });
  });

  it('makes one try when three are requested at once, and its failure prolongs the hold', async () => {
    const ids = await holdOnFirst(3);
    youTubeAnswers(() => ({ kind: 'burst' }));
    const seen = await test.publishing.hold();
    const asked = await Promise.all(ids.map((id) => postByHand(id, seen)));
    expect(inserts()).toBe(2);
    expect(asked.filter((result) => 'obstacle' in result)).toHaveLength(2);
    expect(await test.publishing.hold()).toMatchObject({
      attempts: 2,
      nextTryAt: new Date(test.clock.now().getTime() + 45 * second),
    });
  });

  it('keeps the hold when a comment that was sent before the hold succeeds', async () => {
    const { id } = await test.publishing.approved();
    let answer: (value: { youtubeCommentId: string }) => void = () => undefined;
    const sent = new Promise<{ youtubeCommentId: string }>((resolve) => {
      answer = resolve;
    });
    vi.spyOn(test.publishing.remote.youtube, 'insertComment').mockReturnValueOnce(sent);
    const earlier = postByHand(id);
    await expect
      .poll(async () => (await test.publishing.state(id)).attempts)
      .toHaveLength(1);
    await holdOnFirst(3);
    answer({ youtubeCommentId: 'Ugz9' });
    expect(await earlier).toHaveProperty('settlement.attempt.state', 'posted');
    expect(await test.publishing.hold()).toMatchObject({ attempts: 1 });
  });
});

it('401 for every comment leads to one token refresh, two inserts and the need to sign in (rule 7.7)', async () => {
  const ids = await due(6);
  youTubeAnswers(() => ({ kind: 'auth', reason: 'authError' }));
  await run(10 * minute, minute);
  expect(inserts()).toBe(2);
  expect(test.publishing.blocked).toEqual(['needs_reauth']);
  expect(await statuses(ids)).toEqual(each('approved', ids));
  expect(await test.db.select().from(postingHold)).toEqual([]);
});

describe('the gap (rule 7.10)', () => {
  it.each([
    ['refused for its video', { kind: 'refused', reason: 'commentsDisabled' }],
    ['rate limited', { kind: 'burst', retryAfter: 5 * second }],
    ['not answered', { kind: 'unknown', reason: 'timeout', retryAfter: 5 * second }],
  ] as const)('is kept after an attempt that was %s', async (_, answer) => {
    await test.publishing.setSettings({ minGapSeconds: 90 });
    await due(2);
    test.publishing.remote.answers.push(answer);
    await test.publishing.loop.tick();
    await run(80 * second, 40 * second);
    await run(5 * second);
    expect(inserts()).toBe(1);
    await run(5 * second);
    expect(inserts()).toBe(2);
  });

  it('does not begin with a request that never left', async () => {
    await test.publishing.setSettings({ minGapSeconds: 600 });
    await due(1);
    test.publishing.remote.answers.push({ kind: 'unknown', reason: 'unreachable' });
    await test.publishing.loop.tick();
    await run(30 * second);
    expect(inserts()).toBe(2);
  });
});
