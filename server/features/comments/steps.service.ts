import type { RefusedStep } from '#shared/contracts/steps.ts';
import { AppError } from '../../core/errors.ts';
import type { Change, ClockAndEvents } from '../../core/events.ts';
import type { ChangedComment } from './comment.view.ts';
import type { CommentsRepository } from './comments.repository.ts';
import type { JournalRepository } from './journal.repository.ts';
import { postedTexts, type ReviewService, type TextsBefore } from './review.service.ts';
import { undoStep } from './steps.rules.ts';

interface Deps extends ClockAndEvents {
  repository: Pick<CommentsRepository, 'undoStep'>;
  journal: JournalRepository;
  review: Pick<ReviewService, 'isOnYouTube'>;
  publishing: TextsBefore;
}

type KnownStep = Awaited<ReturnType<JournalRepository['find']>>[number];

interface UndoneStep {
  /** Id of the step that was undone. */
  id: string;
  view: ChangedComment & { step: string };
}

interface UndoneSteps {
  undone: UndoneStep[];
  refused: RefusedStep[];
}

/**
 * How long a step can be undone. Steps contain no data from YouTube, so rule 3.7 requires
 * no shorter time.
 */
const keptMs = 30 * 86_400_000;

export function createStepsService({
  repository,
  journal,
  review,
  publishing,
  events,
  clock,
}: Deps) {
  async function undoOne(step: KnownStep): Promise<UndoneStep> {
    const { id, commentId, statusBefore, placeBefore } = step;
    // The undo may approve the comment. If it is found on YouTube, it becomes posted and
    // the undo is refused.
    if (statusBefore === 'approved') await review.isOnYouTube(commentId);
    const posted = await postedTexts(
      publishing,
      commentId,
      placeBefore?.scheduledFor ?? null,
    );
    const now = clock.now();
    const view = await repository.undoStep(step, now, (present) =>
      undoStep(present, posted, now),
    );
    if (!view) throw stepGone();
    return { id, view };
  }

  /** Returns the error if the step cannot be undone. */
  async function tryToUndo(step: KnownStep): Promise<UndoneStep | AppError> {
    try {
      return await undoOne(step);
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  return {
    /**
     * Undoes the steps one by one, newest first, and continues if one is refused. If no
     * step could be undone, throws the first error, which lists all of them in `refused`.
     */
    async undo(wanted: readonly string[]): Promise<UndoneSteps> {
      const ids = [...new Set(wanted)];
      const steps = await journal.find(ids);
      const known = new Map(steps.map((step) => [step.id, step]));
      const undone: UndoneStep[] = [];
      const unknown = ids.filter((id) => !known.has(id));
      const errors = new Map<string, AppError>(unknown.map((id) => [id, stepGone()]));
      for (const step of steps) {
        const result = await tryToUndo(step);
        if (result instanceof AppError) errors.set(step.id, result);
        else undone.push(result);
      }
      const changed = undone.map(({ view }): Change => ({ comment: view.comment.id }));
      if (changed.length > 0) events.changed(...changed, 'stats', 'analytics');
      const refused = [...errors].map(([id, error]) =>
        refusalOf(id, known.get(id), error),
      );
      const [first] = errors.values();
      if (undone.length === 0 && first) throw noneUndone(first, refused);
      return { undone, refused };
    },

    forgetOld: (): Promise<void> =>
      journal.deleteOlderThan(new Date(clock.now().getTime() - keptMs)),
  };
}

export type StepsService = ReturnType<typeof createStepsService>;

const stepGone = () =>
  new AppError(
    404,
    'not_found',
    'Nothing was undone: this step is no longer known. Steps can be undone for 30 days, and not after a restore.',
  );

function refusalOf(
  id: string,
  step: KnownStep | undefined,
  { code, message, extra }: AppError,
): RefusedStep {
  const { current } = extra as Pick<RefusedStep, 'current'>;
  return {
    id,
    commentId: step?.commentId ?? null,
    code,
    detail: message,
    ...(current && { current }),
  };
}

function noneUndone(
  { status, code, message, extra }: AppError,
  refused: RefusedStep[],
): AppError {
  const detail =
    refused.length === 1
      ? message
      : `None of the ${refused.length} steps was undone. ${message}`;
  return new AppError(status, code, detail, { ...extra, refused });
}
