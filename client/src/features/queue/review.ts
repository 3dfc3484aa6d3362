import type { QueryClient } from '@tanstack/react-query';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import { inBulk } from '../../api/bulk.ts';
import { errorText } from '../../api/error-text.ts';
import { refreshFigures, refreshRows } from '../../api/refresh-changed.ts';
import { type Change, createReviewVerbs } from '../../api/review-verbs.ts';
import { formatNumber } from '../../lib/formats.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import { createUndoStack, type Step } from './undo.ts';
import { createUnsavedEdits, isConflicting } from './unsaved-edits.ts';

/** Parallel requests of one bulk action (rule 12.3). */
export const AT_ONCE = 6;
const CHOOSE_FIRST = 'This comment was changed elsewhere. Compare both texts and choose one.';

/** What one visit of the Review Queue knows: unsaved edits, opened comments and steps to undo. */
export function createReview(client: QueryClient) {
  const verbs = createReviewVerbs(client);
  const edits = createUnsavedEdits();
  const undoStack = createUndoStack();
  const running = new Set<Promise<unknown>>();

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running);
  }

  return {
    verbs,
    edits,
    /** Comments opened on this page. */
    opened: new Set<number>(),

    /** Runs one action: undo waits for it, and the counts are asked again at its end. */
    act<Result>(work: () => Promise<Result>): Promise<Result> {
      const action = work().finally(() => {
        running.delete(action);
        refreshFigures(client);
      });
      running.add(action);
      return action;
    },

    /** Runs an action on many comments, whether they are loaded or not. */
    async actOnMany<Result>(
      targets: readonly { commentId: number }[],
      work: () => Promise<Result>,
    ): Promise<Result> {
      try {
        return await this.act(() => inBulk(client, work));
      } finally {
        refreshRows(client, {
          comments: new Set(targets.map(({ commentId }) => commentId)),
          videos: new Set(),
        });
      }
    },

    remember(what: string, changes: readonly Change[]): Step {
      const step = { what, changes };
      undoStack.push(step);
      return step;
    },

    /** Saves an unsaved edit; returns the saved comment, or null if there was nothing to save. */
    async save(commentId: number): Promise<{ revision: number } | null> {
      if (!edits.of(commentId)) return null;
      let isSent = false;
      const saved = await verbs.save(commentId, (comment) => {
        const edit = edits.of(commentId);
        // An unconfirmed comment takes no new text: Retry comes first, and the edit stays in the editor.
        if (!edit || edit.text === comment.content || isUnconfirmed(comment)) return null;
        if (isConflicting(edit, comment)) throw new Error(CHOOSE_FIRST);
        isSent = true;
        return edit.text;
      });
      // Keep what was typed while it was being saved.
      if (isSent) edits.rebase(saved);
      return saved;
    },

    async post(commentId: number, how: Parameters<typeof verbs.post>[1]) {
      const answer = await verbs.post(commentId, how);
      undoStack.forget(commentId);
      edits.drop(commentId);
      return answer;
    },

    /** Undoes this step or the newest; returns null if there is none. */
    async undo(which?: Step): Promise<Step | null> {
      await settled();
      const step = undoStack.take(which);
      if (!step) return null;
      const undoOne = async (change: Change) =>
        undoStack.rebase(change, (await verbs.undo(change)).comment.revision);
      const outcomes = await this.actOnMany(step.changes, () => inParallel(step.changes, AT_ONCE, undoOne));
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      if (failed.length === 0) return step;
      if (outcomes.length === 1) throw failed[0]?.reason;
      const reason = errorText(failed[0]?.reason, '');
      throw new Error(
        `${formatNumber(outcomes.length - failed.length)} of ${formatNumber(outcomes.length)} were undone. ${reason}`.trim(),
      );
    },
  };
}

export type Review = ReturnType<typeof createReview>;
