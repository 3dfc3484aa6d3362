import { errorText } from '../api/http.ts';
import { AT_ONCE, type Change, inParallel } from '../api/review-verbs.ts';
import { formatNumber } from '../lib/formats.ts';

export interface Step {
  /** Names the action in the past tense, such as "approved". */
  readonly what: string;
  readonly changes: readonly Change[];
  /** Undoes the part of the step that is not a change of a comment. */
  readonly also?: () => Promise<unknown>;
}

export function stepName({ what, changes, also }: Step): string {
  const [first] = changes;
  if (also) return what;
  return first && changes.length === 1
    ? `${what} "${first.videoTitle}"`
    : `${what} ${formatNumber(changes.length)} comments`;
}

/** A post cannot be undone, and neither can the steps before it. */
type Post = { readonly isPost: true };

const isStep = (entry: Step | Post): entry is Step => !('isPost' in entry);

/** Creates the stack of steps that can be undone. */
export function createUndoStack() {
  let entries: (Step | Post)[] = [];
  const steps = () => entries.filter(isStep);
  return {
    push(step: Step): void {
      entries = [...entries, step];
    },
    /** Returns the steps before a running post, which cannot be undone. */
    outOfReach(): ReadonlySet<Step> {
      const last = entries.findLastIndex((entry) => !isStep(entry));
      return new Set(entries.slice(0, Math.max(0, last)).filter(isStep));
    },
    /**
     * Removes and returns this step, or the last one. Returns undefined if it cannot be undone now, or could
     * not when the user pressed Undo.
     */
    take(step: Step | undefined, wasOutOfReach: ReadonlySet<Step>): Step | undefined {
      const found = step ?? entries.findLast(isStep);
      if (!found || !entries.includes(found)) return undefined;
      if (wasOutOfReach.has(found) || this.outOfReach().has(found)) return undefined;
      entries = entries.filter((entry) => entry !== found);
      return found;
    },
    /**
     * Updates the step before: after an undo the comment is as that step left it, but has a newer revision.
     */
    rebase({ commentId, from }: Change, revision: number): void {
      for (const each of steps().flatMap(({ changes }) => changes))
        if (each.commentId === commentId && each.left.revision === from) each.left.revision = revision;
    },
    /**
     * Begins a post. From now on, the steps before it cannot be undone. Call the returned function when the
     * post ends: if nothing was sent, they can be undone again.
     */
    beginPost(): (wasSent: boolean) => void {
      const post: Post = { isPost: true };
      entries = [...entries, post];
      return (wasSent) => {
        const at = entries.indexOf(post);
        if (at >= 0) entries = wasSent ? entries.slice(at + 1) : entries.toSpliced(at, 1);
      };
    },
  };
}

/**
 * Undoes all changes of a step.
 * @throws if a change could not be undone. If there were several, the message says how many were undone.
 */
export async function takeBack({ changes }: Step, one: (change: Change) => Promise<void>): Promise<void> {
  const outcomes = await inParallel(changes, AT_ONCE, one);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  if (failed.length === 0) return;
  const { length } = outcomes;
  if (length === 1) throw failed[0]?.reason;
  const done = `${formatNumber(length - failed.length)} of ${formatNumber(length)} were undone.`;
  throw new Error(`${done} ${errorText(failed[0]?.reason, '')}`.trim());
}
