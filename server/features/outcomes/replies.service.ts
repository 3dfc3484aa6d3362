import { comesFirst, type ReplyState } from '#shared/contracts/replies.ts';
import type { ReplyListQuery } from '#shared/contracts/requests.ts';
import { sharedRun } from '../../core/clock.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import { readFailure } from '../../core/youtube-failures.ts';
import { type Thread, YouTubeError } from '../../providers/youtube/youtube.ts';
import { youtubeUrl } from '../comments/comment.view.ts';
import { list } from '../comments/lists.service.ts';
import type { OutcomeReads } from './outcome-reads.service.ts';
import type { RepliesRepository } from './replies.repository.ts';
import type { ReplyReadingRepository } from './reply-reading.repository.ts';
import { createReplyReading, renewAgeMs } from './reply-reading.ts';

interface Deps extends ClockAndEvents {
  repository: RepliesRepository;
  readingRepository: ReplyReadingRepository;
  reads: Pick<OutcomeReads, 'asAnyone' | 'readThreads' | 'setAside'>;
}

const dayMs = 86_400_000;
const refreshedMs = 30 * dayMs;
/** YouTube's data is deleted on day 29 unless it was read again (rule 13.10). */
const keptMs = 29 * dayMs;

/** The inbox: lists strangers' replies and keeps them up to date. */
export function createRepliesService({
  repository,
  readingRepository,
  reads,
  events,
  clock,
}: Deps) {
  const reading = createReplyReading({
    repository: readingRepository,
    reads,
    events,
    clock,
  });
  const refreshing = sharedRun<{ added: number; asOf: string }>();

  const ago = (ms: number) => new Date(clock.now().getTime() - ms);

  async function refresh(): Promise<{ added: number; asOf: string }> {
    const now = clock.now();
    const recent = await readingRepository.recentThreads(ago(refreshedMs), now);
    const added = await reading.read(recent).catch((error) => {
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
    list({ state: states, questions, byCreator, scheduled, ...query }: ReplyListQuery) {
      const which = {
        states,
        isQuestion: questions !== undefined,
        byCreator: byCreator !== undefined,
        hasScheduledAnswer: scheduled === undefined ? undefined : scheduled === 'true',
      };
      return list(
        { ...query, sort: 'replies' },
        {
          count: () => repository.count(which),
          read: async (slice) =>
            (await repository.list({ ...which, ...slice })).map(presented),
          keyOf: (reply) => [
            comesFirst(reply) ? 1 : 0,
            reply.publishedAt.toISOString(),
            reply.id,
          ],
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
      await reading.store(threads).catch(ignoreFailure);
    },

    /**
     * Reads all threads of the last 30 days. Concurrent requests share one run. Throws
     * AppErrors.
     */
    refresh: () => refreshing(undefined, refresh),

    /**
     * Reads old texts again, and deletes those that could not be read in time (rule
     * 13.10).
     */
    async renew(): Promise<void> {
      const threads = await readingRepository.threadsToRenew(
        ago(renewAgeMs),
        clock.now(),
      );
      await reading.read(threads).catch(ignoreFailure);
      if ((await readingRepository.forget(ago(keptMs))) > 0) events.changed('replies');
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
    youtubeUrl:
      comment.youtubeCommentId && youtubeUrl(video.youtubeId, comment.youtubeCommentId),
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

export type RepliesService = ReturnType<typeof createRepliesService>;

/**
 * Ignores failures of YouTube, because unread replies are read the next time their thread
 * is.
 */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof AppError || error instanceof YouTubeError)) throw error;
}
