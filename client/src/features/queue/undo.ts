import type { QueueItem } from '#shared/contracts/queue.ts';

/** Taken back step by step, newest first. */
const LIMIT = 50;

/** What a bulk action changed is one step. */
type Step = readonly QueueItem[];

/** Remembers how items were before they were changed. */
export function createUndoStack() {
  const steps: Step[] = [];
  return {
    push(...before: QueueItem[]): void {
      steps.push(before);
      if (steps.length > LIMIT) steps.shift();
    },
    pop: (): Step | undefined => steps.pop(),
    /** What is on YouTube cannot be taken back: steps before it no longer apply. */
    forget(commentId: number): void {
      const kept = steps.map((step) => step.filter((item) => item.commentId !== commentId));
      steps.splice(0, steps.length, ...kept.filter((step) => step.length > 0));
    },
  };
}

export type UndoStack = ReturnType<typeof createUndoStack>;
