import { errorText } from '../api/http.ts';
import { AT_ONCE, type Change, inParallel } from '../api/review-verbs.ts';
import { formatNumber } from '../lib/formats.ts';

export interface Step {
  /** In the past tense: "approved". */
  readonly what: string;
  readonly changes: readonly Change[];
  /** Takes back what is no change of a comment. */
  readonly also?: () => Promise<unknown>;
}

export function stepName({ what, changes, also }: Step): string {
  const [first] = changes;
  if (also) return what;
  return first && changes.length === 1
    ? `${what} "${first.videoTitle}"`
    : `${what} ${formatNumber(changes.length)} comments`;
}

/** What was done and can be taken back, the last first. */
export function createUndoStack() {
  let steps: Step[] = [];
  return {
    push(step: Step): void {
      steps = [...steps, step];
    },
    take(step: Step | undefined = steps.at(-1)): Step | undefined {
      if (!step || !steps.includes(step)) return undefined;
      steps = steps.filter((each) => each !== step);
      return step;
    },
    /** After an undo the comment is again as the step before had left it, but its revision is newer. */
    rebase({ commentId, from }: Change, revision: number): void {
      for (const each of steps.flatMap(({ changes }) => changes))
        if (each.commentId === commentId && each.left.revision === from) each.left.revision = revision;
    },
    /** A posted comment cannot be undone: its earlier steps no longer apply. */
    forget(commentId: number): void {
      const isIt = (change: Change) => change.commentId === commentId;
      steps = steps.flatMap((step) => {
        if (!step.changes.some(isIt)) return step;
        const changes = step.changes.filter((change) => !isIt(change));
        return changes.length > 0 ? { ...step, changes } : [];
      });
    },
  };
}

/** Throws where a change could not be taken back; of several it says how many were. */
export async function takeBack({ changes }: Step, one: (change: Change) => Promise<void>): Promise<void> {
  const outcomes = await inParallel(changes, AT_ONCE, one);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length === 0) return;
  const { length } = outcomes;
  if (length === 1) throw failed[0]?.reason;
  const done = `${formatNumber(length - failed.length)} of ${formatNumber(length)} were undone.`;
  throw new Error(`${done} ${errorText(failed[0]?.reason, '')}`.trim());
}
