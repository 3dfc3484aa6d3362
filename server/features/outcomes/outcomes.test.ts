import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { commentSchema } from '#shared/contracts/comment-detail.ts';
import type { Visibility } from '#shared/contracts/comments.ts';
import { comments, googleAccount } from '#shared/schema.ts';
import { expectProblem, reviewApp } from '../../testing/app.ts';
import { makePostAttempt, setSettings } from '../../testing/factories.ts';
import { postedComments } from '../../testing/posted-comments.ts';
import { createReadsHold } from '../quota/quota.service.ts';
import { createOutcomesService } from './outcomes.service.ts';
import { createPostedCommentsRepository } from './posted-comments.repository.ts';

const test = reviewApp();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const listPath = { method: 'GET', path: '/youtube/v3/commentThreads' };

let posted: ReturnType<typeof postedComments>;
let told: Set<number>;
beforeEach(() => {
  posted = postedComments(test.app, test.db);
  told = new Set();
  test.app.context.events.subscribe((changes) => {
    for (const id of changes.comments) told.add(id);
  });
});

const tick = () => test.app.context.services.outcomes.tick();
const check = (id: number) => test.me.post(`/api/comments/${id}/check`);
const checked = async (id: number) => {
  const response = await check(id);
  expect(response.status).toBe(200);
  return commentSchema.parse(await response.json());
};
const requests = () =>
  test.app.sandbox.admin.requests().filter(({ path }) => path.startsWith('/youtube/'));

/** Returns the comments that open pages were told to refresh since the last call. */
const whatWasTold = async () => {
  await new Promise(setImmediate);
  const ids = [...told];
  told.clear();
  return ids;
};

describe('posting (rule 13.1)', () => {
  async function post() {
    const { comment } = await test.queued({ status: 'approved', reviewedAt: test.now() });
    await test.me.post(`/api/comments/${comment.id}/post`);
    test.app.sandbox.admin.clearRequests();
    return comment;
  }

  it('plans the first look ten minutes and the first figures half an hour later', async () => {
    await post();
    expect(await posted.stored()).toMatchObject([
      { nextLookAt: test.later(10 * minute), nextFiguresAt: test.later(30 * minute) },
    ]);
  });

  it('is not followed by a look before its time', async () => {
    await post();
    await tick();
    expect(requests()).toEqual([]);
  });

  it('is followed by a look that finds a public comment, and tells open pages', async () => {
    const { id } = await post();
    test.app.clock.advance(10 * minute);
    await tick();
    expect(await test.stored(id)).toMatchObject({
      visibility: 'public',
      visibilityReason: null,
      visibilityCheckedAt: test.now().toISOString(),
      looks: [{ at: test.now().toISOString(), seenBy: 'everyone', reason: null }],
    });
    expect(await whatWasTold()).toContain(id);
  });
});

describe('a withdrawn comment (rule 13.5)', () => {
  async function withdrawn() {
    const { id } = await posted.post();
    await test.db
      .update(comments)
      .set({ withdrawnAt: test.now() })
      .where(eq(comments.id, id));
    test.app.clock.advance(day);
    test.app.sandbox.admin.clearRequests();
    return id;
  }

  it('gets no look and no figures', async () => {
    await withdrawn();
    await tick();
    expect(requests()).toEqual([]);
  });

  it('cannot be checked', async () => {
    await expectProblem(await check(await withdrawn()), 409, 'status_conflict');
    expect(requests()).toEqual([]);
  });
});

describe('a look', () => {
  describe('at a held comment of another channel (rule 13.27)', () => {
    /**
     * Posts a held comment from a channel that is not connected, and looks at it twice.
     */
    async function lookedAt() {
      const { id } = await posted.post({ state: 'heldForReview' });
      await makePostAttempt(test.db, {
        commentId: id,
        state: 'posted',
        authorChannelId: 'UCfirst',
        closedAt: test.now(),
      });
      test.app.clock.advance(10 * minute);
      await tick();
      test.app.clock.advance(5 * minute);
      await tick();
      return id;
    }

    it('cannot tell who sees it', async () => {
      expect(await test.stored(await lookedAt())).toMatchObject({
        visibility: 'unknown',
        visibilityReason: 'other_channel',
      });
    });

    it('can tell who sees it once that channel is connected', async () => {
      const id = await lookedAt();
      await tick();
      await test.db.update(googleAccount).set({ channelId: 'UCfirst' });
      await tick();
      test.app.clock.advance(5 * minute);
      await tick();
      expect(await test.stored(id)).toMatchObject({
        visibility: 'only_you',
        visibilityReason: 'held_or_hidden',
        looks: [
          { reason: 'other_channel' },
          { at: test.now().toISOString(), seenBy: 'owner' },
        ],
        postedAs: { isConnected: true },
      });
    });
  });

  it.each([
    ['has comments off', { commentsOff: true }, 'comments_off'],
    ['is gone', { isGone: true }, 'video_not_found'],
  ])(
    'cannot tell who sees a comment whose video %s (rule 13.3)',
    async (_, change, visibilityReason) => {
      const { id, youtubeVideoId } = await posted.post();
      expect(await checked(id)).toMatchObject({ visibility: 'public' });
      test.app.sandbox.admin.changeVideo(youtubeVideoId, change);
      expect(await checked(id)).toMatchObject({
        visibility: 'unknown',
        visibilityReason,
      });
    },
  );
});

it('a video that YouTube refuses does not delay the looks at other comments (rule 13.3)', async () => {
  const bad = await posted.post();
  const good = await posted.post();
  test.app.clock.advance(30 * minute);
  test.app.sandbox.admin.fault({
    match: { ...listPath, contains: bad.youtubeVideoId },
    times: 0,
    fault: { kind: 'status', status: 403 },
  });
  await tick();
  expect(await test.stored(bad.id)).toMatchObject({ visibility: null, looks: [] });
  expect(await test.stored(good.id)).toMatchObject({ visibility: 'public' });
  expect((await test.stored(good.id)).outcomesCheckedAt).toBe(test.now().toISOString());
});

describe('while YouTube does not answer (rule 13.6)', () => {
  beforeEach(async () => {
    for (let count = 0; count < 5; count += 1) await posted.post();
    test.app.clock.advance(10 * minute);
    test.app.sandbox.admin.clearRequests();
    test.app.sandbox.admin.fault({
      match: listPath,
      times: 0,
      fault: { kind: 'status', status: 503 },
    });
  });

  async function pass(minutes: number) {
    for (let passed = 0; passed < minutes; passed += 5) {
      test.app.clock.advance(5 * minute);
      await tick();
    }
  }

  it('looks become rarer', async () => {
    await pass(60);
    // Two requests for each try, after 1, 2, 4, 8, 16 and 30 minutes.
    expect(requests().length).toBeLessThanOrEqual(14);
  });

  it('looks wait, and continue once YouTube answers', async () => {
    await pass(60);
    test.app.sandbox.admin.clearFaults();
    await pass(40);
    expect((await posted.stored()).map(({ visibility }) => visibility)).toEqual(
      Array(5).fill('public'),
    );
  });
});

describe('POST /api/comments/{id}/check', () => {
  it('responds with the comment, its visibility and its figures', async () => {
    const { id, youtubeCommentId } = await posted.post();
    test.app.sandbox.admin.orderReplies(youtubeCommentId, { count: 7 });
    test.app.clock.advance(3 * day);
    const comment = await checked(id);
    const shown = test.app.sandbox.admin
      .comments()
      .find((one) => one.id === youtubeCommentId);
    expect(comment).toMatchObject({
      visibility: 'public',
      likeCount: shown?.likes,
      replyCount: 7,
      outcomesCheckedAt: test.now().toISOString(),
    });
  });

  describe('of a public comment that is deleted on YouTube (rule 13.2)', () => {
    async function deletedOnYouTube() {
      const { id, youtubeCommentId } = await posted.post();
      test.app.clock.advance(10 * minute);
      await tick();
      test.app.sandbox.admin.setCommentState(youtubeCommentId, 'deleted');
      test.app.clock.advance(minute);
      return id;
    }

    it('keeps the visibility at the first miss', async () => {
      const comment = await checked(await deletedOnYouTube());
      expect(comment).toMatchObject({ visibility: 'public' });
      expect(comment.looks.at(-1)).toMatchObject({ seenBy: null, reason: null });
    });

    it('is no further look within five minutes', async () => {
      const id = await deletedOnYouTube();
      const { looks } = await checked(id);
      test.app.clock.advance(minute);
      expect(await checked(id)).toMatchObject({ visibility: 'public', looks });
    });

    it('is followed by a look five minutes later, which finds it removed', async () => {
      const id = await deletedOnYouTube();
      await checked(id);
      test.app.clock.advance(5 * minute);
      await tick();
      expect(await test.stored(id)).toMatchObject({
        visibility: 'removed',
        visibilityReason: 'not_on_the_video',
      });
    });
  });

  it('is 409 for a comment that was not posted', async () => {
    const { id } = await test.comment();
    await expectProblem(await check(id), 409, 'status_conflict');
  });

  it('is 404 for an unknown comment', async () => {
    await expectProblem(await check(4_711), 404, 'not_found');
  });

  it('is 503 and changes nothing when YouTube does not answer (rule 13.3)', async () => {
    const { id } = await posted.post();
    const before = await posted.stored();
    test.app.sandbox.admin.fault({
      match: listPath,
      times: 2,
      fault: { kind: 'status', status: 500 },
    });
    await expectProblem(await check(id), 503, 'youtube_unavailable');
    expect(await posted.stored()).toEqual(before);
  });

  it('is 429 and sends nothing when the day’s units for outcomes are spent (rule 13.6)', async () => {
    const { id } = await posted.post();
    await test.me.put('/api/user-settings', { autoQueueEnabled: true, outcomeUnits: 2 });
    await checked(id);
    test.app.sandbox.admin.clearRequests();
    const problem = await expectProblem(await check(id), 429, 'quota_spent');
    expect(problem.detail).toContain('checking posted comments');
    expect(requests()).toEqual([]);
  });
});

it('the budget makes due looks wait for the next Pacific day (rule 13.6)', async () => {
  await setSettings(test.db, { outcomeUnits: 1 });
  const one = await posted.post();
  const two = await posted.post();
  test.app.clock.advance(10 * minute);
  await tick();
  test.app.clock.advance(minute);
  await tick();
  expect((await test.stored(one.id)).visibility).toBe('public');
  expect(await test.stored(two.id)).toMatchObject({ visibility: null, looks: [] });
  test.app.clock.set('2026-03-04T09:00:00.000Z');
  await tick();
  expect((await test.stored(two.id)).visibility).toBe('public');
});

type Fate = Parameters<typeof posted.post>[0];

/**
 * What happens to a comment, and the visibility expected after an hour, a day and a week.
 */
const fates: [Fate, ...Visibility[]][] = [
  [undefined, 'public', 'public', 'public'],
  [{ state: 'heldForReview' }, 'only_you', 'only_you', 'only_you'],
  [
    { state: 'heldForReview', later: { state: 'published', afterSeconds: 3_600 } },
    ...(['only_you', 'public', 'public'] as const),
  ],
  [
    { state: 'published', later: { state: 'deleted', afterSeconds: 3_600 } },
    ...(['public', 'removed', 'removed'] as const),
  ],
  [{ state: 'shadowHidden' }, 'only_you', 'only_you', 'only_you'],
];

/** Runs with and without the sandbox fault that lets reads by id show held comments. */
it.each([false, true])(
  'the visibility of five comments is right for a week, across restarts (held comments leak: %s, rule 13.2)',
  async (leaking) => {
    const { admin } = test.app.sandbox;
    admin.setGrantLifetime(60 * 86_400);
    admin.setQuota('shared', { limit: 100_000 });
    await test.db.update(googleAccount).set({ grantExpiresAt: null });
    await setSettings(test.db, { outcomeUnits: 5_000 });
    if (leaking) admin.leakHeld();
    for (const [fate] of fates) await posted.post(fate);
    for (const [time, ms] of [hour, day, 6 * day].entries()) {
      await posted.pass(ms);
      expect((await posted.stored()).map(({ visibility }) => visibility)).toEqual(
        fates.map((said) => said[time + 1]),
      );
    }
    expect((await posted.stored()).map(({ looks }) => looks.length)).toEqual(
      fates.map(() => 3),
    );
  },
);

it('the other comments are looked at after looks that throw an unexpected error', async () => {
  const { clock, context } = test.app;
  const values = { status: 'posted', postedAt: test.now() } as const;
  // Fills one pass with comments that are due before the last one.
  for (let count = 0; count < 20; count += 1)
    await test.comment({
      ...values,
      youtubeCommentId: `Ug-broken-${count}`,
      nextLookAt: test.later(-minute),
    });
  const last = await test.comment({
    ...values,
    youtubeCommentId: 'Ug-last',
    nextLookAt: test.now(),
  });
  const outcomes = createOutcomesService({
    repository: createPostedCommentsRepository(test.db),
    look: async ({ youtubeCommentId }) => {
      if (youtubeCommentId.startsWith('Ug-broken'))
        throw new TypeError('A mistake in the program.');
      return { kind: 'seen', by: 'everyone' };
    },
    reads: {
      async *readThreads() {
        // No figures are due.
      },
    },
    quota: { outcomesLeft: async () => 1 },
    onThreads: async () => undefined,
    review: context.services.review,
    hold: createReadsHold({ clock }),
    events: context.events,
    clock,
    isStopping: () => false,
  });
  await expect(outcomes.tick()).rejects.toThrow('A comment could not be looked at.');
  await outcomes.tick();
  expect(await test.stored(last.id)).toMatchObject({ visibility: 'public' });
});
