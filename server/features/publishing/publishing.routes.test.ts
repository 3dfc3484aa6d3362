import { describe, expect, it } from 'vitest';
import { commentSchema } from '#shared/contracts/comments.ts';
import { postingStatusSchema, quotaResponseSchema } from '#shared/contracts/posting.ts';
import { nextPacificMidnight } from '#shared/rules/pacific-day.ts';
import { heldDeadlines } from '../../testing/held-deadlines.ts';
import { expectProblem, reviewApp } from '../../testing/review-app.ts';

const test = reviewApp();
const post = (id: number, body?: unknown) => test.me.post(`/api/comments/${id}/post`, body);
const approved = () => test.queued({ status: 'approved', reviewedAt: test.now() });
const minute = 60_000;

function fault(order: object) {
  test.app.sandbox.admin.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    ...order,
  } as Parameters<typeof test.app.sandbox.admin.fault>[0]);
}

async function pass(minutes: number) {
  for (let done = 0; done < minutes; done += 1) {
    test.app.clock.advance(minute);
    await test.app.context.services.loop.tick();
  }
}

describe('POST /api/comments/:id/post', () => {
  it('is 200 with the posted comment, linked to YouTube', async () => {
    const { comment } = await approved();
    const response = await post(comment.id);
    expect(response.status).toBe(200);
    const posted = commentSchema.parse(await response.json());
    const [onYouTube] = test.app.sandbox.admin.comments();
    expect(onYouTube?.text).toBe(comment.content);
    expect(posted).toMatchObject({ status: 'posted', youtubeCommentId: onYouTube?.id, posting: null });
    expect(posted.youtubeUrl).toBe(
      `https://www.youtube.com/watch?v=${posted.video.youtubeId}&lc=${onYouTube?.id}`,
    );
    expect(await test.queuedItem(comment.id)).toBeNull();
    await expectProblem(await post(comment.id), 409, 'already_posted');
    expect(test.inserts()).toHaveLength(1);
  });

  it('a hundred times at once, with the loop in the middle of it, it is posted once', async () => {
    const { comment, item } = await approved();
    const scheduledFor = test.later(1000).toISOString();
    await test.me.patch(`/api/queue/${item.id}`, { scheduledFor, autoPost: true });
    test.app.clock.advance(2000);
    const asked = Array.from({ length: 100 }, () => post(comment.id));
    const ticks = [1, 2, 3].map(() => test.app.context.services.loop.tick());
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    await Promise.all(ticks);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
    expect(statuses.every((status) => [200, 409].includes(status))).toBe(true);
    expect(test.inserts()).toHaveLength(1);
    expect((await test.stored(comment.id)).status).toBe('posted');
  });

  it('an older revision is 409 with the newer text, and nothing is posted', async () => {
    const { comment } = await approved();
    await test.me.patch(`/api/comments/${comment.id}`, { content: 'Newer.' });
    const problem = await expectProblem(await post(comment.id, { revision: 1 }), 409, 'revision_conflict');
    expect(problem).toMatchObject({ current: { content: 'Newer.', revision: 2 } });
    expect(test.inserts()).toEqual([]);
    expect((await post(comment.id, { revision: 2 })).status).toBe(200);
  });

  it('what is not approved, and what is not there', async () => {
    const { comment } = await test.queued();
    await expectProblem(await post(comment.id), 409, 'not_approved');
    await expectProblem(await post(4_711), 404, 'not_found');
    await expectProblem(await test.me.post('/api/comments/x/post'), 400, 'invalid_request');
    expect(test.inserts()).toEqual([]);
  });
});

/** DESIGN §7's table as a person meets it; youtube-answers.test.ts has every reason, as the loop meets it. */
describe('what YouTube answers to Post Now', () => {
  const refusals = [
    ['commentsDisabled', 'comments_off'],
    ['videoNotFound', 'video_not_found'],
    ['commentTextTooLong', 'text_too_long'],
    ['invalidCommentThreadMetadata', 'comment_refused'],
  ] as const;
  it.each(refusals)('%s fails it as %s', async (reason, code) => {
    const { comment } = await approved();
    fault({ fault: { kind: 'status', reason } });
    const problem = await expectProblem(await post(comment.id), 409, code);
    expect(problem.detail).not.toMatch(/unknown error|<|code/i);
    expect(await test.stored(comment.id)).toMatchObject({
      status: 'failed',
      failureCode: code,
      failureReason: problem.detail,
    });
    expect(await test.queuedItem(comment.id)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
    });
  });

  it.each([
    ['youtubeSignupRequired', 'youtube_signup_required', 'youtube_signup_required'],
    ['insufficientPermissions', 'scope_missing', 'scope_missing'],
    ['ineligibleAccount', 'account_cannot_post', 'posting_held'],
    ['accessNotConfigured', 'api_not_configured', 'posting_held'],
  ])('%s pauses posting as %s, and nothing fails', async (reason, code, codeAfterwards) => {
    const { comment } = await approved();
    fault({ fault: { kind: 'status', reason } });
    await expectProblem(await post(comment.id), 409, code);
    expect((await test.stored(comment.id)).status).toBe('approved');
    const status = postingStatusSchema.parse(await (await test.me.get('/api/posting-status')).json());
    expect(status).toMatchObject({ state: 'paused', code });
    await expectProblem(await post(comment.id), 409, codeAfterwards);
    expect(test.inserts()).toHaveLength(1);
    // A new sign-in lifts it.
    await test.me.signIn();
    expect((await post(comment.id)).status).toBe(200);
  });

  it.each([
    ['forbidden and nothing more', { kind: 'status', reason: 'forbidden' }],
    ['a reason nobody knows', { kind: 'status', status: 400, reason: 'somethingNew' }],
    ['a proxy’s page with 403', { kind: 'non-json', status: 403 }],
    ['a proxy’s page with 404', { kind: 'non-json', status: 404 }],
    [
      'a proxy’s JSON',
      { kind: 'status', status: 403, body: { error: 'blocked', reason: 'commentsDisabled' } },
    ],
  ])('%s: 409 with the reason; it stays approved, and nothing else is tried', async (_, order) => {
    const { comment } = await approved();
    fault({ fault: order });
    await expectProblem(await post(comment.id), 409, 'refused_without_reason');
    expect(await test.stored(comment.id)).toMatchObject({ status: 'approved', failureCode: null });
    await test.app.context.services.loop.tick();
    expect(test.inserts()).toHaveLength(1);
  });

  it.each([
    ['429 burst', { kind: 'status', reason: 'rateLimitExceeded' }],
    ['403 burst', { kind: 'status', reason: 'userRateLimitExceeded' }],
  ])('%s: 429 now, and nothing is pending', async (_, order) => {
    const { comment } = await approved();
    fault({ fault: order });
    await expectProblem(await post(comment.id), 429, 'rate_limited_by_youtube');
    expect(await test.queuedItem(comment.id)).toMatchObject({
      dueAt: null,
      comment: { status: 'approved', posting: null },
    });
  });

  it.each([
    ['403 quotaExceeded', { kind: 'status', reason: 'quotaExceeded' }],
    ['403 dailyLimitExceeded', { kind: 'status', reason: 'dailyLimitExceeded' }],
    ['429 with a daily marker', { kind: 'status', reason: 'rateLimitExceeded', daily: true }],
  ])('%s: the bucket is blocked until midnight Pacific', async (_, order) => {
    const { comment } = await approved();
    fault({ fault: order });
    await expectProblem(await post(comment.id), 429, 'quota_spent');
    const { buckets } = quotaResponseSchema.parse(await (await test.me.get('/api/quota')).json());
    expect(buckets.find(({ bucket }) => bucket === 'shared')?.blockedUntil).toBe('2026-03-04T08:00:00.000Z');
    await expectProblem(await post(comment.id), 429, 'quota_spent');
    expect(test.inserts()).toHaveLength(1);
    test.app.clock.set('2026-03-04T08:00:01.000Z');
    expect((await post(comment.id)).status).toBe(200);
  });

  it('400 processingFailure: one more attempt after ten minutes by itself', async () => {
    const { comment } = await approved();
    fault({ fault: { kind: 'status', reason: 'processingFailure' } });
    const response = await post(comment.id);
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({
      posting: { state: 'confirming', nextTryAt: test.later(10 * minute).toISOString() },
    });
    await pass(11);
    expect((await test.stored(comment.id)).status).toBe('posted');
  });

  it.each([
    ['accepted, then the line is cut', { kind: 'accept-then-hang-up' }, 'posted'],
    [
      'accepted, then 503 with a Google body',
      { kind: 'accept-then-status', reason: 'backendError' },
      'posted',
    ],
    ['the line is cut, nothing accepted', { kind: 'reset' }, 'failed'],
    ['503, nothing accepted', { kind: 'status', reason: 'backendError' }, 'failed'],
    ['500, nothing accepted', { kind: 'status', reason: 'internalError' }, 'failed'],
    ['HTML with 502', { kind: 'non-json' }, 'failed'],
    ['HTML with 200', { kind: 'non-json', status: 200 }, 'failed'],
    ['200 without an id', { kind: 'status', status: 200, body: { kind: 'youtube#commentThread' } }, 'failed'],
  ])('%s: looked for, never sent again, at last %s', async (_, order, status) => {
    const { comment } = await approved();
    fault({ fault: order });
    const response = await post(comment.id);
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ status: 'approved', posting: { state: 'confirming' } });
    await pass(11);
    expect(await test.stored(comment.id)).toMatchObject({
      status,
      failureCode: status === 'failed' ? 'unconfirmed' : null,
      posting: null,
    });
    expect(test.inserts()).toHaveLength(1);
    expect(test.app.sandbox.admin.comments()).toHaveLength(status === 'posted' ? 1 : 0);
  });

  it.each([
    ['nothing accepted', { kind: 'hang' }, 'failed'],
    ['accepted', { kind: 'accept-then-hang' }, 'posted'],
  ])('no answer at all, %s: given up after 15 seconds, then looked for', async (_, order, status) => {
    const { comment } = await approved();
    const deadlines = heldDeadlines();
    fault({ fault: order });
    const asked = post(comment.id);
    const accepted = status === 'posted' ? 1 : 0;
    await expect
      .poll(() => [test.inserts().length, test.app.sandbox.admin.comments().length])
      .toEqual([1, accepted]);
    expect(deadlines.lengths).toEqual([15_000]);
    deadlines.pass();
    const response = await asked;
    expect([response.status, await response.json()]).toMatchObject([
      202,
      { posting: { state: 'confirming' } },
    ]);
    await pass(11);
    expect((await test.stored(comment.id)).status).toBe(status);
    expect(test.inserts()).toHaveLength(1);
  });

  it('while its outcome is unknown the text stays as it was sent, until a Retry has looked', async () => {
    const { comment } = await approved();
    const url = `/api/comments/${comment.id}`;
    const edit = () => test.me.patch(url, { content: 'Another text than the one that was sent.' });
    fault({ fault: { kind: 'reset' } });
    await post(comment.id);
    const sent = await expectProblem(await edit(), 409, 'being_posted');
    expect(sent.detail).toMatch(/not confirmed .* its text stays as it was sent/);
    await pass(11);
    const failed = await expectProblem(await edit(), 409, 'unconfirmed');
    expect(failed.detail).toContain('Choose Retry');
    expect((await test.stored(comment.id)).content).toBe(comment.content);
    await test.me.patch(url, { status: 'approved', confirmMayBeHeld: true });
    expect((await edit()).status).toBe(200);
  });

  it('Retry of an unconfirmed one looks again first, then asks, then posts', async () => {
    const { comment } = await approved();
    fault({ fault: { kind: 'reset' } });
    await post(comment.id);
    await pass(11);
    const retry = (body: object) =>
      test.me.patch(`/api/comments/${comment.id}`, { status: 'approved', ...body });
    const problem = await expectProblem(await retry({}), 409, 'unconfirmed');
    expect(problem.detail).toContain('it may be held for review');
    expect((await retry({ confirmMayBeHeld: true })).status).toBe(200);
    expect((await post(comment.id)).status).toBe(200);
    expect(test.app.sandbox.admin.comments()).toHaveLength(1);
  });
});

describe('posting on hold', () => {
  const status = async () =>
    postingStatusSchema.parse(await (await test.me.get('/api/posting-status')).json());
  const slowedDown = async () => {
    const { comment } = await approved();
    fault({ fault: { kind: 'status', reason: 'rateLimitExceeded', headers: { 'Retry-After': '600' } } });
    await expectProblem(await post(comment.id), 429, 'rate_limited_by_youtube');
    return comment;
  };

  it('is said, with why and until when, and Post Now is told of it', async () => {
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

  it('one try can be asked for, and taking the comment ends it', async () => {
    await slowedDown();
    const { comment: other } = await approved();
    expect((await post(other.id, { underHold: true })).status).toBe(200);
    expect(await status()).toMatchObject({ state: 'running', hold: null });
    const { comment: third } = await approved();
    expect((await post(third.id)).status).toBe(200);
  });

  it('is over when its time is, for Post Now too', async () => {
    const comment = await slowedDown();
    test.app.clock.advance(10 * minute);
    expect(await status()).toMatchObject({ state: 'running', hold: null });
    expect((await post(comment.id)).status).toBe(200);
  });

  it('is not lifted by a sign-in where that is not what it waits for', async () => {
    await slowedDown();
    await test.me.signIn();
    expect(await status()).toMatchObject({ hold: { code: 'rate_limited_by_youtube' } });
  });

  it('says what to do where only the person can end it', async () => {
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
  });
});

describe('GET /api/posting-status', () => {
  it('says whether anything goes out by itself, as which channel, and how much today', async () => {
    const { comment } = await approved();
    await post(comment.id);
    const status = postingStatusSchema.parse(await (await test.me.get('/api/posting-status')).json());
    expect(status).toMatchObject({
      state: 'running',
      hold: null,
      postedToday: 1,
      dailyCap: 50,
      channel: { title: 'Ada Example' },
    });
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, postingPaused: true });
    expect(await (await test.me.get('/api/posting-status')).json()).toMatchObject({
      state: 'paused',
      code: 'posting_paused',
      reason: 'Posting is paused. Resume it in Settings.',
    });
  });

  it('says that the day’s limit is reached as soon as it is, and until when', async () => {
    const settings = { autoQueueEnabled: true, dailyCap: 1 };
    await test.me.put('/api/user-settings', settings);
    const status = async () => (await test.me.get('/api/posting-status')).json();
    expect(await status()).toMatchObject({ state: 'running', reason: null, until: null, dailyCap: 1 });
    await post((await approved()).comment.id);
    const until = nextPacificMidnight(test.app.clock.now()).toISOString();
    expect(await status()).toMatchObject({ state: 'paused', code: 'daily_cap', until, postedToday: 1 });
  });
});
