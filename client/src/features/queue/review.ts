import type { QueryClient } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import { patchComment, updateComment } from '../../api/comments.ts';
import { errorText } from '../../api/error-text.ts';
import { postNow } from '../../api/posting.ts';
import {
  patchQueueItem,
  queueQuery,
  refreshQueue,
  removeQueueItem,
  scheduleQueueItem,
} from '../../api/queue.ts';
import { leftAs, restoreQueueItem } from '../../api/restore-queue-item.ts';
import { newerComment, sendGuarded } from '../../api/revision-conflict.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import { type Change, createUndoStack, type Step } from './undo.ts';
import { createUnsavedEdits, isConflicting } from './unsaved-edits.ts';

export type Decision = 'approved' | 'rejected' | 'pending';

/** Parallel requests of one bulk action (rule 12.3). */
export const AT_ONCE = 6;
const CHOOSE_FIRST = 'This comment was changed elsewhere. Compare both texts and choose one.';

/**
 * Changes queue items. Lists change at once and roll back on failure; every method rejects with the reason.
 * The caller refreshes the lists, once per action.
 */
export function createReview(client: QueryClient) {
  const edits = createUnsavedEdits();
  const undoStack = createUndoStack();
  /** Comments opened on this page. */
  const opened = new Set<number>();
  /** A step changes the whole list, so it waits until a long queue is loaded. */
  const whole = () => client.ensureQueryData(queueQuery);
  /** Steps for one comment run in order: each needs the revision that the one before made. */
  const lanes = new Map<number, Promise<unknown>>();

  function inLane<Result>(commentId: number, step: () => Promise<Result>): Promise<Result> {
    const before = lanes.get(commentId) ?? Promise.resolve();
    const result = before
      .catch(() => {})
      .then(whole)
      .then(step);
    lanes.set(commentId, result);
    return result;
  }

  /** Resolves when no step is running: the last one is then in the undo history. */
  async function settled(): Promise<void> {
    const steps = [...lanes.values()];
    await Promise.allSettled(steps);
    if ([...lanes.values()].some((step) => !steps.includes(step))) await settled();
  }

  function itemOf(commentId: number): QueueItem {
    const items = client.getQueryData<QueueItem[]>(queueQuery.queryKey);
    const item = items?.find((each) => each.commentId === commentId);
    if (!item) throw new Error('This comment is no longer in the queue.');
    return item;
  }

  /** A request under way would bring back the list before the change. */
  const holdRefreshes = () => client.cancelQueries({ queryKey: queueQuery.queryKey });

  async function save(commentId: number): Promise<void> {
    const { comment } = itemOf(commentId);
    const edit = edits.of(commentId);
    // An unconfirmed comment takes no new text: Retry comes first, and the edit stays in the editor.
    if (!edit || edit.text === comment.content || isUnconfirmed(comment)) return;
    if (isConflicting(edit, comment)) throw new Error(CHOOSE_FIRST);
    const saved = await sendGuarded(client, comment, (revision) =>
      updateComment(commentId, { content: edit.text, revision }),
    );
    patchComment(client, commentId, saved);
    // Keep what was typed while it was being saved.
    edits.rebase(saved);
  }

  async function decide(commentId: number, status: Decision, confirmMayBeHeld: boolean) {
    const before = itemOf(commentId);
    await holdRefreshes();
    patchComment(client, commentId, { status });
    try {
      const answer = await sendGuarded(client, before.comment, (revision) =>
        updateComment(commentId, { status, revision, ...(confirmMayBeHeld && { confirmMayBeHeld }) }),
      );
      patchComment(client, commentId, answer);
      return { before, left: leftAs({ ...before, comment: answer }), answer };
    } catch (error) {
      if (!newerComment(error)) patchComment(client, commentId, { status: before.comment.status });
      throw error;
    }
  }

  async function post(commentId: number, underHold: boolean): Promise<Comment> {
    await holdRefreshes();
    const answer = await postNow(client, itemOf(commentId).comment, underHold);
    undoStack.forget(commentId);
    edits.drop(commentId);
    return answer;
  }

  async function schedule(commentId: number, at: Date): Promise<Change> {
    const before = itemOf(commentId);
    const item = await scheduleQueueItem(before.id, at.toISOString());
    await holdRefreshes();
    patchQueueItem(client, item.id, item);
    return { before, left: leftAs(item) };
  }

  async function remove(item: QueueItem): Promise<Change> {
    await holdRefreshes();
    await removeQueueItem(client, item.id);
    return { before: item, left: null };
  }

  return {
    edits,
    opened,
    refresh: () => refreshQueue(client),
    remember(what: string, changes: readonly Change[]): Step {
      const step = { what, changes };
      undoStack.push(step);
      return step;
    },

    save: (id: number) => inLane(id, () => save(id)),
    /** Also returns the server's answer: Retry may find the comment posted. */
    decide: (id: number, status: Decision, confirmMayBeHeld = false) =>
      inLane(id, () => decide(id, status, confirmMayBeHeld)),
    schedule: (id: number, at: Date) => inLane(id, () => schedule(id, at)),
    remove: (item: QueueItem) => inLane(item.commentId, () => remove(item)),
    post: (id: number, underHold = false) => inLane(id, () => post(id, underHold)),

    /** Undoes this step or the newest; returns null if there is none. */
    async undo(which?: Step): Promise<Step | null> {
      await settled();
      const step = undoStack.take(which);
      if (!step) return null;
      const outcomes = await inParallel(step.changes, AT_ONCE, ({ before, left }) =>
        inLane(before.commentId, () => restoreQueueItem(client, before, left, new Date())),
      );
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      if (failed.length === 0) return step;
      if (outcomes.length === 1) throw failed[0]?.reason;
      const reason = errorText(failed[0]?.reason, '');
      throw new Error(
        `${outcomes.length - failed.length} of ${outcomes.length} were undone. ${reason}`.trim(),
      );
    },
  };
}

export type Review = ReturnType<typeof createReview>;
