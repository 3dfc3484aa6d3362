import { beforeEach, describe, expect, it, vi } from 'vitest';
import { postingHold } from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import { makePostAttempt } from '../../testing/factories.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';
import { backoffMs, type Hold, holdAfter, holdSentence, setAsideMs, whileProbing } from './brakes.rules.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const test = testPublishing();

/** Runs the loop while time passes: every five seconds for short times, otherwise every half minute. */
async function run(ms: number, step = (ms > 5 * minute ? 30 : 5) * second): Promise<void> {
  for (let past = 0; past < ms; past += step) {
    test.clock.advance(step);
    await test.publishing.loop.tick();
  }
}

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
const allOf = (status: string, ids: readonly number[]) => ids.map(() => status);
const inserts = () => test.publishing.remote.received.length;
const always = (answer: typeof test.publishing.remote.behaviour.always) => {
  test.publishing.remote.behaviour.always = answer;
};
const postByHand = (id: number, underHold: Hold | null = null) =>
  test.publishing.poster.post(id, 'manual', { underHold });

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
    always(() => ({ kind: 'burst', reason: 'rateLimitExceeded' }));
    await run(10 * minute);
    expect(inserts()).toBeLessThanOrEqual(8);
    expect(inserts()).toBeGreaterThan(3);
    expect(await statuses(ids)).toEqual(allOf('approved', ids));
    expect(await test.publishing.hold()).toMatchObject({
      code: 'rate_limited_by_youtube',
      attempts: inserts(),
    });

    always(null);
    await run(12 * minute, minute);
    expect(await statuses(ids)).toEqual(allOf('posted', ids));
    expect(await test.publishing.hold()).toBeNull();
  });

  it.each([
    ['in seconds', () => 7 * minute],
    ['as a date', () => new Date(test.clock.now().getTime() + 7 * minute)],
  ])('delays the next try as long as its Retry-After asks, given %s', async (_, retryAfter) => {
    const [id = 0] = await due(1);
    test.publishing.remote.answers.push({ kind: 'burst', retryAfter: retryAfter() });
    await test.publishing.loop.tick();
    await run(7 * minute - 15 * second, 45 * second);
    await run(10 * second);
    expect(inserts()).toBe(1);
    await run(5 * second);
    expect(await statuses([id])).toEqual(['posted']);
  });

  it('is followed by a try neither too soon nor more than a day later, whatever its Retry-After says', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    await due(1);
    always(() => ({ kind: 'burst', retryAfter: 0 }));
    await run(10 * minute);
    expect(inserts()).toBeLessThanOrEqual(8);
    always(() => ({ kind: 'burst', retryAfter: 1000 * 24 * hour }));
    await run(15 * minute);
    const { nextTryAt } = (await test.publishing.hold()) ?? {};
    expect((nextTryAt?.getTime() ?? 0) - test.clock.now().getTime()).toBeLessThanOrEqual(24 * hour);
  });
});

describe('a network outage', () => {
  it('is followed by all due comments, spaced by the gap; its failed requests count for no gap (rules 7.10, 7.14)', async () => {
    const ids = await due(5);
    always(() => ({ kind: 'unknown', reason: 'unreachable' }));
    await run(hour, 2 * minute);
    expect(inserts()).toBeLessThanOrEqual(12);
    always(null);
    await run(25 * minute, minute);
    expect(await statuses(ids)).toEqual(allOf('posted', ids));
    const states = await Promise.all(ids.map((id) => test.publishing.state(id)));
    const posted = states.flatMap(({ attempts }) => attempts.filter(({ state }) => state === 'posted'));
    const starts = posted.map(({ startedAt }) => startedAt.getTime()).toSorted((a, b) => a - b);
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(minute);
    expect(
      states.flatMap(({ attempts }) => attempts.filter(({ reachedYouTube }) => !reachedYouTube)),
    ).toHaveLength(inserts() - 5);
  });

  it('that hides Google’s token service leads to at most eight token requests in ten minutes (rule 7.7)', async () => {
    const ids = await due(3);
    const asked = vi
      .spyOn(test.publishing.account, 'accessToken')
      .mockRejectedValue(new AppError(503, 'youtube_unavailable', 'Google cannot be reached.'));
    await run(10 * minute);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(8);
    expect((await test.publishing.state(ids[2] ?? 0)).queueItem).toMatchObject({
      blockedReason: 'youtube_unavailable',
      nextTryAt: expect.any(Date),
    });
    asked.mockRestore();
    await run(15 * minute, minute);
    expect(await statuses(ids)).toEqual(allOf('posted', ids));
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

  it('keeps the hold after a comment that is refused for its video, and tries the next one', async () => {
    const ids = await holdOnFirst(3);
    test.publishing.remote.answers.push({ kind: 'refused', reason: 'commentsDisabled' });
    await run(25 * second);
    expect(await statuses(ids)).toEqual(['approved', 'failed', 'approved']);
    expect(await test.publishing.hold()).not.toBeNull();
    await run(10 * second);
    expect((await statuses(ids))[2]).toBe('posted');
    expect(await test.publishing.hold()).toBeNull();
  });

  it('posts the other comments although two are refused on their own again and again (rule 7.11)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0 });
    const ids = await due(6);
    const refused = await Promise.all(ids.slice(0, 2).map((id) => test.publishing.state(id)));
    const stubborn = refused.map(({ comment }) => comment.content);
    always(({ text }) => (stubborn.includes(text) ? { kind: 'unexplained', reason: 'somethingNew' } : null));
    await run(15 * minute, 30 * second);
    expect(await statuses(ids.slice(2))).toEqual(allOf('posted', ids.slice(2)));
    expect(await statuses(ids.slice(0, 2))).toEqual(['approved', 'approved']);
  });

  it('tries a comment refused on its own ever less often, and returns it to review after a day (rule 7.11)', async () => {
    await test.publishing.setSettings({ minGapSeconds: 0, dailyCap: 500 });
    const { id, content } = await test.publishing.approved({ dueInMs: 0 });
    always(({ text }) => (text === content ? { kind: 'unexplained', reason: 'somethingNew' } : null));
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
    expect((await test.publishing.state(ids[0] ?? 0)).comment.failureCode).toBe('comment_refused');
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
    always(() => ({ kind: 'forbidden', reason: 'forbidden' }));
    await run(20 * second);
    expect(inserts()).toBe(1);
    expect(await statuses(ids)).toEqual(['approved']);
    expect(await test.publishing.hold()).toMatchObject({ code: 'refused_without_reason' });
  });

  it('in answer to Post Now keeps the comment approved, even after a later success', async () => {
    const [byHand = 0, other = 0] = await due(2);
    test.publishing.remote.answers.push({ kind: 'forbidden', reason: 'forbidden' });
    expect(await postByHand(byHand)).toHaveProperty(
      'settlement.attempt.outcomeCode',
      'refused_without_reason',
    );
    await test.publishing.loop.tick();
    expect(inserts()).toBe(1);
    await run(30 * second);
    expect(await statuses([byHand, other])).toEqual(['approved', 'posted']);
    expect((await test.publishing.state(byHand)).queueItem).toMatchObject({ blockedReason: 'set_aside' });
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
    expect(await postByHand(other, await test.publishing.hold())).toHaveProperty('obstacle.hold');
    expect(inserts()).toBe(1);
  });

  it('names a problem of the comment itself before the hold', async () => {
    const [first = 0] = await holdOnFirst(3);
    await test.database.sessionPool.query(`update comments set status = 'posted' where id = ${first}`);
    expect(await postByHand(first)).toHaveProperty('obstacle.code', 'already_posted');
  });

  it('makes one try at the end of the hold, however many ticks and requests overlap', async () => {
    const ids = await holdOnFirst(3);
    always(() => ({ kind: 'burst' }));
    test.clock.advance(30 * second);
    const { loop } = test.publishing;
    await Promise.all([loop.tick(), loop.tick(), ...ids.map((id) => postByHand(id))]);
    expect(inserts()).toBe(2);
    expect(await test.publishing.hold()).toMatchObject({ attempts: 2 });
  });

  it('makes one try when three are requested at once, and its failure prolongs the hold', async () => {
    const ids = await holdOnFirst(3);
    always(() => ({ kind: 'burst' }));
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
    await expect.poll(async () => (await test.publishing.state(id)).attempts).toHaveLength(1);
    await holdOnFirst(3);
    answer({ youtubeCommentId: 'Ugz9' });
    expect(await earlier).toHaveProperty('settlement.attempt.state', 'posted');
    expect(await test.publishing.hold()).toMatchObject({ attempts: 1 });
  });
});

it('401 for every comment leads to one token refresh, two inserts and the need to sign in (rule 7.7)', async () => {
  const ids = await due(6);
  always(() => ({ kind: 'auth', reason: 'authError' }));
  await run(10 * minute, minute);
  expect(inserts()).toBe(2);
  expect(test.publishing.blocked).toEqual(['needs_reauth']);
  expect(await statuses(ids)).toEqual(allOf('approved', ids));
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

describe('hold', () => {
  const now = new Date('2026-11-21T20:00:00.000Z');
  const later = (ms: number) => new Date(now.getTime() + ms);
  const aHold = (over: Partial<Hold> = {}): Hold => ({
    code: 'rate_limited_by_youtube',
    attempts: 2,
    nextTryAt: now,
    commentId: 7,
    suspect: false,
    ...over,
  });
  const met = (isProbe: boolean) => ({ commentId: 8, isProbe, now, random: () => 1 });
  const burst = { kind: 'wait', code: 'rate_limited_by_youtube', until: 'backoff' } as const;

  describe('the wait (rule 7.7)', () => {
    it.each([
      [1, 15, 30],
      [2, 30, 60],
      [3, 60, 120],
      [4, 120, 240],
      [5, 240, 480],
      [6, 450, 900],
      [20, 450, 900],
    ])('after attempt %i is from %i to %i seconds', (attempts, least, most) => {
      expect(backoffMs(attempts, () => 0)).toBe(least * 1000);
      expect(backoffMs(attempts, () => 1)).toBe(most * 1000);
    });

    it('for a comment that is set aside is at most four hours (rule 7.11)', () => {
      expect([1, 2, 3, 9, 10, 30].map((times) => setAsideMs(times) / minute)).toEqual([
        0.5, 1, 2, 128, 240, 240,
      ]);
    });
  });

  describe('a hold after an answer (rule 7.7)', () => {
    it('counts a try when the try begins, so that a crash during it counts too', () => {
      const probing = whileProbing(aHold(), now);
      expect(probing).toMatchObject({ attempts: 3, nextTryAt: later(minute) });
      expect(holdAfter(probing, burst, met(true))).toMatchObject({
        attempts: 3,
        nextTryAt: later(2 * minute),
      });
      expect(whileProbing(aHold({ nextTryAt: null }), now).nextTryAt).toBeNull();
    });

    it('is not shortened by an attempt that began before it', () => {
      const long = aHold({ attempts: 6, nextTryAt: later(15 * minute) });
      expect(holdAfter(long, burst, met(false))).toEqual(long);
      const asked = { ...burst, retryAfter: 20 * minute };
      expect(holdAfter(long, asked, met(false))).toEqual({ ...long, nextTryAt: later(20 * minute) });
    });

    it('has no next try when only the owner can end it', () => {
      const change = { kind: 'wait', code: 'project_suspended', until: 'person' } as const;
      expect(holdAfter(aHold(), change, met(false))).toMatchObject({
        code: 'project_suspended',
        nextTryAt: null,
      });
      const forPerson = aHold({ code: 'project_suspended', nextTryAt: null });
      expect(holdAfter(forPerson, burst, met(false))).toEqual(forPerson);
    });

    it('lets another comment be tried when the answer was about one comment only', () => {
      const probing = whileProbing(aHold({ suspect: true }), now);
      expect(holdAfter(probing, { kind: 'next' }, met(true))).toEqual({ ...probing, nextTryAt: now });
      const forPerson = aHold({ nextTryAt: null });
      expect(holdAfter(forPerson, { kind: 'next' }, met(true))).toEqual(forPerson);
    });
  });

  it.each([
    [later(20_000), 'The next try is in less than a minute.'],
    [later(12 * minute), 'The next try is in about 12 minutes.'],
    [later(180 * minute), 'The next try is in about 3 hours.'],
    [null, 'Try again in a few minutes.'],
  ])('the sentence about a hold gives the reason and the time of the next try (%s)', (nextTryAt, end) => {
    const sentence = holdSentence(aHold({ nextTryAt }), now);
    expect(sentence).toMatch(/^Posting is on hold\. YouTube asked to slow down\./);
    expect(sentence.endsWith(end)).toBe(true);
  });
});
