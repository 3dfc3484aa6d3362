import type { ReplyListQuery, ReplyState } from '#shared/contracts/replies.ts';
import { sharedRun } from '../../core/clock.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import {
  type ListedReply,
  type ReplyPage,
  type Thread,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import { youtubeUrl } from '../comments/comment.view.ts';
import { list } from '../comments/lists.service.ts';
import { readFailure } from '../videos/video.rules.ts';
import type { OutcomeReads } from './outcome-reads.service.ts';
import type { RepliesRepository } from './replies.repository.ts';
import {
  hasAllReplies,
  type KnownThread,
  keptMs,
  mustReadOn,
  renewAgeMs,
  strangersReplies,
} from './replies.rules.ts';

interface Deps extends ClockAndEvents {
  repository: RepliesRepository;
  reads: Pick<OutcomeReads, 'asAnyone' | 'readThreads' | 'setAside'>;
}

const refreshedMs = 30 * 86_400_000;

/** The inbox: takes in strangers' replies, each once (rule 13.7), and shows them. */
export function createRepliesService({ repository, reads, events, clock }: Deps) {
  const refreshing = sharedRun<{ added: number; asOf: string }>();

  /** Told at once: what a later page costs may be refused. */
  async function take(listed: readonly ListedReply[], known: KnownThread, now: Date): Promise<number> {
    const added = await repository.save(strangersReplies(listed, known, now));
    if (added > 0) events.changed('replies');
    return added;
  }

  async function readOn(known: KnownThread, now: Date): Promise<{ listed: ListedReply[]; added: number }> {
    const listed: ListedReply[] = [];
    let added = 0;
    let pageToken: string | null = null;
    do {
      const from: string | null = pageToken;
      const page: ReplyPage = await reads.asAnyone((youtube, auth) =>
        youtube.listReplies(known.youtubeCommentId, from, auth),
      );
      added += await take(page.replies, known, now);
      listed.push(...page.replies);
      pageToken = page.nextPageToken;
    } while (pageToken !== null);
    return { listed, added };
  }

  async function readThread(thread: Thread, known: KnownThread): Promise<number> {
    const now = clock.now();
    const { replyCount } = thread;
    const seen = new Set(idsOf(thread.replies));
    let added = await take(thread.replies, known, now);
    if (replyCount === null) return added;
    if (!hasAllReplies(thread)) {
      if (!mustReadOn(thread, known, now)) return added;
      // Replies that come and go move the others between two pages, so what is missing may be there.
      for (let pass = 0; pass < 2 && seen.size < replyCount; pass += 1) {
        const rest = await readOn(known, now);
        for (const id of idsOf(rest.listed)) seen.add(id);
        added += rest.added;
      }
    }
    const youtubeReplyIds = [...seen];
    const gone = await repository.finishReading({
      commentId: known.commentId,
      replyCount,
      youtubeReplyIds,
      isWhole: youtubeReplyIds.length === replyCount,
      readAt: now,
      oldBefore: new Date(now.getTime() - renewAgeMs),
    });
    if (gone > 0) events.changed('replies');
    return added;
  }

  /** Returns how many are new. */
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

  async function ask(youtubeCommentIds: readonly string[]): Promise<number> {
    let added = 0;
    for await (const { threads } of reads.readThreads(youtubeCommentIds)) added += await read(threads);
    return added;
  }

  async function refresh(): Promise<{ added: number; asOf: string }> {
    const now = clock.now();
    const recent = await repository.recentThreads(new Date(now.getTime() - refreshedMs), now);
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
    /** Throws AppError 400 for a cursor of another list. */
    list({ state: states, questions, ...query }: ReplyListQuery) {
      const which = { states, isQuestion: questions !== undefined };
      return list(
        { ...query, sort: 'replies' },
        {
          count: () => repository.count(which),
          read: async (slice) => (await repository.list({ ...which, ...slice })).map(presented),
          keyOf: ({ publishedAt, id }) => [publishedAt.toISOString(), id],
        },
      );
    },

    counts: () => repository.counts(),

    /** Throws 409 for an answered reply: its answer is on YouTube. */
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

    /** Asks for all threads of the last 30 days; one run serves all who ask at once. Throws AppError. */
    refresh: () => refreshing(undefined, refresh),

    /** Reads old texts again, and deletes those that could not be (rule 13.10). */
    async renew(): Promise<void> {
      const now = clock.now();
      const old = await repository.threadsToRenew(new Date(now.getTime() - renewAgeMs), now);
      await ask(old).catch(ignoreFailure);
      if ((await repository.forget(new Date(now.getTime() - keptMs))) > 0) events.changed('replies');
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
    isVideoAuthor: false,
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

const idsOf = (replies: readonly ListedReply[]) => replies.map(({ youtubeReplyId }) => youtubeReplyId);

export type RepliesService = ReturnType<typeof createRepliesService>;

/** What is not read now is read when its thread is seen again. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof AppError || error instanceof YouTubeError)) throw error;
}
