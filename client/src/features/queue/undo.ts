import type { Change } from '../../api/review-verbs.ts';
import { formatNumber } from '../../lib/formats.ts';

const LIMIT = 50;

/** A bulk action is one step. */
export interface Step {
  /** In the past tense: "approved". */
  readonly what: string;
  readonly changes: readonly Change[];
}

/** Names one comment by its video, several by their number. */
export function stepName({ what, changes }: Step): string {
  const [first] = changes;
  return first && changes.length === 1
    ? `${what} "${first.videoTitle}"`
    : `${what} ${formatNumber(changes.length)} comments`;
}

export function createUndoStack() {
  let steps: Step[] = [];
  return {
    push(step: Step): void {
      steps = [...steps, step].slice(-LIMIT);
    },
    /** Removes and returns the newest step, or this one if it is still there. */
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
