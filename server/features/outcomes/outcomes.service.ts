import type { OutcomeCounts, OutcomesSummary } from '#shared/contracts/comments.ts';
import { shortened } from '#shared/rules/cut-text.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { readFailure } from '../../core/youtube-failures.ts';
import { type Thread, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { CommentView } from '../comments/comment.view.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { QuotaService, ReadsHold } from '../quota/quota.service.ts';
import { type OutcomeReads, threadsPerCall } from './outcome-reads.service.ts';
import {
  afterLook,
  confirmsMiss,
  type Figures,
  knownFigures,
  leftForOthers,
  nextFiguresAt,
  type Sight,
  youngMs,
} from './outcomes.rules.ts';
import type {
  PostedComment,
  PostedCommentsRepository,
  ReadFigures,
} from './posted-comments.repository.ts';
import type { Look } from './visibility-check.ts';

interface Deps {
  repository: PostedCommentsRepository;
  look: Look;
  reads: Pick<OutcomeReads, 'readThreads'>;
  quota: Pick<QuotaService, 'outcomesLeft'>;
  /** Stores strangers' replies in these threads. */
  onThreads: (threads: readonly Thread[]) => Promise<void>;
  review: Pick<ReviewService, 'comment'>;
  hold: ReadsHold;
  events: Pick<Events, 'changed'>;
  clock: Clock;
  isStopping: () => boolean;
}

const looksPerTick = 20;
const figureCallsPerTick = 4;
const weekMs = 7 * 86_400_000;
/** The text of the newest comment on a channel is cut after this many characters. */
const lastContentLimit = 300;

/** Reads the likes and replies of posted comments. */
function createFiguresReader({
  repository,
  reads,
  quota,
  onThreads,
  events,
  clock,
}: Deps) {
  async function recordFigures(
    asked: readonly PostedComment[],
    threads: readonly Thread[],
  ): Promise<void> {
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

  async function readFigures(asked: readonly PostedComment[]): Promise<void> {
    const answers = asked.filter(({ replyId }) => replyId !== null);
    if (answers.length > 0) await recordFigures(answers, []);
    const topLevel = asked.filter(({ replyId }) => replyId === null);
    const all = topLevel.map(({ youtubeCommentId }) => youtubeCommentId);
    for await (const { ids, threads } of reads.readThreads(all))
      await recordFigures(
        topLevel.filter(({ youtubeCommentId }) => ids.includes(youtubeCommentId)),
        threads,
      );
  }

  /**
   * Reads the likes and replies of up to 50 comments in one call. Returns false if none
   * is due or units are short (rule 13.6).
   */
  async function readDueFigures(): Promise<boolean> {
    const now = clock.now();
    const left = await quota.outcomesLeft();
    if (left <= leftForOthers.youngFigures) return false;
    const youngSince =
      left > leftForOthers.oldFigures ? undefined : new Date(now.getTime() - youngMs);
    const due = await repository.dueFigures(now, threadsPerCall, youngSince);
    if (due.length > 0) await readFigures(due);
    return due.length > 0;
  }

  return { readFigures, readDueFigures };
}

/** Finds out what became of posted comments (part 13 of the product rules). */
export function createOutcomesService(deps: Deps) {
  const { repository, look, review, hold, events, clock, isStopping } = deps;
  const { readFigures, readDueFigures } = createFiguresReader(deps);

  /**
   * Checks who can see the comment, and stores the result. Without an answer from YouTube
   * the check is repeated later, or, with `mustSee`, an error is thrown and nothing
   * changes.
   */
  async function lookAt(
    comment: PostedComment,
    { mustSee }: { mustSee: boolean },
  ): Promise<Sight> {
    const sight = await look(comment, confirmsMiss(comment, clock.now()));
    if (mustSee && sight.kind === 'no_answer') throw noAnswer();
    const now = clock.now();
    const { id } = comment;
    const before = await repository.recordLook(id, (current) => {
      const isOther = isOfOtherChannel(comment) || isOfOtherChannel(current);
      return afterLook(current, isOther ? asStrangersSee(sight) : sight, now);
    });
    if (before && sight.kind !== 'no_answer')
      events.changed({ comment: id }, 'analytics');
    return sight;
  }

  /**
   * Postpones a check that failed with an unexpected error, so that other comments get
   * their turn.
   */
  async function putOff({ id }: PostedComment): Promise<void> {
    const now = clock.now();
    await repository.recordLook(id, (current) =>
      afterLook(current, { kind: 'no_answer' }, now),
    );
  }

  /**
   * Checks one comment. Adds an unexpected error to `unexpected`, postpones the check and
   * returns null.
   */
  async function lookOrPutOff(
    comment: PostedComment,
    unexpected: unknown[],
  ): Promise<Sight | null> {
    try {
      return await lookAt(comment, { mustSee: false });
    } catch (error) {
      if (isForeseen(error)) throw error;
      unexpected.push(error);
      await putOff(comment);
      return null;
    }
  }

  /**
   * Makes the visibility checks that are due. Returns false if YouTube did not answer.
   */
  async function makeDueLooks(): Promise<boolean> {
    const unexpected: unknown[] = [];
    for (const comment of await repository.dueLooks(clock.now(), looksPerTick)) {
      if (isStopping()) return true;
      const sight = await lookOrPutOff(comment, unexpected);
      const isUnanswered = sight?.kind === 'no_answer' && sight.reason === undefined;
      if (isUnanswered) return false;
    }
    if (unexpected.length > 0)
      throw new Error('A comment could not be looked at.', { cause: unexpected[0] });
    return true;
  }

  /**
   * Makes the visibility checks that are due, then reads likes and replies (rule 13.6).
   * Returns false if YouTube did not answer.
   */
  async function readDue(): Promise<boolean> {
    if (!(await makeDueLooks())) return false;
    for (let calls = 0; calls < figureCallsPerTick && !isStopping(); calls += 1)
      if (!(await readDueFigures())) break;
    return true;
  }

  return {
    /** Missing units or a missing sign-in are no errors: what is due is read later. */
    async tick(): Promise<void> {
      const now = clock.now();
      if (hold.isOn() || !(await repository.isAnyDue(now))) return;
      try {
        if (await readDue()) hold.lift();
        else hold.begin();
      } catch (error) {
        if (!isForeseen(error)) throw error;
        // Running out of this feature's own quota share must not pause other features.
        if (error instanceof YouTubeError || error.code !== 'quota_spent') hold.begin();
      }
    },

    summary: (): Promise<OutcomesSummary> =>
      repository.summary(new Date(clock.now().getTime() - weekMs)),

    counts: (): Promise<OutcomeCounts> => repository.outcomeCounts(),

    /**
     * Returns the relations with the channels of these videos. Channels without comments
     * are left out.
     */
    async relations(videoIds: readonly number[]) {
      const found = await repository.relations(videoIds);
      return found.map(({ lastPostedAt, lastContent, ...relation }) => ({
        ...relation,
        last: {
          postedAt: lastPostedAt,
          content: shortened(lastContent, lastContentLimit),
        },
      }));
    },

    async check(id: number): Promise<CommentView> {
      const comment = await repository.find(id);
      if (!comment) throw notToBeChecked(await review.comment(id));
      try {
        await lookAt(comment, { mustSee: true });
        const current = await repository.find(id);
        if (current) await readFigures([current]);
      } catch (error) {
        throw error instanceof YouTubeError ? readFailure(error) : error;
      }
      return review.comment(id);
    },
  };
}

export type OutcomesService = ReturnType<typeof createOutcomesService>;

const isForeseen = (error: unknown): error is AppError | YouTubeError =>
  error instanceof AppError || error instanceof YouTubeError;

const noAnswer = () =>
  new AppError(
    503,
    'youtube_unavailable',
    'YouTube gave no answer. Nothing was changed; try again in a few minutes.',
  );

const isOfOtherChannel = ({ postedAs }: PostedComment) =>
  postedAs !== null && !postedAs.isConnected;

/**
 * A comment that the connected channel does not see may still be visible to the channel
 * that posted it.
 */
function asStrangersSee(sight: Sight): Sight {
  const isByOwner = sight.kind === 'seen' && sight.by !== 'everyone';
  return isByOwner ? { kind: 'unknown', reason: 'other_channel' } : sight;
}

function notToBeChecked({ comment }: CommentView): AppError {
  if (comment.status !== 'posted')
    return conflict(
      'status_conflict',
      'Only a posted comment can be checked. This one was not posted.',
    );
  if (comment.visibilityReason === 'gone_with_comment')
    return conflict(
      'status_conflict',
      'YouTube deleted it together with the comment that you withdrew. There is nothing left to check.',
    );
  if (comment.withdrawnAt !== null)
    return conflict(
      'status_conflict',
      'You withdrew this comment. There is nothing left to check.',
    );
  return notFound('This comment on YouTube');
}

/**
 * Returns the like and reply counts to store. They stay unchanged if YouTube did not
 * return the thread.
 */
function figuresOf(
  comment: PostedComment,
  thread: Thread | undefined,
  now: Date,
): ReadFigures {
  const figures = knownFigures(comment, thread ?? { likeCount: null, replyCount: null });
  const next = nextFiguresAt(comment, isOther(comment, figures), now);
  return {
    id: comment.id,
    ...figures,
    checkedAt: thread ? now : null,
    // An answer is not a thread of its own, so its counts cannot be read.
    nextFiguresAt: comment.replyId === null ? next : null,
  };
}

const isOther = (before: Figures, { likeCount, replyCount }: Figures): boolean =>
  before.likeCount !== likeCount || before.replyCount !== replyCount;
