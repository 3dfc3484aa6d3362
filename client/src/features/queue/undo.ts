import type { QueueItem } from '#shared/contracts/queue.ts';
import type { Left } from '../../api/restore-queue-item.ts';

/** Taken back step by step, newest first. */
const LIMIT = 50;

/** One item of a step: as it was, and what the step made of it. */
export interface Change {
  readonly before: QueueItem;
  readonly left: Left | null;
}

/** What a bulk action changed is one step. */
export interface Step {
  /** In the past tense, as "approved". */
  readonly what: string;
  readonly changes: readonly Change[];
}

/** Names a step: by the video's title, or by how many comments it changed. */
export function stepName({ what, changes }: Step): string {
  const [first] = changes;
  return first && changes.length === 1
    ? `${what} "${first.before.comment.video.title}"`
    : `${what} ${changes.length} comments`;
}

/** Remembers how items were before they were changed. */
export function createUndoStack() {
  let steps: Step[] = [];
  return {
    push(step: Step): void {
      steps = [...steps, step].slice(-LIMIT);
    },
    /** Takes the newest step, or this one where it is still there. */
    take(step: Step | undefined = steps.at(-1)): Step | undefined {
      if (!step || !steps.includes(step)) return undefined;
      steps = steps.filter((each) => each !== step);
      return step;
    },
    /** What is on YouTube cannot be taken back: steps before it no longer apply. */
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
