import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PostingReason } from '#shared/rules/posting-reasons.ts';
import { comments, postAttempts, queueItems } from '#shared/schema.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import { reasons } from '../../sandbox/youtube-errors.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { testDatabase } from '../../testing/database.ts';
import { makeComment, makeQueueItem, makeVideo } from '../../testing/factories.ts';
import { ownChannel, testPublishing } from '../../testing/publishing-fixture.ts';

describe('youtube answers', () => {
  /** Every reason of the YouTube API, through the real client: what it means at once, and for one of each class what follows. */
  const test = testDatabase('once');
  let app: TestApp;
  let me: Browser;
  let start: string;

  beforeAll(async () => {
    app = await startTestApp({
      database: test.database,
      random: () => 0.5,
      env: { YOUTUBE_DAILY_UNITS: '1000000' },
    });
    me = await app.signedIn();
    // posting-loop.test.ts has the gap.
    await me.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0 });
    start = app.clock.now().toISOString();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await test.database.sessionPool.query(`with
    attempts as (delete from post_attempts), items as (delete from queue_items), texts as (delete from comments),
    found as (delete from videos), usage as (delete from quota_usage), hold as (delete from posting_hold)
    update google_account set blocked_code = null`);
    app.sandbox.admin.clearFaults();
    // The tokens are not aged by the time that other tests let pass.
    app.clock.set(start);
    app.sandbox.admin.setQuota('shared', { used: 0 });
    app.sandbox.admin.clearRequests();
  });

  const second = 1000;
  const minute = 60 * second;
  const insert = { method: 'POST', path: '/youtube/v3/commentThreads' };
  const sentTo = (method: string, path: string) =>
    app.sandbox.admin.requests().filter((one) => one.method === method && one.path === path).length;
  const inserts = () => sentTo('POST', '/youtube/v3/commentThreads');
  const refreshes = () => sentTo('POST', '/token');
  const later = (ms: number) => new Date(app.clock.now().getTime() + ms);
  const tick = () => app.context.services.loop.tick();
  const status = () => app.context.services.publishing.status();

  /** Approved and due now. */
  async function due(): Promise<number> {
    app.clock.advance(5 * minute);
    const video = app.sandbox.admin.videos().find((one) => app.sandbox.admin.acceptsComments(one));
    const { id: videoId } = await makeVideo(test.db, {
      youtubeId: video?.id ?? '',
      channelId: video?.channelId ?? '',
    });
    const now = app.clock.now();
    const { id: commentId } = await makeComment(test.db, { videoId, status: 'approved', reviewedAt: now });
    await makeQueueItem(test.db, {
      commentId,
      scheduledFor: now,
      dueAt: now,
      autoPost: true,
      createdAt: now,
    });
    return commentId;
  }

  /** A due comment whose one insert was answered with this fault. */
  async function answeredWith(fault: object): Promise<number> {
    const commentId = await due();
    app.sandbox.admin.fault({ match: insert, fault } as Parameters<typeof app.sandbox.admin.fault>[0]);
    await tick();
    expect(inserts()).toBe(1);
    return commentId;
  }

  async function stateOf(commentId: number) {
    const { db } = test;
    const [comment] = await db.select().from(comments).where(eq(comments.id, commentId));
    const [queueItem] = await db.select().from(queueItems).where(eq(queueItems.commentId, commentId));
    const [attempt] = await db
      .select()
      .from(postAttempts)
      .where(eq(postAttempts.commentId, commentId))
      .orderBy(postAttempts.id);
    return { comment, queueItem, attempt };
  }

  async function expectPosted(commentId: number) {
    expect(await stateOf(commentId)).toMatchObject({ comment: { status: 'posted' }, queueItem: undefined });
    expect(inserts()).toBe(2);
  }

  interface Outcome {
    /** What the answer means at once. */
    atOnce: (commentId: number) => Promise<void>;
    /** How it goes on. */
    later: (commentId: number) => Promise<void>;
  }

  /** It fails with its cause, and nothing is sent again. */
  const fails = (code: PostingReason): Outcome => ({
    atOnce: async (commentId) =>
      expect(await stateOf(commentId)).toMatchObject({
        comment: { status: 'failed', failureCode: code },
        queueItem: { scheduledFor: null, dueAt: null, autoPost: false },
        attempt: { state: 'failed' },
      }),
    later: async () => {
      app.clock.advance(20 * minute);
      await tick();
      expect(inserts()).toBe(1);
    },
  });

  /** It keeps its place, and posting rests until the person has done something. */
  const pauses = (code: PostingReason): Outcome => ({
    atOnce: async (commentId) => {
      expect(await status()).toMatchObject({ state: 'paused', code, until: null });
      expect(await stateOf(commentId)).toMatchObject({
        comment: { status: 'approved' },
        queueItem: { autoPost: true },
        attempt: { state: 'released' },
      });
    },
    later: async (commentId) => {
      for (let ticks = 0; ticks < 3; ticks += 1) {
        app.clock.advance(10 * minute);
        await tick();
      }
      expect((await stateOf(commentId)).queueItem).toMatchObject({ blockedReason: code });
      expect(inserts()).toBe(1);
      await me.signIn();
      await tick();
      await expectPosted(commentId);
    },
  });

  /** It is tried once more by itself after half to all of thirty seconds, with the dice at a half. */
  const waits = (code: PostingReason, ms = 22.5 * second): Outcome => ({
    atOnce: async (commentId) =>
      expect(await stateOf(commentId)).toMatchObject({
        comment: { status: 'approved' },
        queueItem: { autoPost: true, blockedReason: code, nextTryAt: later(ms) },
        attempt: { state: 'released' },
      }),
    later: async (commentId) => {
      app.clock.advance(ms - second);
      await tick();
      expect(inserts()).toBe(1);
      app.clock.advance(second);
      await tick();
      await expectPosted(commentId);
    },
  });

  /** It is looked for, then tried once more by itself. */
  const isTriedAgain: Outcome = {
    atOnce: async (commentId) =>
      expect((await stateOf(commentId)).attempt).toMatchObject({
        state: 'confirming',
        nextCheckAt: later(10 * minute),
      }),
    later: async (commentId) => {
      app.clock.advance(10 * minute);
      await tick();
      expect(inserts()).toBe(1);
      await tick();
      await expectPosted(commentId);
    },
  };

  /** Nothing more today; it goes out after midnight in California. */
  const waitsForMidnight: Outcome = {
    atOnce: async (commentId) => {
      expect(await status()).toMatchObject({
        state: 'paused',
        code: 'quota_spent',
        until: '2026-03-04T08:00:00.000Z',
      });
      expect((await stateOf(commentId)).comment).toMatchObject({ status: 'approved' });
    },
    later: async (commentId) => {
      await tick();
      expect((await stateOf(commentId)).queueItem).toMatchObject({ blockedReason: 'quota_spent' });
      expect(inserts()).toBe(1);
      app.clock.set('2026-03-04T08:00:00.000Z');
      await tick();
      await expectPosted(commentId);
    },
  };

  /** The token is refreshed once, and a new attempt made with it. */
  const refreshesToken: Outcome = {
    atOnce: async (commentId) => {
      expect((await stateOf(commentId)).comment).toMatchObject({ status: 'approved' });
      expect(refreshes()).toBe(1);
    },
    later: async (commentId) => {
      await tick();
      await expectPosted(commentId);
      expect(refreshes()).toBe(1);
    },
  };

  /** Nobody knows: looked for twice, never sent again. */
  const isLookedFor: Outcome = {
    atOnce: async (commentId) =>
      expect(await stateOf(commentId)).toMatchObject({
        comment: { status: 'approved' },
        attempt: { state: 'confirming', nextCheckAt: later(minute) },
      }),
    later: async (commentId) => {
      for (const minutes of [1, 9]) {
        app.clock.advance(minutes * minute);
        await tick();
      }
      await fails('unconfirmed').atOnce(commentId);
      await fails('unconfirmed').later(commentId);
    },
  };

  const slowsDown = waits('rate_limited_by_youtube');
  const unexplained = waits('refused_without_reason');
  const alike = (outcome: Outcome, ...lists: string[]) =>
    Object.fromEntries(lists.flatMap((list) => list.split(' ')).map((reason) => [reason, outcome]));

  /** By reason; what Google may answer to any call is here too. */
  const table: Record<string, Outcome> = {
    commentsDisabled: fails('comments_off'),
    videoNotFound: fails('video_not_found'),
    commentTextTooLong: fails('text_too_long'),
    ...alike(
      fails('comment_refused'),
      'channelClosed channelForbidden channelNotFound channelOrVideoIdMissing channelSuspended',
      'commentTextRequired commentThreadNotFound invalidCommentMetadata invalidCommentThreadMetadata',
      'playlistItemsNotAccessible playlistNotFound',
    ),
    ...alike(fails('parent_gone'), 'commentNotFound parentCommentNotFound parentIdMissing'),
    parentCommentIsPrivate: fails('parent_private'),
    operationNotSupported: fails('answers_refused'),
    invalidCustomEmoji: fails('emoji_refused'),
    ...alike(unexplained, 'badRequest forbidden invalidParameter notFound parseError'),
    processingFailure: isTriedAgain,
    ...alike(slowsDown, 'rateLimitExceeded userRateLimitExceeded'),
    ...alike(waitsForMidnight, 'quotaExceeded dailyLimitExceeded'),
    ...alike(refreshesToken, 'authError authorizationRequired required'),
    insufficientPermissions: pauses('scope_missing'),
    ...alike(
      pauses('account_cannot_post'),
      'accountDelegationForbidden authenticatedUserAccountClosed authenticatedUserAccountSuspended',
      'authenticatedUserNotChannel ineligibleAccount',
    ),
    youtubeSignupRequired: pauses('youtube_signup_required'),
    accessNotConfigured: pauses('api_not_configured'),
    API_KEY_INVALID: pauses('api_key_invalid'),
    ...alike(
      pauses('request_not_understood'),
      'categoryNotFound incompatibleParameters invalidChannelId invalidCriteria invalidFilters invalidLocation',
      'invalidPageToken invalidRegionCode invalidRelevanceLanguage invalidSearchFilter videoChartNotFound',
      'missingRequiredParameter unexpectedParameter unexpectedPart unknownPart',
    ),
    ...alike(isLookedFor, 'internalError backendError'),
  };

  it('leaves out no documented reason', () => {
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(reasons).toSorted());
  });

  describe('each reason at once, in the legacy dialect (rules 7.4, 7.9)', () => {
    // Only the gateway looks at keys.
    const cases = Object.entries(table).filter(([reason]) => reason !== 'API_KEY_INVALID');
    it.each(cases)('%s', async (reason, { atOnce }) => {
      await atOnce(await answeredWith({ kind: 'status', reason, dialect: 'legacy' }));
    });
  });

  /** youtube-errors.test.ts has more of them; these are what the gateway itself decides. */
  describe('the gateway’s own reasons at once (rules 7.4, 7.9)', () => {
    it.each([
      'API_KEY_INVALID',
      'accessNotConfigured',
      'authError',
      'commentsDisabled',
      'forbidden',
      'insufficientPermissions',
      'quotaExceeded',
      'rateLimitExceeded',
      'required',
      'backendError',
    ])('%s', async (reason) => {
      const commentId = await answeredWith({ kind: 'status', reason, dialect: 'gateway' });
      await table[reason]?.atOnce(commentId);
    });
  });

  describe('in the end (rules 7.4 to 7.7)', () => {
    it.each([
      ['a refused video stays failed', 'commentsDisabled'],
      ['an unexplained refusal is tried again', 'forbidden'],
      ['a processing failure is looked for and tried again', 'processingFailure'],
      ['a rate limit is waited for', 'rateLimitExceeded'],
      ['a spent quota is waited for', 'quotaExceeded'],
      ['a rejected token is renewed', 'authError'],
      ['a missing scope waits for a sign-in', 'insufficientPermissions'],
      ['an account without a channel waits for a sign-in', 'youtubeSignupRequired'],
      ['an account that may not comment waits for a sign-in', 'ineligibleAccount'],
      ['a project that is not set up waits for a sign-in', 'accessNotConfigured'],
      ['an unknown outcome is never sent again', 'backendError'],
    ])('%s (%s)', async (_, reason) => {
      const commentId = await answeredWith({ kind: 'status', reason });
      await table[reason]?.later(commentId);
    });
  });

  /** As the gateway words what concerns the project: a vague old reason, and the detail that says it. */
  const detailed = (code: number, legacy: string, info: string) => ({
    kind: 'status',
    status: code,
    body: {
      error: {
        code,
        message: 'm',
        errors: [{ message: 'm', domain: 'global', reason: legacy }],
        status: 'PERMISSION_DENIED',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: info, domain: 'googleapis.com' },
        ],
      },
    },
  });

  describe('the detail says more than the reason (rule 7.9)', () => {
    it.each([
      ['API_KEY_HTTP_REFERRER_BLOCKED', 'forbidden', 'api_key_referrer_blocked'],
      ['API_KEY_IP_ADDRESS_BLOCKED', 'forbidden', 'api_key_ip_blocked'],
      ['API_KEY_SERVICE_BLOCKED', 'forbidden', 'api_key_service_blocked'],
      ['CONSUMER_SUSPENDED', 'forbidden', 'project_suspended'],
      ['CONSUMER_INVALID', 'forbidden', 'project_invalid'],
      ['USER_PROJECT_DENIED', 'forbidden', 'project_denied'],
      ['SERVICE_DISABLED', 'accessNotConfigured', 'api_not_configured'],
      ['BILLING_DISABLED', 'accessNotConfigured', 'billing_disabled'],
      ['CONSUMER_SUSPENDED', 'accessNotConfigured', 'project_suspended'],
      ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'forbidden', 'scope_missing'],
    ] as const)('%s with %s pauses posting as %s', async (info, legacy, code) => {
      await pauses(code).atOnce(await answeredWith(detailed(403, legacy, info)));
    });

    it('ACCESS_TOKEN_EXPIRED with authError renews the token', async () => {
      await refreshesToken.atOnce(await answeredWith(detailed(401, 'authError', 'ACCESS_TOKEN_EXPIRED')));
    });
  });

  describe('what is in no list', () => {
    it.each([
      ['429 for the day, from the gateway', { reason: 'rateLimitExceeded', daily: true }, waitsForMidnight],
      ['a new reason with 403', { status: 403, reason: 'somethingNew' }, unexplained],
      ['a new reason with 400', { status: 400, reason: 'somethingNew' }, unexplained],
      ['400 without a body that says anything', { status: 400, body: {} }, unexplained],
      [
        '401 of Google’s without a reason',
        { status: 401, body: { error: { code: 401, message: 'm' } } },
        refreshesToken,
      ],
      ['401 of somebody else', { status: 401, body: { error: 'unauthorized' } }, unexplained],
      [
        'a reason in somebody else’s JSON',
        { status: 403, body: { error: { errors: [{ reason: 'commentsDisabled' }] } } },
        unexplained,
      ],
      ['404 with errors of no shape', { status: 404, body: { error: { errors: 'none' } } }, unexplained],
      ['405', { status: 405, body: 'No.' }, unexplained],
      ['429 without a body', { status: 429, body: '' }, slowsDown],
      ['500 with words that claim a refusal', { status: 500, reason: 'commentsDisabled' }, isLookedFor],
      ['200 with an empty object', { status: 200, body: {} }, isLookedFor],
      [
        'a redirect',
        { status: 307, body: {}, headers: { Location: '/youtube/v3/commentThreads' } },
        isLookedFor,
      ],
    ])('%s', async (_, answer, { atOnce }) => {
      await atOnce(await answeredWith({ kind: 'status', ...answer }));
    });

    it.each([
      ['HTML with 400', 400, unexplained],
      ['HTML with 403', 403, unexplained],
      ['HTML with 404', 404, unexplained],
      ['HTML with 429', 429, slowsDown],
      ['HTML with 200', 200, isLookedFor],
      ['HTML with 502', 502, isLookedFor],
    ])('%s', async (_, code, { atOnce }) => {
      await atOnce(await answeredWith({ kind: 'non-json', status: code }));
    });
  });
});

describe('answers', () => {
  const minute = 60_000;
  const test = testPublishing();

  const strangersReplies = (count: number, text = 'So do I.') =>
    Array.from({ length: count }, (_, index) => ({
      youtubeCommentId: `Ugz-thread.s${index}`,
      youtubeVideoId: '',
      parentId: 'Ugz-thread',
      authorChannelId: 'UCstranger00000000000000',
      text,
      publishedAt: test.clock.now().toISOString(),
    }));

  describe('an answer', () => {
    it('goes into the thread that its person saw, once, and under its own text (rule 13.12)', async () => {
      const { id, content } = await test.publishing.answer({ dueInMs: 0 });
      await test.publishing.loop.tick();
      await test.publishing.loop.tick();
      expect(test.publishing.remote.written).toEqual([
        { call: 'reply', parentId: 'Ugz-thread', text: content },
      ]);
      expect(test.publishing.remote.received).toEqual([]);
      const { comment, attempts, queueItem } = await test.publishing.state(id);
      expect(comment).toMatchObject({ status: 'posted', youtubeCommentId: 'Ugz-thread.1' });
      expect(attempts).toMatchObject([{ kind: 'insert', parentYoutubeId: 'Ugz-thread', state: 'posted' }]);
      expect(queueItem).toBeNull();
      expect(test.publishing.told().flat()).toContain('replies');
    });

    it.each([
      ['withdrawn', { withdrawnAt: new Date() }],
      ['not posted', { youtubeCommentId: null }],
    ])('is not sent under a comment that is %s (rule 13.12)', async (_, parent) => {
      const { id } = await test.publishing.answer({ dueInMs: 0, parent });
      await test.publishing.loop.tick();
      expect(test.publishing.remote.written).toEqual([]);
      expect((await test.publishing.state(id)).comment).toMatchObject({
        status: 'failed',
        failureCode: 'parent_gone',
      });
    });

    it('counts for cap and gap, and neither starts nor minds a channel’s cooldown (rule 13.12)', async () => {
      await test.publishing.setSettings({ minGapSeconds: 60, dailyCap: 3, channelCooldownHours: 24 });
      const answers = [
        await test.publishing.answer({ dueInMs: 0 }),
        await test.publishing.answer({ dueInMs: 0 }),
      ];
      await test.publishing.loop.tick();
      expect(test.publishing.remote.written).toHaveLength(1);
      await test.publishing.pass(2 * minute);
      expect(test.publishing.remote.written).toHaveLength(2);
      // On the same channel: the answers did not start its cooldown, this comment does.
      await test.publishing.approved({ dueInMs: 0 });
      await test.publishing.pass(2 * minute);
      expect(test.publishing.remote.received).toHaveLength(1);
      const late = await test.publishing.answer({ dueInMs: 0 });
      await test.publishing.pass(2 * minute);
      expect((await test.publishing.state(late.id)).queueItem).toMatchObject({ blockedReason: 'daily_cap' });
      await test.publishing.setSettings({ dailyCap: 50 });
      await test.publishing.pass(2 * minute);
      expect((await test.publishing.state(late.id)).comment.status).toBe('posted');
      expect(answers).toHaveLength(2);
    });
  });

  describe('an answer whose outcome is unknown', () => {
    it('is found by our own text in its thread, on whichever page, and is not sent again (rule 13.13)', async () => {
      const { id, content } = await test.publishing.answer({ dueInMs: 0 });
      test.publishing.remote.answers.push('accepted, no answer');
      await test.publishing.loop.tick();
      test.publishing.remote.shown.unshift(...strangersReplies(240, content));
      await test.publishing.pass(2 * minute);
      expect((await test.publishing.state(id)).comment).toMatchObject({
        status: 'posted',
        youtubeCommentId: 'Ugz-thread.1',
      });
      expect(test.publishing.remote.written).toHaveLength(1);
    });

    it('is not taken for an earlier answer of ours with the same text (rule 13.13)', async () => {
      const { id, content } = await test.publishing.answer({ dueInMs: 0 });
      test.publishing.remote.shown.push({
        youtubeCommentId: 'Ugz-thread.old',
        youtubeVideoId: '',
        parentId: 'Ugz-thread',
        authorChannelId: ownChannel,
        text: content,
        publishedAt: new Date(test.clock.now().getTime() - 60 * minute).toISOString(),
      });
      test.publishing.remote.answers.push({ kind: 'unknown' });
      await test.publishing.loop.tick();
      await test.publishing.pass(12 * minute);
      expect((await test.publishing.state(id)).comment).toMatchObject({
        status: 'failed',
        failureCode: 'unconfirmed',
        youtubeCommentId: null,
      });
      expect(test.publishing.remote.written).toHaveLength(1);
    });

    it.each([
      ['is forbidden', 0],
      ['is longer than what we read', 2_100],
    ])(
      'is not sent again after processingFailure where its thread %s (rules 7.6, 13.13)',
      async (_, count) => {
        const { id } = await test.publishing.answer({ dueInMs: 0 });
        test.publishing.remote.answers.push({ kind: 'processing' });
        await test.publishing.loop.tick();
        test.publishing.remote.shown.push(...strangersReplies(count));
        if (count === 0)
          test.publishing.remote.checkFailures.push(new YouTubeError('forbidden', 'forbidden', 'shared'));
        await test.publishing.pass(12 * minute);
        expect(test.publishing.remote.written).toHaveLength(1);
        expect((await test.publishing.state(id)).attempts).toMatchObject([
          { state: 'confirming', outcomeCode: 'could_not_check' },
        ]);
      },
    );
  });
});
