import type { QueryClient } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import { patchComment, updateComment } from '../../api/comments.ts';
import { errorText } from '../../api/error-text.ts';
import { sendNow } from '../../api/posting.ts';
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
import { createDrafts, isConflicting } from './drafts.ts';
import { type Change, createUndoStack, type Step } from './undo.ts';

export type Decision = 'approved' | 'rejected' | 'pending';

/** Requests of one bulk action at a time (DESIGN §9). */
export const AT_ONCE = 6;
const CHOOSE_FIRST = 'This comment was changed elsewhere in the meantime. Compare both texts and choose one.';

/**
 * What a person can do with the items of the queue. Lists show it at once and go back where it failed; every
 * method rejects with the reason. Nothing here refreshes the lists: that is the caller's, once per action.
 */
export function createReview(client: QueryClient) {
  const drafts = createDrafts();
  const undoStack = createUndoStack();
  /** The comments that were the open one since the page was opened. */
  const opened = new Set<number>();
  /** While only the head of a long queue is there, a step waits for the rest: it changes the whole list. */
  const whole = () => client.ensureQueryData(queueQuery);
  /** Steps for one comment follow one another, so that each sees the revision the one before it made. */
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

  /** Until no step is on its way: what was done last has then been remembered. */
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

  /** An answer that is still on its way would show the time before the change. */
  const holdRefreshes = () => client.cancelQueries({ queryKey: queueQuery.queryKey });

  async function save(commentId: number): Promise<void> {
    const { comment } = itemOf(commentId);
    const draft = drafts.of(commentId);
    // An unconfirmed comment takes no new text: Retry comes first, and what was typed stays in the editor.
    if (!draft || draft.text === comment.content || isUnconfirmed(comment)) return;
    if (isConflicting(draft, comment)) throw new Error(CHOOSE_FIRST);
    const saved = await sendGuarded(client, comment, (revision) =>
      updateComment(commentId, { content: draft.text, revision }),
    );
    patchComment(client, commentId, saved);
    // Typing may have gone on meanwhile.
    drafts.rebase(saved);
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
    const answer = await sendNow(client, itemOf(commentId).comment, underHold);
    undoStack.forget(commentId);
    drafts.drop(commentId);
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
    drafts,
    opened,
    refresh: () => refreshQueue(client),
    /** Makes one step to undo of these changes. */
    remember(what: string, changes: readonly Change[]): Step {
      const step = { what, changes };
      undoStack.push(step);
      return step;
    },

    /** Stores what was typed, if anything was. */
    save: (id: number) => inLane(id, () => save(id)),
    /** Gives the change, and the server's answer: a Retry may find it posted. */
    decide: (id: number, status: Decision, confirmMayBeHeld = false) =>
      inLane(id, () => decide(id, status, confirmMayBeHeld)),
    schedule: (id: number, at: Date) => inLane(id, () => schedule(id, at)),
    remove: (item: QueueItem) => inLane(item.commentId, () => remove(item)),
    post: (id: number, underHold = false) => inLane(id, () => post(id, underHold)),

    /** Takes this step back, or the newest; gives it, or null where nothing is left. */
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
