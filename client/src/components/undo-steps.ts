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

/** A post cannot be undone, and neither can the steps before it. */
type Post = { readonly isPost: true };

const isStep = (entry: Step | Post): entry is Step => !('isPost' in entry);

/** What was done and can be taken back, the last first. */
export function createUndoStack() {
  let entries: (Step | Post)[] = [];
  const steps = () => entries.filter(isStep);
  return {
    push(step: Step): void {
      entries = [...entries, step];
    },
    /** The steps that come before a running post. */
    outOfReach(): ReadonlySet<Step> {
      const last = entries.findLastIndex((entry) => !isStep(entry));
      return new Set(entries.slice(0, Math.max(0, last)).filter(isStep));
    },
    /** Removes and returns this step, or the last one. Returns undefined if it is out of reach now, or was before. */
    take(step: Step | undefined, wasOutOfReach: ReadonlySet<Step>): Step | undefined {
      const found = step ?? entries.findLast(isStep);
      if (!found || !entries.includes(found)) return undefined;
      if (wasOutOfReach.has(found) || this.outOfReach().has(found)) return undefined;
      entries = entries.filter((entry) => entry !== found);
      return found;
    },
    /** After an undo the comment is again as the step before had left it, but its revision is newer. */
    rebase({ commentId, from }: Change, revision: number): void {
      for (const each of steps().flatMap(({ changes }) => changes))
        if (each.commentId === commentId && each.left.revision === from) each.left.revision = revision;
    },
    /**
     * Begins a post: from its press on, the steps before it can no longer be undone. Call the returned function when the
     * post ends; if nothing was sent, the steps before it can be undone again.
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
