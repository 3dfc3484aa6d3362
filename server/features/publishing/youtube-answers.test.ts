import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type QueueItem, queueListSchema } from '#shared/contracts/queue.ts';
import {
  comments,
  googleAccount,
  postAttempts,
  postingHold,
  queueItems,
  quotaUsage,
  videos,
} from '#shared/schema.ts';
import type { Database } from '../../db/client.ts';
import { reasons } from '../../sandbox/youtube/error-catalogue.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { makeComment, makeQueueItem, makeVideo } from '../../testing/factories.ts';

/** Every reason of the YouTube API as the loop meets it, through the real client. */
let database: Database;
let app: TestApp;
let me: Browser;
let start: string;

beforeAll(async () => {
  database = await openTestDatabase();
  app = await startTestApp({ database, random: () => 0.5, env: { YOUTUBE_DAILY_UNITS: '1000000' } });
  me = await app.signedIn();
  // Each try follows at its own time; posting-loop.test.ts has the gap.
  await me.put('/api/user-settings', { autoQueueEnabled: true, minGapSeconds: 0 });
  start = app.clock.now().toISOString();
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(async () => {
  const { db } = database;
  for (const table of [postAttempts, queueItems, comments, videos, quotaUsage, postingHold])
    await db.delete(table);
  await db.update(googleAccount).set({ blockedCode: null });
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
const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const tick = () => app.context.services.loop.tick();
const json = async (path: string) => (await me.get(path)).json();

/** Approved and due now. */
async function due(): Promise<number> {
  app.clock.advance(5 * minute);
  const video = app.sandbox.admin.videos().find((one) => app.sandbox.admin.acceptsComments(one));
  const { id: videoId } = await makeVideo(database.db, {
    youtubeId: video?.id ?? '',
    channelId: video?.channelId ?? '',
  });
  const now = app.clock.now();
  const { id: commentId } = await makeComment(database.db, { videoId, status: 'approved', reviewedAt: now });
  await makeQueueItem(database.db, {
    commentId,
    scheduledFor: now,
    dueAt: now,
    autoPost: true,
    createdAt: now,
  });
  return commentId;
}

async function itemOf(commentId: number): Promise<QueueItem | undefined> {
  return queueListSchema.parse(await json('/api/queue')).find((item) => item.commentId === commentId);
}

const expectSentence = (text: unknown) => {
  expect(text).toMatch(/^[A-Z][^<]*[.]$/);
  expect(text).not.toMatch(/unknown|error|null|undefined|http/i);
};

/** What follows from each class: the comment's row, when it is tried again, and what the person reads. */
const outcomes = {
  /** It fails, with its cause, and nothing is sent again. */
  fails: async (commentId: number, code: string) => {
    expect(await itemOf(commentId)).toMatchObject({
      scheduledFor: null,
      dueAt: null,
      autoPost: false,
      comment: { status: 'failed', failureCode: code, posting: null },
    });
    expectSentence((await itemOf(commentId))?.comment.failureReason);
    app.clock.advance(20 * minute);
    await tick();
    expect(inserts()).toBe(1);
  },
  /** It keeps its place, and posting rests until the person has done something. */
  pauses: async (commentId: number, code: string) => {
    const status = await json('/api/posting-status');
    expect(status).toMatchObject({ state: 'paused', code, until: null });
    expectSentence(status.reason);
    app.clock.advance(20 * minute);
    await tick();
    expect(await itemOf(commentId)).toMatchObject({
      autoPost: true,
      blockedReason: code,
      comment: { status: 'approved', posting: { state: 'waiting', reason: status.reason } },
    });
    expect(inserts()).toBe(1);
    await me.signIn();
    await tick();
    expect(await itemOf(commentId)).toBeUndefined();
    expect(inserts()).toBe(2);
  },
  /** It is tried once more by itself, then posted. */
  waits: async (commentId: number, code: string, ms: number) => {
    const item = await itemOf(commentId);
    expect(item).toMatchObject({
      autoPost: true,
      blockedReason: code,
      comment: { status: 'approved', posting: { state: 'waiting', nextTryAt: later(ms) } },
    });
    expectSentence(item?.comment.posting?.reason);
    app.clock.advance(ms - second);
    await tick();
    expect(inserts()).toBe(1);
    app.clock.advance(second);
    await tick();
    expect(await itemOf(commentId)).toBeUndefined();
    expect(inserts()).toBe(2);
  },
  /** It is looked for, tried once more by itself, then posted. */
  isTriedAgain: async (commentId: number, ms: number) => {
    const posting = (await itemOf(commentId))?.comment.posting;
    expect(posting).toMatchObject({ state: 'confirming', nextTryAt: later(ms) });
    expectSentence(posting?.reason);
    app.clock.advance(ms);
    await tick();
    expect(inserts()).toBe(1);
    await tick();
    expect(await itemOf(commentId)).toBeUndefined();
    expect(inserts()).toBe(2);
  },
  /** Nothing more today; it goes out after midnight in California. */
  waitsForMidnight: async (commentId: number) => {
    const status = await json('/api/posting-status');
    expect(status).toMatchObject({ state: 'paused', code: 'quota_spent' });
    expectSentence(status.reason);
    await tick();
    expect(await itemOf(commentId)).toMatchObject({
      blockedReason: 'quota_spent',
      comment: { status: 'approved', posting: { state: 'waiting', reason: status.reason } },
    });
    expect(inserts()).toBe(1);
    app.clock.set(status.until);
    await tick();
    expect(await itemOf(commentId)).toBeUndefined();
    expect(inserts()).toBe(2);
  },
  /** The token is refreshed, once, and a new attempt made with it. */
  refreshes: async (commentId: number) => {
    expect((await itemOf(commentId))?.comment.status).toBe('approved');
    expect([inserts(), refreshes()]).toEqual([1, 1]);
    await tick();
    expect(await itemOf(commentId)).toBeUndefined();
    expect([inserts(), refreshes()]).toEqual([2, 1]);
  },
  /** Nobody knows: looked for twice, never sent again. */
  isLookedFor: async (commentId: number) => {
    const startedAt = app.clock.now();
    const posting = (await itemOf(commentId))?.comment.posting;
    expect(posting).toMatchObject({ state: 'confirming', nextTryAt: later(minute) });
    expectSentence(posting?.reason);
    app.clock.advance(minute);
    await tick();
    expect((await itemOf(commentId))?.comment.posting).toMatchObject({
      state: 'confirming',
      nextTryAt: new Date(startedAt.getTime() + 10 * minute).toISOString(),
    });
    app.clock.advance(9 * minute);
    await tick();
    await outcomes.fails(commentId, 'unconfirmed');
  },
};

const refused = (code: string) => (id: number) => outcomes.fails(id, code);
const pausing = (code: string) => (id: number) => outcomes.pauses(id, code);
/** Half to all of thirty seconds, with the dice at a half. */
const slowingDown = (id: number) => outcomes.waits(id, 'rate_limited_by_youtube', 22.5 * second);
const unexplained = (id: number) => outcomes.waits(id, 'refused_without_reason', 22.5 * second);
const alike = (becomes: (id: number) => Promise<void>, ...lists: string[]) =>
  Object.fromEntries(lists.flatMap((list) => list.split(' ')).map((reason) => [reason, becomes]));

/** By reason; what Google may answer to any call is here too. */
const table: Record<string, (commentId: number) => Promise<void>> = {
  commentsDisabled: refused('comments_off'),
  videoNotFound: refused('video_not_found'),
  commentTextTooLong: refused('text_too_long'),
  ...alike(
    refused('comment_refused'),
    'channelClosed channelForbidden channelNotFound channelOrVideoIdMissing channelSuspended',
    'commentNotFound commentTextRequired commentThreadNotFound invalidCommentMetadata',
    'invalidCommentThreadMetadata invalidCustomEmoji operationNotSupported',
    'parentCommentIsPrivate parentCommentNotFound parentIdMissing',
  ),
  ...alike(unexplained, 'badRequest forbidden invalidParameter notFound parseError'),
  processingFailure: (id) => outcomes.isTriedAgain(id, 10 * minute),
  ...alike(slowingDown, 'rateLimitExceeded userRateLimitExceeded'),
  ...alike(outcomes.waitsForMidnight, 'quotaExceeded dailyLimitExceeded'),
  ...alike(outcomes.refreshes, 'authError authorizationRequired required'),
  insufficientPermissions: pausing('scope_missing'),
  ...alike(
    pausing('account_cannot_post'),
    'accountDelegationForbidden authenticatedUserAccountClosed authenticatedUserAccountSuspended',
    'authenticatedUserNotChannel ineligibleAccount',
  ),
  youtubeSignupRequired: pausing('youtube_signup_required'),
  accessNotConfigured: pausing('api_not_configured'),
  API_KEY_INVALID: pausing('api_key_invalid'),
  ...alike(
    pausing('request_not_understood'),
    'categoryNotFound incompatibleParameters invalidChannelId invalidCriteria invalidFilters invalidLocation',
    'invalidPageToken invalidRegionCode invalidRelevanceLanguage invalidSearchFilter videoChartNotFound',
    'missingRequiredParameter unexpectedParameter unexpectedPart unknownPart',
  ),
  ...alike(outcomes.isLookedFor, 'internalError backendError'),
};

it('leaves out no documented reason', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(reasons).toSorted());
});

describe.each(['legacy', 'gateway'] as const)('in the %s dialect', (dialect) => {
  // Only the gateway looks at keys.
  const cases = Object.entries(table).filter(
    ([reason]) => dialect === 'gateway' || reason !== 'API_KEY_INVALID',
  );
  it.each(cases)('%s', async (reason, becomes) => {
    const commentId = await due();
    app.sandbox.admin.fault({ match: insert, fault: { kind: 'status', reason, dialect } });
    await tick();
    expect(inserts()).toBe(1);
    await becomes(commentId);
  });
});

/** As the gateway words what concerns the project: a vague old reason, and the detail that says it. */
const detailed = (status: number, legacy: string, info: string) => ({
  status,
  body: {
    error: {
      code: status,
      message: 'm',
      errors: [{ message: 'm', domain: 'global', reason: legacy }],
      status: 'PERMISSION_DENIED',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: info, domain: 'googleapis.com' },
      ],
    },
  },
});

describe('the detail says more than the reason', () => {
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
  ])('%s with %s pauses posting as %s', async (info, legacy, code) => {
    const commentId = await due();
    const order = {
      match: insert,
      times: 0,
      fault: { kind: 'status', ...detailed(403, legacy, info) },
    } as const;
    app.sandbox.admin.fault(order);
    for (let ticks = 0; ticks < 5; ticks += 1) {
      await tick();
      app.clock.advance(10 * minute);
    }
    expect(inserts()).toBe(1);
    const status = await json('/api/posting-status');
    expect(status).toMatchObject({ state: 'paused', code, until: null });
    expectSentence(status.reason);
    expect(await itemOf(commentId)).toMatchObject({ blockedReason: code, comment: { status: 'approved' } });
  });

  it('ACCESS_TOKEN_EXPIRED with authError', async () => {
    const commentId = await due();
    const answer = detailed(401, 'authError', 'ACCESS_TOKEN_EXPIRED');
    app.sandbox.admin.fault({ match: insert, fault: { kind: 'status', ...answer } });
    await tick();
    await outcomes.refreshes(commentId);
  });
});

describe('what is in no list', () => {
  it.each([
    [
      '429 for the day, from the gateway',
      { reason: 'rateLimitExceeded', daily: true },
      outcomes.waitsForMidnight,
    ],
    ['a new reason with 403', { status: 403, reason: 'somethingNew' }, unexplained],
    ['a new reason with 400', { status: 400, reason: 'somethingNew' }, unexplained],
    ['400 without a body that says anything', { status: 400, body: {} }, unexplained],
    [
      '401 of Google’s without a reason',
      { status: 401, body: { error: { code: 401, message: 'm' } } },
      outcomes.refreshes,
    ],
    ['401 of somebody else', { status: 401, body: { error: 'unauthorized' } }, unexplained],
    [
      'a reason in somebody else’s JSON',
      { status: 403, body: { error: { errors: [{ reason: 'commentsDisabled' }] } } },
      unexplained,
    ],
    ['404 with errors of no shape', { status: 404, body: { error: { errors: 'none' } } }, unexplained],
    ['405', { status: 405, body: 'No.' }, unexplained],
    ['429 without a body', { status: 429, body: '' }, slowingDown],
    [
      '500 with words that claim a refusal',
      { status: 500, reason: 'commentsDisabled' },
      outcomes.isLookedFor,
    ],
    ['200 with an empty object', { status: 200, body: {} }, outcomes.isLookedFor],
    [
      'a redirect',
      { status: 307, body: {}, headers: { Location: '/youtube/v3/commentThreads' } },
      outcomes.isLookedFor,
    ],
  ])('%s', async (_, answer, becomes) => {
    const commentId = await due();
    app.sandbox.admin.fault({ match: insert, fault: { kind: 'status', ...answer } });
    await tick();
    expect(inserts()).toBe(1);
    await becomes(commentId);
  });

  it.each([
    ['HTML with 400', 400, unexplained],
    ['HTML with 403', 403, unexplained],
    ['HTML with 404', 404, unexplained],
    ['HTML with 429', 429, slowingDown],
    ['HTML with 200', 200, outcomes.isLookedFor],
    ['HTML with 502', 502, outcomes.isLookedFor],
  ])('%s', async (_, status, becomes) => {
    const commentId = await due();
    app.sandbox.admin.fault({ match: insert, fault: { kind: 'non-json', status } });
    await tick();
    expect(inserts()).toBe(1);
    await becomes(commentId);
  });
});
