import type { QueryClient } from '@tanstack/react-query';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import { takeBackRedraft } from '../api/drafts.ts';
import { errorText } from '../api/http.ts';
import { inBulk, refreshFigures } from '../api/live.ts';
import { AT_ONCE, type Change, createReviewVerbs, inParallel } from '../api/review-verbs.ts';
import { formatNumber } from '../lib/formats.ts';
import { CHOOSE_FIRST, createUnsavedEdits, isConflicting } from './comment-editor.tsx';

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

function createUndoStack() {
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

/** What one visit of the Review Queue knows: unsaved edits, opened comments and steps to undo. */
export function createReview(client: QueryClient, undoKey?: string) {
  const verbs = createReviewVerbs(client);
  const edits = createUnsavedEdits();
  const undoStack = createUndoStack();
  const running = new Set<Promise<unknown>>();
  const decided = new Set<number>();

  async function undoOne(change: Change): Promise<void> {
    const { commentId, before } = change;
    let { left } = change;
    const time = left.scheduledFor && before.scheduledFor;
    if (time && Date.parse(time) <= Date.now())
      throw new Error('The time before has passed. Nothing was undone.');
    if (before.status === 'pending') decided.delete(commentId);
    if (change.isRedraft) {
      const { revision } = await takeBackRedraft(client, commentId, left.revision);
      if (before.status === 'pending') return undoStack.rebase(change, revision);
      left = { ...left, revision };
    }
    undoStack.rebase(change, (await verbs.undo({ ...change, left })).comment.revision);
  }

  return {
    verbs,
    edits,
    undoKey,
    opened: new Set<number>(),
    decided,
    /** Decisions without an answer yet. */
    deciding: new Set<number>(),
    /** Texts that are being written: nothing else may happen to them. */
    writing: new Map<number, AbortController>(),

    /** Runs one action: undo waits for it, and the counts are asked again at its end. */
    act<Result>(work: () => Promise<Result>): Promise<Result> {
      const action = work().finally(() => {
        running.delete(action);
        refreshFigures(client);
      });
      running.add(action);
      return action;
    },

    /** Runs one action on many comments. */
    actOnMany<Result>(work: () => Promise<Result>): Promise<Result> {
      return this.act(() => inBulk(client, work));
    },

    remember(what: string, changes: readonly Change[], also?: Step['also']): Step {
      const step = { what, changes, ...(also && { also }) };
      undoStack.push(step);
      return step;
    },

    async save(commentId: number): Promise<void> {
      if (!edits.of(commentId)) return;
      const saved = await verbs.save(commentId, (comment) => {
        const edit = edits.of(commentId);
        // An unconfirmed comment takes no new text: Retry comes first, and the edit stays in the editor.
        if (!edit || edit.text === comment.content || isUnconfirmed(comment)) return null;
        if (isConflicting(edit, comment)) throw new Error(CHOOSE_FIRST);
        return edit.text;
      });
      // Keep what was typed while it was being saved.
      if (saved) edits.rebase(saved);
    },

    async post(...[comment, underHold]: Parameters<typeof verbs.post>) {
      const answer = await verbs.post(comment, underHold);
      undoStack.forget(comment.id);
      edits.drop(comment.id);
      return answer;
    },

    async undo(which?: Step): Promise<Step | null> {
      while (running.size > 0) await Promise.allSettled(running);
      const step = undoStack.take(which);
      if (!step) return null;
      const outcomes = await this.actOnMany(() => inParallel(step.changes, AT_ONCE, undoOne));
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      if (failed.length === 0) {
        await step.also?.();
        return step;
      }
      const { length } = outcomes;
      if (length === 1) throw failed[0]?.reason;
      const done = `${formatNumber(length - failed.length)} of ${formatNumber(length)} were undone.`;
      throw new Error(`${done} ${errorText(failed[0]?.reason, '')}`.trim());
    },
  };
}

export type Review = ReturnType<typeof createReview>;
