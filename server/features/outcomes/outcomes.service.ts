import type { OutcomeCounts, OutcomesSummary } from '#shared/contracts/comments.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError, conflict, notFound } from '../../core/errors.ts';
import { YouTubeError } from '../../providers/youtube/youtube.ts';
import type { CommentView } from '../comments/comment.view.ts';
import type { ReviewService } from '../comments/review.service.ts';
import type { ReadsHold } from '../quota/quota.service.ts';
import { readFailure } from '../videos/video.rules.ts';
import type { EngagementService } from './engagement.service.ts';
import type { PostedCommentsRepository } from './posted-comments.repository.ts';
import type { LooksService } from './visibility-check.ts';

interface Deps {
  repository: Pick<PostedCommentsRepository, 'isAnyDue' | 'find' | 'dueLooks' | 'summary' | 'outcomeCounts'>;
  looks: LooksService;
  figures: EngagementService;
  review: Pick<ReviewService, 'comment'>;
  hold: ReadsHold;
  clock: Clock;
  isStopping: () => boolean;
}

const looksPerTick = 20;
const figureCallsPerTick = 4;
const weekMs = 7 * 86_400_000;

/** Reads what became of posted comments (part 13 of the product rules). */
export function createOutcomesService(deps: Deps) {
  const { repository, looks, figures, review, hold, clock, isStopping } = deps;
  /** The most urgent first (rule 13.6). False if YouTube gave no answer. */
  async function readDue(): Promise<boolean> {
    for (const comment of await repository.dueLooks(clock.now(), looksPerTick)) {
      if (isStopping()) return true;
      if (!(await looks.lookAt(comment))) return false;
    }
    for (let calls = 0; calls < figureCallsPerTick && !isStopping(); calls += 1)
      if (!(await figures.readDue())) break;
    return true;
  }

  return {
    /** Being out of units or signed out is no error: what is due waits. */
    async tick(): Promise<void> {
      const now = clock.now();
      if (hold.isOn() || !(await repository.isAnyDue(now))) return;
      try {
        if (await readDue()) hold.lift();
        else hold.begin();
      } catch (error) {
        if (!(error instanceof AppError || error instanceof YouTubeError)) throw error;
        hold.begin();
      }
    },

    summary: (): Promise<OutcomesSummary> => repository.summary(new Date(clock.now().getTime() - weekMs)),

    counts: (): Promise<OutcomeCounts> => repository.outcomeCounts(),

    async check(id: number): Promise<CommentView> {
      const comment = await repository.find(id);
      if (!comment) throw notToBeChecked(await review.comment(id));
      try {
        await looks.lookOnRequest(comment);
        const current = await repository.find(id);
        if (current) await figures.read([current]);
      } catch (error) {
        throw error instanceof YouTubeError ? readFailure(error) : error;
      }
      return review.comment(id);
    },
  };
}

export type OutcomesService = ReturnType<typeof createOutcomesService>;

function notToBeChecked({ comment }: CommentView): AppError {
  if (comment.status !== 'posted')
    return conflict('status_conflict', 'Only a posted comment can be checked. This one was not posted.');
  if (comment.visibilityReason === 'gone_with_comment')
    return conflict(
      'status_conflict',
      'It went with the comment that you withdrew. There is nothing left to check.',
    );
  if (comment.withdrawnAt !== null)
    return conflict('status_conflict', 'You withdrew this comment. There is nothing left to check.');
  return notFound('This comment on YouTube');
}
