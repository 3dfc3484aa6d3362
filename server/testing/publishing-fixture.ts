import { eq } from 'drizzle-orm';
import pino from 'pino';
import { beforeEach } from 'vitest';
import {
  comments,
  googleAccount,
  postAttempts,
  queueItems,
  type userSettings,
} from '#shared/schema.ts';
import type { Change, Events } from '../core/events.ts';
import type { RetryAfter } from '../core/outgoing.ts';
import type { Db } from '../db/database.ts';
import { createAccountRepository } from '../features/auth/account.repository.ts';
import type { Account } from '../features/auth/account.service.ts';
import type { SignInKey } from '../features/auth/auth.rules.ts';
import { createAttemptsRepository } from '../features/publishing/attempts.repository.ts';
import { createConfirmer } from '../features/publishing/confirmer.ts';
import { createDueRepository } from '../features/publishing/due.repository.ts';
import { createPoster } from '../features/publishing/poster.ts';
import { createPostingLoop } from '../features/publishing/posting-loop.ts';
import { postedSince } from '../features/publishing/recent-attempts.repository.ts';
import { createRestoredRepository } from '../features/publishing/restored.repository.ts';
import { createQuotaRepository } from '../features/quota/quota.repository.ts';
import { createQuotaService } from '../features/quota/quota.service.ts';
import {
  type ListedComment,
  type NewComment,
  type NewReply,
  type YouTube,
  YouTubeError,
  type YouTubeFailure,
} from '../providers/youtube/youtube.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { testDatabase } from './database.ts';
import {
  type CommentRow,
  makeComment,
  makeGoogleAccount,
  makeQueueItem,
  makeReply,
  makeVideo,
  setSettings,
} from './factories.ts';

export const ownChannel = 'UCowner00000000000000000';

const minute = 60_000;

interface Refusal {
  kind: YouTubeFailure;
  reason?: string;
  retryAfter?: RetryAfter;
}
type Answer = 'ok' | 'accepted, no answer' | Refusal;
type Written =
  | ({ call: 'reply' } & NewReply)
  | { call: 'change'; youtubeCommentId: string; text: string }
  | { call: 'withdraw'; youtubeCommentId: string };

const aStrangers = { authorName: '@somebody', hasPicture: false, likeCount: 0 };

/**
 * A fake of the YouTube calls that publishing makes. It records what it receives, shows
 * the comments, and gives scripted answers (`ok` if none is left).
 */
function fakeYouTube(clock: FakeClock) {
  const received: NewComment[] = [];
  /** Replies, edits and deletions, in order. */
  const written: Written[] = [];
  const shown: (ListedComment & { youtubeVideoId: string; parentId?: string })[] = [];
  const answers: Answer[] = [];
  /**
   * The answer to every insert once the scripted answers are used up; null accepts the
   * comment.
   */
  const behaviour: { always: ((comment: NewComment) => Refusal | null) | null } = {
    always: null,
  };
  const checkFailures: YouTubeError[] = [];
  let checks = 0;
  let ids = 0;
  const show = (place: { youtubeVideoId: string; parentId?: string }, text: string) => {
    ids += 1;
    const youtubeCommentId = place.parentId ? `${place.parentId}.${ids}` : `Ugz${ids}`;
    const publishedAt = clock.now().toISOString();
    shown.push({
      ...place,
      youtubeCommentId,
      text,
      authorChannelId: ownChannel,
      publishedAt,
    });
    return { youtubeCommentId };
  };
  const indexOf = (youtubeCommentId: string) =>
    shown.findIndex((one) => one.youtubeCommentId === youtubeCommentId);
  /** Carries out the request unless the next scripted answer is a refusal. */
  function take<T>(answer: Answer, effect: () => T): T {
    if (answer === 'ok') return effect();
    if (answer === 'accepted, no answer') {
      effect();
      throw new YouTubeError('unknown', 'timeout', 'shared');
    }
    const { kind, reason = kind, retryAfter } = answer;
    throw new YouTubeError(kind, reason, 'shared', { retryAfter });
  }
  function look(): void {
    checks += 1;
    const failure = checkFailures.shift();
    if (failure) throw failure;
  }
  const youtube = {
    async insertReply(reply) {
      written.push({ call: 'reply', ...reply });
      return take(answers.shift() ?? 'ok', () =>
        show({ youtubeVideoId: '', parentId: reply.parentId }, reply.text),
      );
    },
    async updateComment(change) {
      written.push({ call: 'change', ...change });
      take(answers.shift() ?? 'ok', () => {
        const one = shown[indexOf(change.youtubeCommentId)];
        if (!one) throw new YouTubeError('refused', 'commentNotFound', 'shared');
        one.text = change.text;
      });
    },
    async deleteComment(youtubeCommentId) {
      written.push({ call: 'withdraw', youtubeCommentId });
      take(answers.shift() ?? 'ok', () => {
        const index = indexOf(youtubeCommentId);
        if (index < 0) throw new YouTubeError('refused', 'commentNotFound', 'shared');
        shown.splice(index, 1);
      });
    },
    async readComment(youtubeCommentId) {
      look();
      const text = shown[indexOf(youtubeCommentId)]?.text;
      return text === undefined ? null : { text };
    },
    async listReplies(parentId, pageToken) {
      look();
      const replies = shown
        .filter((one) => one.parentId === parentId)
        .map((one) => ({ ...one, youtubeReplyId: one.youtubeCommentId, ...aStrangers }));
      // At most a hundred replies a page, as YouTube returns them.
      const from = Number(pageToken ?? 0);
      const to = from + 100;
      return {
        replies: replies.slice(from, to),
        nextPageToken: to < replies.length ? String(to) : null,
      };
    },
    async insertComment(comment) {
      received.push(comment);
      const { youtubeVideoId, text } = comment;
      return take(answers.shift() ?? behaviour.always?.(comment) ?? 'ok', () =>
        show({ youtubeVideoId }, text),
      );
    },
    async listRecentComments(youtubeVideoId, since) {
      look();
      const threads = shown
        .filter((one) => one.youtubeVideoId === youtubeVideoId)
        .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt));
      const read = threads.slice(0, 500);
      const reach = since.toISOString();
      const isComplete =
        read.length === threads.length || (read.at(-1)?.publishedAt ?? '') < reach;
      return {
        comments: read.filter(({ publishedAt }) => publishedAt >= reach),
        isComplete,
      };
    },
  } satisfies Partial<YouTube>;
  return {
    youtube,
    received,
    written,
    shown,
    answers,
    behaviour,
    checkFailures,
    checks: () => checks,
  };
}

interface Approved {
  dueInMs?: number;
  content?: string;
  channelId?: string;
  commentsOff?: boolean;
  available?: boolean;
}

/**
 * The complete publishing services with a real database, a fake YouTube and a fake
 * account.
 */
function publishingFixture(db: Db, clock: FakeClock) {
  const told: Change[][] = [];
  const events: Events = {
    changed: (...changes) => void told.push(changes),
    subscribe: () => () => undefined,
  };
  const remote = fakeYouTube(clock);
  const refreshed: string[] = [];
  const blocked: string[] = [];
  const accounts = createAccountRepository(db);
  /** The daily limits that YouTube gives a new project. */
  const quota = createQuotaService({
    repository: createQuotaRepository(db),
    postedSince: (since) => postedSince(db, since),
    limits: { shared: 10_000, search: 100 },
    events,
    clock,
  });
  const account = {
    account: async () => {
      const [row] = await db.select().from(googleAccount);
      return {
        ...row,
        channelId: ownChannel,
        blockedCode: blocked.at(-1) ?? null,
      } as Account;
    },
    accessToken: async () => 'token',
    refreshAccessToken: async (rejected: string) => {
      refreshed.push(rejected);
      return 'token-2';
    },
    block: async (code: string, signIn: SignInKey) => {
      if (await accounts.setBlocked(signIn, code, clock.now())) blocked.push(code);
    },
  };
  const repository = createAttemptsRepository(db);
  const shared = {
    repository,
    dueComments: createDueRepository(db),
    restoredComments: createRestoredRepository(db),
    quota,
    youtube: remote.youtube,
    account,
    events,
    clock,
  };

  /** Creates the services again on the same database, as after a restart of the app. */
  function start() {
    const stopping = new AbortController();
    const poster = createPoster({
      ...shared,
      videos: { markCommentsOff: async () => undefined },
      random: () => 0.5,
      log: pino({ enabled: false }),
    });
    const confirmer = createConfirmer({ ...shared, stopping: stopping.signal });
    const posting = createPostingLoop({
      ...shared,
      poster,
      isStopping: () => stopping.signal.aborted,
      log: pino({ enabled: false }),
    });
    const loop = {
      /** Runs both jobs once: posts what is due, then checks unconfirmed comments. */
      async tick(): Promise<void> {
        await posting.tick();
        await confirmer.checkDue();
      },
    };
    return { poster, confirmer, posting, loop, stop: () => stopping.abort() };
  }

  const own = start();

  /** Puts an approved comment into the queue, and schedules it if `dueInMs` is given. */
  async function approve(
    values: Partial<typeof comments.$inferInsert>,
    dueInMs?: number,
  ) {
    const comment = await makeComment(db, {
      status: 'approved',
      reviewedAt: clock.now(),
      ...values,
    });
    const dueAt =
      dueInMs === undefined ? null : new Date(clock.now().getTime() + dueInMs);
    const autoPost = dueAt !== null;
    const createdAt = clock.now();
    await makeQueueItem(db, {
      commentId: comment.id,
      scheduledFor: dueAt,
      dueAt,
      autoPost,
      createdAt,
    });
    return comment;
  }

  return {
    ...own,
    restarted: start,
    /**
     * Lets time pass in steps of at most a minute, and runs both jobs after each step.
     */
    pass: async (ms: number) => {
      for (let left = ms; left > 0; left -= minute) {
        clock.advance(Math.min(left, minute));
        await own.loop.tick();
      }
    },
    /**
     * Lets a long time pass as if the loop had been running, without running every tick.
     */
    ranFor: async (ms: number) => {
      clock.advance(ms);
      await setSettings(db, { loopSeenAt: clock.now() });
      await own.loop.tick();
    },
    remote,
    quota,
    account,
    hold: repository.hold,
    /** Returns what open pages were told to refresh since the last call. */
    told: () =>
      told
        .splice(0)
        .filter((changes) => changes.length > 0 && !changes.includes('quota')),
    refreshed,
    blocked,
    setSettings: (values: Partial<typeof userSettings.$inferInsert>) =>
      setSettings(db, values),
    /** Creates an approved comment; with `dueInMs` it is scheduled. */
    approved: async ({ content, dueInMs, ...video }: Approved = {}) => {
      const { id: videoId } = await makeVideo(db, video);
      return approve({ videoId, ...(content && { content }) }, dueInMs);
    },
    /** Creates a comment that is posted on YouTube under this id. */
    posted: async (youtubeCommentId = 'Ugz-posted') => {
      const publishedAt = clock.now();
      const { id: videoId, youtubeId: youtubeVideoId } = await makeVideo(db);
      const comment = await makeComment(db, {
        videoId,
        status: 'posted',
        postedAt: publishedAt,
        youtubeCommentId,
      });
      remote.shown.push({
        youtubeCommentId,
        youtubeVideoId,
        text: comment.content,
        authorChannelId: ownChannel,
        publishedAt: publishedAt.toISOString(),
      });
      return comment;
    },
    /** Creates an approved answer to a stranger's reply in the thread Ugz-thread. */
    answer: async ({
      dueInMs,
      parent,
    }: {
      dueInMs: number;
      parent?: Partial<CommentRow>;
    }) => {
      const thread = await makeComment(db, {
        status: 'posted',
        youtubeCommentId: 'Ugz-thread',
        ...parent,
      });
      const reply = await makeReply(db, { commentId: thread.id });
      return approve({ videoId: thread.videoId, replyId: reply.id }, dueInMs);
    },
    state: async (commentId: number) => {
      const [comment] = await db
        .select()
        .from(comments)
        .where(eq(comments.id, commentId));
      const [queueItem] = await db
        .select()
        .from(queueItems)
        .where(eq(queueItems.commentId, commentId));
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

type PublishingFixture = ReturnType<typeof publishingFixture>;

/**
 * Provides a new publishing fixture for each test of a file. Its loop has run once
 * already, so that no test covers the first run by accident. Call it at the top of the
 * file and read its fields inside the tests.
 */
export function testPublishing() {
  const test = testDatabase();
  let clock: FakeClock;
  let publishing: PublishingFixture;
  beforeEach(async () => {
    clock = fakeClock();
    publishing = publishingFixture(test.db, clock);
    await makeGoogleAccount(test.db, { channelId: ownChannel });
    // The tests count in minutes, whatever the default gap is.
    await publishing.setSettings({ minGapSeconds: 60, dailyCap: 50 });
    await publishing.loop.tick();
  });
  return {
    get database() {
      return test.database;
    },
    get db() {
      return test.db;
    },
    get clock() {
      return clock;
    },
    get publishing() {
      return publishing;
    },
  };
}
