import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import {
  type ListedReply,
  type ReplyPage,
  type Thread,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import type { OutcomeReads } from '../outcomes/outcome-reads.service.ts';
import { readFailure } from '../videos/read-failures.rules.ts';
import type { RepliesRepository } from './replies.repository.ts';
import {
  hasAllReplies,
  type KnownThread,
  keptMs,
  mustReadOn,
  renewAgeMs,
  strangersReplies,
} from './replies.rules.ts';

interface Deps {
  repository: RepliesRepository;
  reads: Pick<OutcomeReads, 'asAnyone'>;
  events: Events;
  clock: Clock;
}

const threadsPerCall = 50;
const refreshedMs = 30 * 86_400_000;

/** Takes in strangers' replies, each once (rule 13.7). */
export function createReplyReading({ repository, reads, events, clock }: Deps) {
  let refreshing: Promise<{ added: number; asOf: string }> | null = null;

  /** Throws only AppErrors. */
  const asked: typeof reads.asAnyone = (request) =>
    reads.asAnyone(request).catch((error) => {
      throw error instanceof YouTubeError ? readFailure(error) : error;
    });

  async function readOn(known: KnownThread, now: Date): Promise<{ listed: ListedReply[]; added: number }> {
    const listed: ListedReply[] = [];
    let added = 0;
    let pageToken: string | null = null;
    do {
      const from: string | null = pageToken;
      const page: ReplyPage = await asked((youtube, auth) =>
        youtube.listReplies(known.youtubeCommentId, from, auth),
      );
      // Saved page by page: what a later page costs may be refused.
      added += await repository.save(strangersReplies(page.replies, known, now));
      listed.push(...page.replies);
      pageToken = page.nextPageToken;
    } while (pageToken !== null);
    return { listed, added };
  }

  async function readThread(thread: Thread, known: KnownThread): Promise<number> {
    const now = clock.now();
    const { replyCount } = thread;
    const seen = new Set(idsOf(thread.replies));
    let added = await repository.save(strangersReplies(thread.replies, known, now));
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
    if (added + gone > 0) events.changed('replies');
    return added;
  }

  /** Returns how many are new. Throws AppError if YouTube cannot be asked on. */
  async function read(threads: readonly Thread[]): Promise<number> {
    const known = await repository.knownThreads(threads.map(({ youtubeCommentId }) => youtubeCommentId));
    const byId = new Map(known.map((thread) => [thread.youtubeCommentId, thread]));
    let added = 0;
    for (const thread of threads) {
      const ours = byId.get(thread.youtubeCommentId);
      if (ours) added += await readThread(thread, ours).catch(noneIfGone);
    }
    return added;
  }

  async function ask(youtubeCommentIds: readonly string[]): Promise<number> {
    let added = 0;
    for (let from = 0; from < youtubeCommentIds.length; from += threadsPerCall) {
      const ids = youtubeCommentIds.slice(from, from + threadsPerCall);
      added += await read(await asked((youtube, auth) => youtube.listThreads(ids, auth)));
    }
    return added;
  }

  async function refresh(): Promise<{ added: number; asOf: string }> {
    const now = clock.now();
    const added = await ask(await repository.recentThreads(new Date(now.getTime() - refreshedMs)));
    return { added, asOf: now.toISOString() };
  }

  return {
    /** What cannot be read now is read when its thread is seen again. */
    async onThreads(threads: readonly Thread[]): Promise<void> {
      await read(threads).catch(ignoreAppError);
    },

    /** Asks for all threads of the last 30 days; one run serves all who ask at once. Throws AppError. */
    refresh(): Promise<{ added: number; asOf: string }> {
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },

    /** Reads old texts again, and deletes those that could not be (rule 13.10). */
    async renew(): Promise<void> {
      const now = clock.now().getTime();
      await ask(await repository.threadsToRenew(new Date(now - renewAgeMs))).catch(ignoreAppError);
      if ((await repository.forget(new Date(now - keptMs))) > 0) events.changed('replies');
    },
  };
}

const idsOf = (replies: readonly ListedReply[]) => replies.map(({ youtubeReplyId }) => youtubeReplyId);

export type ReplyReading = ReturnType<typeof createReplyReading>;

/** The thread was deleted between two calls. */
function noneIfGone(error: unknown): number {
  if (error instanceof AppError && error.code === 'video_not_found') return 0;
  throw error;
}

function ignoreAppError(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}
