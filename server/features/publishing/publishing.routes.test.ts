import { describe, expect, it } from 'vitest';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import { postingStatusSchema } from '#shared/contracts/posting.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { nextDayStart } from '#shared/rules/calendar.ts';
import { googleAccount, videos } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { heldDeadlines } from '../../testing/clock.ts';
import { testPublishing } from '../../testing/publishing-fixture.ts';

const test = reviewApp();
const post = (id: number, body?: unknown) =>
  test.me.post(`/api/comments/${id}/post`, body);
const approved = () => test.queued({ status: 'approved', reviewedAt: test.now() });
const minute = 60_000;
const status = async () =>
  postingStatusSchema.parse(await (await test.me.get('/api/posting-status')).json());

function fault(order: object) {
  test.app.sandbox.admin.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    ...order,
  } as Parameters<typeof test.app.sandbox.admin.fault>[0]);
}

/** Ticks at both checks of an unknown outcome, and once more for a second try. */
async function passChecks() {
  for (const minutes of [1, 9, 1]) {
    test.app.clock.advance(minutes * minute);
    await test.app.publishDue();
  }
}

describe('POST /api/comments/:id/post', () => {
  it('responds 200 with the posted comment and its link to YouTube (rule 10.3)', async () => {
    const { comment } = await approved();
    const response = await post(comment.id);
    expect(response.status).toBe(200);
    const posted = commentSchema.parse(await response.json());
    const [onYouTube] = test.app.sandbox.admin.comments();
    expect(onYouTube?.text).toBe(comment.content);
    expect(posted).toMatchObject({
      status: 'posted',
      youtubeCommentId: onYouTube?.id,
      posting: null,
    });
    expect(posted.youtubeUrl).toBe(
      `https://www.youtube.com/watch?v=${posted.video.youtubeId}&lc=${onYouTube?.id}`,
    );
    expect(await test.queuedItem(comment.id)).toBeNull();
    await expectProblem(await post(comment.id), 409, 'already_posted');
    expect(test.inserts()).toHaveLength(1);
  });

  it.each([
    ['Persian with ZWNJ', 'من می‌خواهم کتاب‌ها را بخوانم.'],
    ['joined emoji', 'Great 👩‍💻 work, 👨‍👩‍👧!'],
    ['Hindi with ZWJ', 'क्‍ष और श्‍रम ठीक है।'],
  ])(
    'posts exactly the characters that were typed: %s (rule 8.24)',
    async (_what, content) => {
      const { comment } = await approved();
      const { revision } = commentSchema.parse(
        await (await test.me.get(`/api/comments/${comment.id}`)).json(),
      );
      const edited = await test.me.patch(`/api/comments/${comment.id}`, {
        content,
        revision,
      });
      expect(commentSchema.parse(await edited.json()).content).toBe(content);
      const id = comment.id;
      if ((await test.stored(id)).status !== 'approved')
        await test.me.patch(`/api/comments/${id}`, {
          status: 'approved',
          revision: revision + 1,
        });
      expect((await post(id)).status).toBe(200);
      expect(test.app.sandbox.admin.comments().at(-1)?.text).toBe(content);
    },
  );

  it('posts once when requested twenty times at once while the loop ticks (rules 7.1, 7.2)', async () => {
    const { comment, item } = await approved();
    await test.schedule(item.id, test.later(1000));
    test.app.clock.advance(2000);
    const asked = Array.from({ length: 20 }, () => post(comment.id));
    const ticks = [1, 2, 3].map(() => test.app.context.services.loop.tick());
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    await Promise.all(ticks);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(statuses.every((status) => [200, 409].includes(status))).toBe(true);
    expect(test.inserts()).toHaveLength(1);
    expect((await test.stored(comment.id)).status).toBe('posted');
  });

  it('finishes the post under way and refuses those that wait when the server stops (rule 7.16)', async () => {
    const first = await approved();
    const second = await approved();
    fault({ fault: { kind: 'delay', ms: 300 } });
    const sent = post(first.comment.id);
    await expect.poll(() => test.inserts().length).toBe(1);
    const waiting = post(second.comment.id);
    await test.app.context.services.publishing.stop();
    expect((await sent).status).toBe(200);
    await expectProblem(await waiting, 503, 'shutting_down');
    expect(test.inserts()).toHaveLength(1);
  });

  it('refuses an outdated revision, returns the newer text and posts nothing (rule 3.3)', async () => {
    const { comment } = await approved();
    await test.me.patch(`/api/comments/${comment.id}`, { content: 'Newer.' });
    const problem = await expectProblem(
      await post(comment.id, { revision: 1 }),
      409,
      'revision_conflict',
    );
    expect(problem).toMatchObject({ current: { content: 'Newer.', revision: 2 } });
    expect(test.inserts()).toEqual([]);
    expect((await post(comment.id, { revision: 2 })).status).toBe(200);
  });

  it('refuses a comment that is not approved, one that does not exist and an invalid id', async () => {
    const { comment } = await test.queued();
    await expectProblem(await post(comment.id), 409, 'not_approved');
    await expectProblem(await post(4_711), 404, 'not_found');
    await expectProblem(
      await test.me.post('/api/comments/x/post'),
      400,
      'invalid_request',
    );
    expect(test.inserts()).toEqual([]);
  });
});

describe('Post Now of a comment that cannot be posted (rule 7.20)', () => {
  it('fails the comment with the reason, and again after a Retry', async () => {
    const { comment } = await approved();
    await test.db.update(videos).set({ commentsOff: true });
    for (const _ of ['first', 'after the Retry']) {
      const { detail } = await expectProblem(await post(comment.id), 409, 'comments_off');
      expect(await test.queuedItem(comment.id)).toMatchObject({
        comment: { status: 'failed', failureCode: 'comments_off', failureReason: detail },
      });
      const retry = await test.me.patch(`/api/comments/${comment.id}`, {
        status: 'approved',
      });
      expect(retry.status).toBe(200);
    }
    expect(test.inserts()).toEqual([]);
  });

  it('keeps a comment approved that only has to wait', async () => {
    const { comment } = await approved();
    await test.me.put('/api/user-settings', {
      autoQueueEnabled: true,
      postingPaused: true,
    });
    await expectProblem(await post(comment.id), 409, 'posting_paused');
    expect(await test.stored(comment.id)).toMatchObject({
      status: 'approved',
      failureCode: null,
    });
  });
});

/** Tests one response of each kind. All reasons are in settlement.rules.test.ts. */
describe('an answer of YouTube to Post Now', () => {
  it('that refuses the video fails the comment with that reason (rule 7.4)', async () => {
    const { comment } = await approved();
    fault({ fault: { kind: 'status', reason: 'commentsDisabled' } });
    const problem = await expectProblem(await post(comment.id), 409, 'comments_off');
    expect(await test.stored(comment.id)).toMatchObject({
      status: 'failed',
      failureCode: 'comments_off',
      failureReason: problem.detail,
      video: { commentsOff: true },
    });
    expect(await test.queuedItem(comment.id)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
    });
  });

  it.each([
    ['youtubeSignupRequired', 'youtube_signup_required', 'youtube_signup_required'],
    ['accessNotConfigured', 'api_not_configured', 'posting_held'],
  ])(
    'of %s pauses posting with %s until the next sign-in (rule 7.7)',
    async (reason, code, codeAfterwards) => {
      const { comment } = await approved();
      fault({ fault: { kind: 'status', reason } });
      await expectProblem(await post(comment.id), 409, code);
      expect((await test.stored(comment.id)).status).toBe('approved');
      expect(await status()).toMatchObject({ state: 'paused', code });
      await expectProblem(await post(comment.id), 409, codeAfterwards);
      expect(test.inserts()).toHaveLength(1);
      await test.me.signIn();
      expect((await post(comment.id)).status).toBe(200);
    },
  );

  it('about the spent daily quota blocks the bucket until midnight Pacific, or for an hour just after midnight', async () => {
    const { comment } = await approved();
    const isSpent = () =>
      fault({ fault: { kind: 'status', reason: 'rateLimitExceeded', daily: true } });
    isSpent();
    await expectProblem(await post(comment.id), 429, 'quota_spent');
    const { buckets } = quotaResponseSchema.parse(
      await (await test.me.get('/api/quota')).json(),
    );
    expect(buckets.find(({ bucket }) => bucket === 'shared')?.blockedUntil).toBe(
      '2026-03-04T08:00:00.000Z',
    );
    await expectProblem(await post(comment.id), 429, 'quota_spent');
    expect(test.inserts()).toHaveLength(1);
    test.app.clock.set('2026-03-04T08:00:01.000Z');
    isSpent();
    await expectProblem(await post(comment.id), 429, 'quota_spent');
    test.app.clock.set('2026-03-04T09:00:00.000Z');
    expect((await post(comment.id)).status).toBe(200);
  });

  it.each([
    [
      'breaks off after the comment was accepted',
      { kind: 'accept-then-hang-up' },
      'posted',
    ],
    [
      'is 503 after the comment was accepted',
      { kind: 'accept-then-status', reason: 'backendError' },
      'posted',
    ],
    ['breaks off', { kind: 'reset' }, 'failed'],
    [
      'is 200 without an id',
      { kind: 'status', status: 200, body: { kind: 'youtube#commentThread' } },
      'failed',
    ],
    [
      'redirects',
      {
        kind: 'status',
        status: 307,
        body: {},
        headers: { Location: '/youtube/v3/commentThreads' },
      },
      'failed',
    ],
  ])(
    'that %s leads to checks and never to a second insert (rule 7.5)',
    async (_, order, status) => {
      const { comment } = await approved();
      fault({ fault: order });
      const response = await post(comment.id);
      expect(response.status).toBe(202);
      expect(await response.json()).toMatchObject({
        status: 'approved',
        posting: { state: 'confirming' },
      });
      await passChecks();
      expect(await test.stored(comment.id)).toMatchObject({
        status,
        failureCode: status === 'failed' ? 'unconfirmed' : null,
        posting: null,
      });
      expect(test.inserts()).toHaveLength(1);
      expect(test.app.sandbox.admin.comments()).toHaveLength(status === 'posted' ? 1 : 0);
    },
  );

  it('that does not come within 15 seconds is no longer awaited, and the comment is checked (rules 7.3, 7.5)', async () => {
    const { comment } = await approved();
    const deadlines = heldDeadlines();
    fault({ fault: { kind: 'accept-then-hang' } });
    const asked = post(comment.id);
    await expect.poll(() => test.app.sandbox.admin.comments().length).toBe(1);
    expect(deadlines.lengths).toEqual([15_000]);
    deadlines.pass();
    const response = await asked;
    expect([response.status, await response.json()]).toMatchObject([
      202,
      { posting: { state: 'confirming' } },
    ]);
    await passChecks();
    expect((await test.stored(comment.id)).status).toBe('posted');
    expect(test.inserts()).toHaveLength(1);
  });

  it('that is lost locks the text until a Retry has checked YouTube and asked the owner (rule 7.5)', async () => {
    const { comment } = await approved();
    const url = `/api/comments/${comment.id}`;
    const edit = () =>
      test.me.patch(url, { content: 'Another text than the one that was sent.' });
    fault({ fault: { kind: 'reset' } });
    await post(comment.id);
    const sent = await expectProblem(await edit(), 409, 'being_posted');
    expect(sent.detail).toMatch(/not confirmed .* its text stays as it was sent/);
    await passChecks();
    const failed = await expectProblem(await edit(), 409, 'unconfirmed');
    expect(failed.detail).toContain('Choose Retry');
    expect((await test.stored(comment.id)).content).toBe(comment.content);
    const asked = await expectProblem(
      await test.me.patch(url, { status: 'approved' }),
      409,
      'unconfirmed',
    );
    expect(asked.detail).toContain('it may be held for review');
    expect(
      (await test.me.patch(url, { status: 'approved', confirmMayBeHeld: true })).status,
    ).toBe(200);
    expect((await edit()).status).toBe(200);
    expect((await post(comment.id)).status).toBe(200);
    expect(test.app.sandbox.admin.comments()).toHaveLength(1);
  });

  it('that is lost leads to a new check after a Retry that was undone (rule 7.5)', async () => {
    const { admin } = test.app.sandbox;
    const { comment } = await approved();
    const approve = (rest = {}) =>
      test.me.patch(`/api/comments/${comment.id}`, { status: 'approved', ...rest });
    fault({ fault: { kind: 'accept-then-status', reason: 'backendError' } });
    await post(comment.id);
    const id = admin.comments()[0]?.id ?? '';
    admin.setCommentState(id, 'heldForReview');
    await passChecks();
    expect((await approve({ confirmMayBeHeld: true })).status).toBe(200);
    const back = await test.me.patch(`/api/comments/${comment.id}`, {
      status: 'pending',
    });
    const undone = await test.me.post('/api/steps/undo', {
      ids: [back.headers.get('X-Step')],
    });
    await expectProblem(undone, 409, 'unconfirmed');
    await expectProblem(await approve(), 409, 'unconfirmed');
    admin.setCommentState(id, 'published');
    expect(await (await approve()).json()).toMatchObject({ status: 'posted' });
    expect(admin.comments()).toHaveLength(1);
  });
});

it('the loop waits until midnight Pacific when the day’s quota is spent (rule 7.7)', async () => {
  const { comment, item } = await approved();
  await test.schedule(item.id, test.later(minute));
  test.app.clock.advance(minute);
  fault({ fault: { kind: 'status', reason: 'quotaExceeded' } });
  const { loop } = test.app.context.services;
  for (let ticks = 0; ticks < 3; ticks += 1) await loop.tick();
  expect(test.inserts()).toHaveLength(1);
  expect(await test.queuedItem(comment.id)).toMatchObject({
    autoPost: true,
    blockedReason: 'quota_spent',
  });
  test.app.clock.set('2026-03-04T08:00:00.000Z');
  await loop.tick();
  expect((await test.stored(comment.id)).status).toBe('posted');
});

describe('posting on hold', () => {
  const slowedDown = async () => {
    const { comment } = await approved();
    fault({
      fault: {
        kind: 'status',
        reason: 'rateLimitExceeded',
        headers: { 'Retry-After': '600' },
      },
    });
    await expectProblem(await post(comment.id), 429, 'rate_limited_by_youtube');
    expect(await test.queuedItem(comment.id)).toMatchObject({
      dueAt: null,
      comment: { posting: null },
    });
    return comment;
  };

  it('is shown with reason and time, and Post Now is refused with both (rule 7.7)', async () => {
    await slowedDown();
    const nextTryAt = test.later(10 * minute).toISOString();
    expect(await status()).toMatchObject({
      state: 'paused',
      code: 'rate_limited_by_youtube',
      reason: 'YouTube asked to slow down. Try again in a few minutes.',
      until: nextTryAt,
      hold: { code: 'rate_limited_by_youtube', attempts: 1, nextTryAt },
    });
    const { comment: other } = await approved();
    const problem = await expectProblem(await post(other.id), 409, 'posting_held');
    expect(problem.detail).toBe(
      'Posting is on hold. YouTube asked to slow down. Try again in a few minutes. The next try is in about 10 minutes.',
    );
    await expectProblem(await post(other.id, { underHold: false }), 409, 'posting_held');
    expect(test.inserts()).toHaveLength(1);
  });

  it('ends at its time and not at a sign-in, and events tell open pages of its end and of midnight', async () => {
    const comment = await slowedDown();
    await test.me.signIn();
    expect(await status()).toMatchObject({ hold: { code: 'rate_limited_by_youtube' } });
    const { events, services } = test.app.context;
    const told: string[] = [];
    await services.loop.tick();
    events.subscribe(({ resources }) => told.push(...resources));
    for (const minutes of [10, 1, 20 * 60]) {
      test.app.clock.advance(minutes * minute);
      await services.loop.tick();
    }
    expect(told).toEqual(['posting-status', 'quota', 'posting-status', 'quota']);
    expect(await status()).toMatchObject({ state: 'running', hold: null });
    expect((await post(comment.id)).status).toBe(200);
  });

  it('says what to do when only the owner can end it, and ends with a successful try (rule 7.7)', async () => {
    const { comment } = await approved();
    const suspended = {
      error: {
        code: 403,
        message: 'm',
        errors: [{ reason: 'forbidden' }],
        details: [{ reason: 'CONSUMER_SUSPENDED' }],
      },
    };
    fault({ fault: { kind: 'status', status: 403, body: suspended } });
    const problem = await expectProblem(await post(comment.id), 409, 'project_suspended');
    expect(await status()).toMatchObject({
      code: 'project_suspended',
      reason: problem.detail,
      until: null,
      hold: { nextTryAt: null },
    });
    expect((await post(comment.id, { underHold: true })).status).toBe(200);
    expect(await status()).toMatchObject({ state: 'running', hold: null });
  });
});

describe('GET /api/posting-status', () => {
  it('says whether posting runs, for which channel, and how many comments were posted today', async () => {
    const { comment } = await approved();
    await post(comment.id);
    expect(await status()).toMatchObject({
      state: 'running',
      hold: null,
      postedToday: 1,
      dailyCap: 20,
      channel: { title: 'Ada Example' },
    });
    await test.me.put('/api/user-settings', {
      autoQueueEnabled: true,
      postingPaused: true,
    });
    expect(await status()).toMatchObject({
      state: 'paused',
      code: 'posting_paused',
      reason: 'Posting is paused. Resume it in Settings.',
    });
  });

  it('names the end of the first week after the first post, during that week only (rule 7.10)', async () => {
    expect(await status()).toMatchObject({ firstWeekEndsAt: null });
    const { comment } = await approved();
    await post(comment.id);
    const end = new Date(test.now().getTime() + 7 * 86_400_000);
    expect(await status()).toMatchObject({ firstWeekEndsAt: end.toISOString() });
    test.app.clock.set(end.toISOString());
    expect(await status()).toMatchObject({ firstWeekEndsAt: null });
  });

  it('is paused for a sign-in only once nothing can be posted any more', async () => {
    await test.db.update(googleAccount).set({ sealedRefreshToken: null });
    expect(await status()).toMatchObject({ state: 'running', code: null });
    expect((await post((await approved()).comment.id)).status).toBe(200);
    test.app.clock.advance(2 * 60 * minute);
    expect(await status()).toMatchObject({ state: 'paused', code: 'needs_reauth' });
    await expectProblem(await post((await approved()).comment.id), 409, 'needs_reauth');
  });

  it('says that the daily limit is reached, and when that ends', async () => {
    const settings = { autoQueueEnabled: true, dailyCap: 1, timeZone: 'Asia/Kolkata' };
    await test.me.put('/api/user-settings', settings);
    expect(await status()).toMatchObject({
      state: 'running',
      reason: null,
      until: null,
      dailyCap: 1,
    });
    await post((await approved()).comment.id);
    const until = nextDayStart(test.app.clock.now(), 'Asia/Kolkata').toISOString();
    expect(await status()).toMatchObject({
      state: 'paused',
      code: 'daily_cap',
      until,
      postedToday: 1,
    });
  });
});

describe('blocked reason', () => {
  const test = testPublishing();

  async function tickIn(ms: number): Promise<void> {
    test.clock.advance(ms);
    await test.publishing.loop.tick();
  }

  it('names the current reason why a comment waits, not an earlier one', async () => {
    const slowed = await test.publishing.approved({ dueInMs: 0 });
    const other = await test.publishing.approved({ dueInMs: 1 });
    const held = async (id: number) =>
      (await test.publishing.state(id)).queueItem?.blockedReason;
    test.publishing.remote.answers.push({ kind: 'burst' });
    await test.publishing.loop.tick();
    expect(await held(slowed.id)).toBe('rate_limited_by_youtube');
    await tickIn(5_000);
    expect(await held(other.id)).toBe('rate_limited_by_youtube');

    // The hold is over, but the gap after the refused attempt is not.
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
});
