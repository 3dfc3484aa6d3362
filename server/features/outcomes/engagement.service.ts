import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import type { Thread } from '../../providers/youtube/youtube.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { type ThreadReads, threadsPerCall } from './outcome-reads.service.ts';
import {
  isNearlyDue,
  knownFigures,
  leftForOthers,
  nextFiguresAt,
  somethingHappened,
  youngMs,
} from './outcomes.rules.ts';
import type { PostedComment, PostedCommentsRepository, ReadFigures } from './posted-comments.repository.ts';

interface Deps {
  repository: Pick<PostedCommentsRepository, 'soonestFigures' | 'recordFigures'>;
  threadReads: Pick<ThreadReads, 'read'>;
  quota: Pick<QuotaService, 'outcomesLeft'>;
  /** Takes in what strangers replied. */
  onThreads: (threads: readonly Thread[]) => Promise<void>;
  events: Pick<Events, 'changed'>;
  clock: Clock;
}

export function createEngagementService(deps: Deps) {
  const { repository, threadReads, quota, onThreads, events, clock } = deps;

  async function record(asked: readonly PostedComment[], threads: readonly Thread[]): Promise<void> {
    const byId = new Map(threads.map((thread) => [thread.youtubeCommentId, thread]));
    const now = clock.now();
    const found = asked.map((comment) => ({
      comment,
      now: figuresOf(comment, byId.get(comment.youtubeCommentId), now),
    }));
    await repository.recordFigures(found.map((each) => each.now));
    const changed = found.filter(({ comment, now: read }) => isOther(comment, read));
    events.changed(...changed.map(({ comment }) => ({ comment: comment.id })));
    if (changed.length > 0) events.changed('analytics');
    await onThreads(threads);
  }

  async function read(asked: readonly PostedComment[]): Promise<void> {
    const answers = asked.filter(({ replyId }) => replyId !== null);
    if (answers.length > 0) await record(answers, []);
    const topLevel = asked.filter(({ replyId }) => replyId === null);
    const all = topLevel.map(({ youtubeCommentId }) => youtubeCommentId);
    for await (const { ids, threads } of threadReads.read(all))
      await record(
        topLevel.filter(({ youtubeCommentId }) => ids.includes(youtubeCommentId)),
        threads,
      );
  }

  return {
    read,

    /** Reads up to 50 comments in one call: those that are due, then others that soon will be. False if none is due. */
    async readDue(): Promise<boolean> {
      const now = clock.now();
      const youngSince = new Date(now.getTime() - youngMs);
      const [young, soonest, left] = await Promise.all([
        repository.soonestFigures(threadsPerCall, youngSince),
        repository.soonestFigures(threadsPerCall),
        quota.outcomesLeft(),
      ]);
      const isDue = ({ nextFiguresAt, postedAt }: PostedComment) => {
        const kept = postedAt >= youngSince ? leftForOthers.youngFigures : leftForOthers.oldFigures;
        return left > kept && nextFiguresAt !== null && nextFiguresAt <= now;
      };
      const candidates = [...new Map([...young, ...soonest].map((each) => [each.id, each])).values()];
      const due = candidates.filter(isDue);
      if (due.length === 0) return false;
      const nearly = candidates.filter((each) => !isDue(each) && isNearlyDue(planOf(each), now));
      await read([...due, ...nearly].slice(0, threadsPerCall));
      return true;
    },
  };
}

export type EngagementService = ReturnType<typeof createEngagementService>;

const planOf = ({ postedAt, outcomesCheckedAt, nextFiguresAt }: PostedComment) => ({
  postedAt,
  checkedAt: outcomesCheckedAt,
  nextFiguresAt,
});

/** A thread that is missing from the answer says nothing of its figures. */
function figuresOf(comment: PostedComment, thread: Thread | undefined, now: Date): ReadFigures {
  const figures = knownFigures(comment, thread ?? { likeCount: null, replyCount: null });
  const next = nextFiguresAt(planOf(comment), somethingHappened(comment, figures), now);
  return {
    id: comment.id,
    likeCount: figures.likeCount,
    replyCount: figures.replyCount,
    checkedAt: thread ? now : null,
    // An answer is no thread of its own.
    nextFiguresAt: comment.replyId === null ? next : null,
  };
}

function isOther(before: PostedComment, { likeCount, replyCount }: ReadFigures): boolean {
  return before.likeCount !== likeCount || before.replyCount !== replyCount;
}
