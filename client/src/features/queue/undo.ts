import type { Before, Left } from '../../api/restore-queue-item.ts';
import { formatNumber } from '../../lib/numbers.ts';

const LIMIT = 50;

export interface Change {
  readonly before: Before;
  readonly left: Left | null;
}

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
    ? `${what} "${first.before.videoTitle}"`
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
    /** A posted comment cannot be undone: its earlier steps no longer apply. */
    forget(commentId: number): void {
      const isIt = ({ before }: Change) => before.commentId === commentId;
      steps = steps.flatMap((step) => {
        if (!step.changes.some(isIt)) return step;
        const changes = step.changes.filter((change) => !isIt(change));
        return changes.length > 0 ? { ...step, changes } : [];
      });
    },
  };
}

export type UndoStack = ReturnType<typeof createUndoStack>;
