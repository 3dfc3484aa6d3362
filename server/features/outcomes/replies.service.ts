import { comesFirst, type ReplyListQuery, type ReplyState } from '#shared/contracts/replies.ts';
import { beginningOf } from '#shared/rules/cut-text.ts';
import { sharedRun } from '../../core/clock.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import { readFailure } from '../../core/youtube-failures.ts';
import {
  type ListedReply,
  type ReplyPage,
  type Thread,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import { youtubeUrl } from '../comments/comment.view.ts';
import { list } from '../comments/lists.service.ts';
import { storableText } from '../videos/video.rules.ts';
import type { OutcomeReads } from './outcome-reads.service.ts';
import type { KnownThread, RepliesRepository } from './replies.repository.ts';

interface Deps extends ClockAndEvents {
  repository: RepliesRepository;
  reads: Pick<OutcomeReads, 'asAnyone' | 'readThreads' | 'setAside'>;
}

const dayMs = 86_400_000;
const refreshedMs = 30 * dayMs;
/** Two days before the texts must be deleted, because YouTube may be down for a day. */
const renewAgeMs = 27 * dayMs;
/** YouTube's data is deleted on day 29 unless it was read again (rule 13.10). */
const keptMs = 29 * dayMs;

const longestText = 10_000;
const longestName = 200;

/** The inbox: stores strangers' replies, each once (rule 13.7), and lists them. */
export function createRepliesService({ repository, reads, events, clock }: Deps) {
  const refreshing = sharedRun<{ added: number; asOf: string }>();

  const ago = (ms: number) => new Date(clock.now().getTime() - ms);

  /** Returns how many replies are new. */
  async function readThread({ replies, replyCount }: Thread, known: KnownThread): Promise<number> {
    const now = clock.now();
    const seen = new Set<string>();
    let added = 0;
    /**
     * Saves the replies and notifies open pages at once, because the request for a later page may be refused.
     */
    async function take(listed: readonly ListedReply[]): Promise<void> {
      for (const { youtubeReplyId } of listed) seen.add(youtubeReplyId);
      const found = strangersReplies(listed, known, now);
      const saved = await repository.save(found);
      if (saved > 0) events.changed('replies');
      // The comment's row shows a reply by the creator, too.
      if (saved > 0 && found.some(({ byCreator }) => byCreator))
        events.changed('analytics', { comment: known.commentId });
      added += saved;
    }
    async function readOn(): Promise<void> {
      let pageToken: string | null = null;
      do {
        const from: string | null = pageToken;
        const page: ReplyPage = await reads.asAnyone((youtube, auth) =>
          youtube.listReplies(known.youtubeCommentId, from, auth),
        );
        await take(page.replies);
        pageToken = page.nextPageToken;
      } while (pageToken !== null);
    }

    await take(replies);
    if (replyCount === null) return added;
    // The first few replies come with the thread and may be all there are.
    if (seen.size < replyCount) {
      const isOld = known.oldestTextAt !== null && known.oldestTextAt <= ago(renewAgeMs);
      if (replyCount === known.readReplyCount && !isOld) return added;
      // Replies added or deleted during the read shift the others between pages, so a second pass may find
      // the missing ones.
      for (let pass = 0; pass < 2 && seen.size < replyCount; pass += 1) await readOn();
    }
    const gone = await repository.finishReading({
      commentId: known.commentId,
      replyCount,
      youtubeReplyIds: [...seen],
      isWhole: seen.size === replyCount,
      readAt: now,
      oldBefore: ago(renewAgeMs),
    });
    if (gone > 0) events.changed('replies');
    return added;
  }

  async function read(threads: readonly Thread[]): Promise<number> {
    const known = await repository.knownThreads(threads.map(({ youtubeCommentId }) => youtubeCommentId));
    const byId = new Map(known.map((thread) => [thread.youtubeCommentId, thread]));
    let added = 0;
    for (const thread of threads) {
      const ours = byId.get(thread.youtubeCommentId);
      if (!ours) continue;
      try {
        added += await readThread(thread, ours);
      } catch (error) {
        await reads.setAside(thread.youtubeCommentId, error);
      }
    }
    return added;
  }

  /** Stores the counts of the threads, so that the inbox and History show the same ones (rule 13.4). */
  async function keepCounts(threads: readonly Thread[]): Promise<void> {
    const changed = await repository.recordCounts(threads, clock.now());
    events.changed(...changed.map((comment) => ({ comment })));
    if (changed.length > 0) events.changed('analytics');
  }

  async function ask(youtubeCommentIds: readonly string[]): Promise<number> {
    let added = 0;
    for await (const { threads } of reads.readThreads(youtubeCommentIds)) {
      await keepCounts(threads);
      added += await read(threads);
    }
    return added;
  }

  async function refresh(): Promise<{ added: number; asOf: string }> {
    const now = clock.now();
    const recent = await repository.recentThreads(ago(refreshedMs), now);
    const added = await ask(recent).catch((error) => {
      throw error instanceof YouTubeError ? readFailure(error) : error;
    });
    return { added, asOf: now.toISOString() };
  }

  async function found(id: number) {
    const view = await repository.find(id);
    if (!view) throw notFound('This reply');
    return presented(view);
  }

  return {
    /** Throws AppError 400 if the cursor was written for another list. */
    list({ state: states, questions, byCreator, ...query }: ReplyListQuery) {
      const which = { states, isQuestion: questions !== undefined, byCreator: byCreator !== undefined };
      return list(
        { ...query, sort: 'replies' },
        {
          count: () => repository.count(which),
          read: async (slice) => (await repository.list({ ...which, ...slice })).map(presented),
          keyOf: (reply) => [comesFirst(reply) ? 1 : 0, reply.publishedAt.toISOString(), reply.id],
        },
      );
    },

    counts: () => repository.counts(),

    /** Throws 409 for an answered reply, because its answer is on YouTube. */
    async setState(id: number, state: ReplyState) {
      const { state: from } = await found(id);
      if (from === state) return found(id);
      if (from === 'answered')
        throw conflict(
          'status_conflict',
          'You answered this reply. Its answer is on YouTube and in your History.',
        );
      await repository.setState(id, state);
      events.changed('replies');
      return found(id);
    },

    async thread(commentId: number) {
      const thread = await repository.thread(commentId);
      if (!thread) throw notFound('A thread under this comment');
      return presentedThread(thread);
    },

    async onThreads(threads: readonly Thread[]): Promise<void> {
      await read(threads).catch(ignoreFailure);
    },

    /** Reads all threads of the last 30 days. Concurrent requests share one run. Throws AppErrors. */
    refresh: () => refreshing(undefined, refresh),

    /** Reads old texts again, and deletes those that could not be read in time (rule 13.10). */
    async renew(): Promise<void> {
      await ask(await repository.threadsToRenew(ago(renewAgeMs), clock.now())).catch(ignoreFailure);
      if ((await repository.forget(ago(keptMs))) > 0) events.changed('replies');
    },
  };
}

type View = NonNullable<Awaited<ReturnType<RepliesRepository['find']>>>;
type OwnThread = NonNullable<Awaited<ReturnType<RepliesRepository['thread']>>>;

const withPicture = (reply: View['reply'], youtubeId: string) => ({
  ...reply,
  pictureUrl: reply.hasPicture ? youtubeUrl(youtubeId, reply.youtubeReplyId) : null,
});

const presented = ({ reply, comment, video, answer }: View) => ({
  ...withPicture(reply, video.youtubeId),
  youtubeUrl: youtubeUrl(video.youtubeId, reply.youtubeReplyId),
  thread: {
    ...comment,
    youtubeUrl: comment.youtubeCommentId && youtubeUrl(video.youtubeId, comment.youtubeCommentId),
  },
  video,
  answer,
});

function presentedThread({ youtubeId, comment, answers, replies }: OwnThread) {
  const ours = (own: (typeof answers)[number]) => ({
    ...own,
    replyId: null,
    isOurs: true,
    pictureUrl: null,
    byCreator: false,
  });
  const others = replies.map((reply) => ({
    ...withPicture(reply, youtubeId),
    replyId: reply.id,
    isOurs: false,
  }));
  const below = [...others, ...answers.map(ours)].sort(
    (a, b) => a.publishedAt.getTime() - b.publishedAt.getTime(),
  );
  return [ours(comment), ...below];
}

/**
 * Leaves out the owner's own replies. A reply without an author, from a deleted account, is not the owner's.
 */
function strangersReplies(
  listed: readonly ListedReply[],
  { commentId, channelId, ownChannels }: KnownThread,
  now: Date,
) {
  const distinct = new Map(listed.map((reply) => [reply.youtubeReplyId, reply]));
  return [...distinct.values()]
    .filter(({ authorChannelId }) => authorChannelId === null || !ownChannels.includes(authorChannelId))
    .map(({ youtubeReplyId, authorChannelId, authorName, text, hasPicture, likeCount, publishedAt }) => ({
      commentId,
      youtubeReplyId,
      authorChannelId,
      authorName: beginningOf(storableText(authorName), longestName),
      text: beginningOf(storableText(text), longestText),
      hasPicture,
      likeCount,
      byCreator: authorChannelId === channelId,
      publishedAt: new Date(publishedAt),
      fetchedAt: now,
      createdAt: now,
    }));
}

export type RepliesService = ReturnType<typeof createRepliesService>;

/** Ignores failures of YouTube, because unread replies are read the next time their thread is. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof AppError || error instanceof YouTubeError)) throw error;
}
