import { eq } from 'drizzle-orm';
import pino from 'pino';
import { beforeEach } from 'vitest';
import type { EventResource } from '#shared/contracts/events.ts';
import { comments, postAttempts, queueItems, userSettings } from '#shared/schema.ts';
import type { Events } from '../core/events.ts';
import type { RetryAfter } from '../core/retry-after.ts';
import type { Db } from '../db/client.ts';
import { createClaimRepository, postedSince } from '../features/publishing/claim.repository.ts';
import { createConfirmer } from '../features/publishing/confirmer.ts';
import { createLoopRepository } from '../features/publishing/loop.repository.ts';
import { createPoster } from '../features/publishing/poster.ts';
import { createPostingLoop } from '../features/publishing/posting-loop.ts';
import { createPublishingRepository } from '../features/publishing/publishing.repository.ts';
import { createQuotaRepository } from '../features/quota/quota.repository.ts';
import { createQuotaService } from '../features/quota/quota.service.ts';
import {
  type ListedComment,
  type NewComment,
  type QuotaBucket,
  type YouTube,
  YouTubeError,
  type YouTubeFailure,
} from '../providers/youtube/youtube.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { makeComment, makeQueueItem, makeVideo } from './factories.ts';

export const ownChannel = 'UCowner00000000000000000';

const minute = 60_000;

interface Refusal {
  kind: YouTubeFailure;
  reason?: string;
  retryAfter?: RetryAfter;
  bucket?: QuotaBucket;
}
type Answer = 'ok' | 'accepted, no answer' | Refusal;

/** YouTube as publishing sees it: what it was sent, what it shows, and scripted answers (`ok` when none is left). */
export function fakeYouTube(clock: FakeClock) {
  const received: NewComment[] = [];
  const shown: (ListedComment & { youtubeVideoId: string })[] = [];
  const answers: Answer[] = [];
  /** What each insert is answered once the scripted answers are over; null takes the comment. */
  const behaviour: { always: ((comment: NewComment) => Refusal | null) | null } = { always: null };
  const checkFailures: YouTubeError[] = [];
  let checks = 0;
  const show = ({ youtubeVideoId, text }: NewComment) => {
    const youtubeCommentId = `Ugz${shown.length + 1}`;
    shown.push({
      youtubeCommentId,
      youtubeVideoId,
      text,
      authorChannelId: ownChannel,
      publishedAt: clock.now().toISOString(),
    });
    return { youtubeCommentId };
  };
  const unused = () => Promise.reject(new Error('not part of publishing'));
  const youtube: YouTube = {
    searchVideoIds: unused,
    listVideos: unused,
    ownChannel: unused,
    async insertComment(comment) {
      received.push(comment);
      const answer = answers.shift() ?? behaviour.always?.(comment) ?? 'ok';
      if (answer === 'ok') return show(comment);
      if (answer === 'accepted, no answer') {
        show(comment);
        throw new YouTubeError('unknown', 'timeout', 'shared');
      }
      const { kind, reason = kind, bucket = 'shared', retryAfter } = answer;
      throw new YouTubeError(kind, reason, bucket, retryAfter);
    },
    async listRecentComments(youtubeVideoId, since) {
      checks += 1;
      const failure = checkFailures.shift();
      if (failure) throw failure;
      return shown.filter(
        (one) => one.youtubeVideoId === youtubeVideoId && new Date(one.publishedAt) >= since,
      );
    },
  };
  return { youtube, received, shown, answers, behaviour, checkFailures, checks: () => checks };
}

/** Publishing whole, on a real database, between a fake YouTube and a fake account. */
export function publishingFixture(db: Db, clock: FakeClock) {
  const told: EventResource[][] = [];
  const events: Events = {
    changed: (...resources) => void told.push(resources),
    subscribe: () => () => undefined,
  };
  const remote = fakeYouTube(clock);
  const refreshed: string[] = [];
  const blocked: string[] = [];
  const markedOff: number[] = [];
  const quota = createQuotaService({
    repository: createQuotaRepository(db),
    postedSince: (since) => postedSince(db, since),
    limits: { shared: 10_000, search: 100 },
    events,
    clock,
  });
  const account = {
    account: async () => ({
      googleSub: '1',
      email: 'ada@example.com',
      name: 'Ada',
      picture: null,
      channelId: ownChannel,
      channelTitle: 'Ada Builds',
      scopes: [],
      blockedCode: blocked.at(-1) ?? null,
      reauthCode: null,
      grantExpiresAt: null,
    }),
    accessToken: async () => 'token',
    refreshAccessToken: async (rejected: string) => {
      refreshed.push(rejected);
      return 'token-2';
    },
    block: async (code: string) => {
      blocked.push(code);
    },
  };
  const repository = createPublishingRepository(db);
  const shared = {
    repository,
    quota,
    youtube: remote.youtube,
    account,
    events,
    clock,
  };

  /** The app started anew on the same database. */
  function start() {
    let stopping = false;
    const poster = createPoster({
      ...shared,
      claims: createClaimRepository(db),
      videos: { markCommentsOff: async (id) => void markedOff.push(id) },
      random: () => 0.5,
      log: pino({ enabled: false }),
    });
    const confirmer = createConfirmer(shared);
    const loop = createPostingLoop({
      ...shared,
      loop: createLoopRepository(db),
      poster,
      confirmer,
      isStopping: () => stopping,
    });
    return {
      poster,
      confirmer,
      loop,
      stop: () => {
        stopping = true;
      },
    };
  }

  const own = start();

  async function setSettings(values: Partial<typeof userSettings.$inferInsert>): Promise<void> {
    const now = clock.now();
    await db
      .insert(userSettings)
      .values({ id: 1, createdAt: now, updatedAt: now, ...values })
      .onConflictDoUpdate({ target: userSettings.id, set: values });
  }

  return {
    ...own,
    restarted: start,
    /** Lets time pass as the loop sees it, in steps of at most a minute. */
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= minute) {
        clock.advance(Math.min(left, minute));
        await own.loop.tick();
      }
    },
    /** A long time in which the loop ran, without its every tick. */
    ranFor: async (ms: number) => {
      clock.advance(ms);
      await setSettings({ loopSeenAt: clock.now() });
      await own.loop.tick();
    },
    remote,
    quota,
    account,
    hold: repository.hold,
    /** What open pages were told to refresh since this was last asked. */
    told: () => told.splice(0).filter((resources) => !resources.includes('quota')),
    refreshed,
    blocked,
    markedOff,
    setSettings,
    /** An approved comment; with `dueInMs` it is scheduled. */
    approved: async (
      options: {
        dueInMs?: number;
        content?: string;
        channelId?: string;
        commentsOff?: boolean;
        available?: boolean;
      } = {},
    ) => {
      const { content, dueInMs, ...video } = options;
      const { id: videoId } = await makeVideo(db, video);
      const comment = await makeComment(db, {
        videoId,
        status: 'approved',
        reviewedAt: clock.now(),
        ...(content && { content }),
      });
      const due = dueInMs === undefined ? null : new Date(clock.now().getTime() + dueInMs);
      await makeQueueItem(db, {
        commentId: comment.id,
        scheduledFor: due,
        dueAt: due,
        autoPost: due !== null,
        createdAt: clock.now(),
      });
      return comment;
    },
    /** What the database says of a comment now. */
    state: async (commentId: number) => {
      const [comment] = await db.select().from(comments).where(eq(comments.id, commentId));
      const [queueItem] = await db.select().from(queueItems).where(eq(queueItems.commentId, commentId));
      const attempts = await db
        .select()
        .from(postAttempts)
        .where(eq(postAttempts.commentId, commentId))
        .orderBy(postAttempts.id);
      if (!comment) throw new Error('The comment is gone.');
      return { comment, queueItem: queueItem ?? null, attempts };
    },
  };
}

export type PublishingFixture = ReturnType<typeof publishingFixture>;

export interface TestPublishing extends TestDatabase {
  readonly clock: FakeClock;
  readonly publishing: PublishingFixture;
}

/**
 * Publishing for the tests of a file, new for each of them, whose loop has looked once already: what they try is not
 * its first look. Call it at the top of the file and read its fields inside the tests.
 */
export function testPublishing(): TestPublishing {
  const test = testDatabase();
  let current: { clock: FakeClock; publishing: PublishingFixture } | null = null;
  beforeEach(async () => {
    const clock = fakeClock();
    const publishing = publishingFixture(test.db, clock);
    await publishing.loop.tick();
    current = { clock, publishing };
  });
  const made = () => {
    if (!current) throw new Error('Publishing is there only while tests and their hooks run.');
    return current;
  };
  return {
    get database() {
      return test.database;
    },
    get db() {
      return test.db;
    },
    get clock() {
      return made().clock;
    },
    get publishing() {
      return made().publishing;
    },
  };
}
