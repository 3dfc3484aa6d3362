import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import { vouch } from '../api/drafts.ts';
import { ApiError, errorText, toastFailure } from '../api/http.ts';
import { inBulk } from '../api/lists.ts';
import { refreshFigures, refreshRows } from '../api/live.ts';
import { announcePost, announcePosted, type HeldPost } from '../api/posting.ts';
import { queueList } from '../api/queue.ts';
import { type Change, changeOf, createReviewVerbs, type Decision, leftAs } from '../api/review-verbs.ts';
import { formatNumber } from '../lib/formats.ts';
import { inParallel } from '../lib/in-parallel.ts';
import { toast } from '../lib/toast.ts';
import { CHOOSE_FIRST, createUnsavedEdits, isConflicting } from './comment-editor.tsx';

const LIMIT = 50;

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

/** Parallel requests of one bulk action (rule 12.3). */
export const AT_ONCE = 6;

/** What one visit of the Review Queue knows: unsaved edits, opened comments and steps to undo. */
function createReview(client: QueryClient) {
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

const DECIDED: Record<Decision, { title: string; done: string }> = {
  approved: { title: 'Comment Approved', done: 'approved' },
  rejected: { title: 'Comment Rejected', done: 'rejected' },
  pending: { title: 'Comment Updated', done: 'moved to review' },
};

interface Retried {
  item: QueueRow;
  why: string;
}

interface Questions {
  /** The comment may already be on YouTube. */
  retry: (asked: Retried) => void;
  /** Posting is on hold. */
  tryUnderHold: (held: HeldPost) => void;
}

function createActions(client: QueryClient, review: Review, ask: Questions) {
  const { verbs } = review;

  /** Returns the first comment that was restored. */
  async function undo(which?: Step): Promise<number | null> {
    try {
      const step = await review.undo(which);
      toast({ title: step ? `Undid: ${stepName(step)}` : 'Nothing to undo' });
      return step?.changes[0]?.commentId ?? null;
    } catch (error) {
      toastFailure('Undo Failed', error, 'Failed to update comment');
      return null;
    }
  }

  /** Adds an undo step and returns the toast's action for it. */
  function undoable(what: string, ...changes: Change[]) {
    const step = review.remember(what, changes);
    return { label: 'Undo (U)', onAction: () => void undo(step) };
  }

  /** Saves an unsaved edit; false if that failed, and then nothing else may follow (rule 12.6). */
  async function saved(id: number): Promise<boolean> {
    try {
      await review.save(id);
      return true;
    } catch (error) {
      toastFailure('Save Failed', error, 'Failed to save comment');
      return false;
    }
  }

  return {
    undo,

    save: (id: number) =>
      review.act(async () => {
        if (await saved(id))
          toast({ title: 'Comment Saved', description: 'Your comment edits have been saved.' });
      }),

    decide: (item: QueueRow, status: Decision, confirmMayBeHeld = false) =>
      review.act(async () => {
        const { commentId, scheduledFor } = item;
        if (!(await saved(commentId))) return;
        try {
          const answer = await verbs.decide(commentId, status, { confirmMayBeHeld });
          // Retry looks on YouTube first and may find the comment there.
          if (answer.status === 'posted') return announcePosted(answer);
          const left = { revision: answer.revision, inQueue: true, scheduledFor };
          toast({
            title: DECIDED[status].title,
            subject: item.comment.video.title,
            description: `Comment has been marked as ${status}.`,
            action: undoable(DECIDED[status].done, changeOf(item, left, answer.revision - 1)),
          });
        } catch (error) {
          if (error instanceof ApiError && error.code === 'unconfirmed')
            ask.retry({ item, why: errorText(error, 'YouTube may have this comment.') });
          else toastFailure('Update Failed', error, 'Failed to update comment');
        }
      }),

    vouch: ({ commentId, comment }: QueueRow, sentence: string) =>
      review.act(async () => {
        if (!(await saved(commentId))) return;
        try {
          await vouch(client, queueList.find(client, commentId)?.comment ?? comment, sentence);
        } catch (error) {
          toastFailure('Update Failed', error, 'Failed to confirm the sentence');
        }
      }),

    remove: (item: QueueRow) =>
      review.act(async () => {
        try {
          const left = await verbs.remove(item);
          toast({
            title: 'Removed from Queue',
            subject: item.comment.video.title,
            description: 'Item has been removed from your review queue.',
            action: undoable('removed', changeOf(item, left)),
          });
        } catch (error) {
          toastFailure('Remove Failed', error, 'Failed to remove from queue');
        }
      }),

    /** Approves the text on the screen first, where that is still to do. */
    post: (comment: CommentRow, underHold = false) =>
      review.act(async () => {
        if (!(await saved(comment.id))) return;
        try {
          if (comment.status === 'pending') await verbs.decide(comment.id, 'approved');
        } catch (error) {
          return toastFailure('Update Failed', error, 'Failed to update comment');
        }
        await announcePost(client, comment, review.post(comment.id, { underHold }), ask.tryUnderHold);
      }),

    /** Approves it first, where that is still to do. Rejects on failure: the dialog shows why and stays open. */
    schedule: (item: QueueRow, at: Date) =>
      review.act(async () => {
        try {
          await review.save(item.commentId);
          const isPending = item.comment.status === 'pending';
          if (isPending) await verbs.decide(item.commentId, 'approved');
          const left = leftAs(await verbs.schedule(item, at));
          toast({
            title: 'Comment Scheduled',
            subject: item.comment.video.title,
            description: 'Comment has been scheduled for posting.',
            action: undoable('scheduled', changeOf(item, left, left.revision - (isPending ? 1 : 0))),
          });
        } catch (error) {
          toastFailure('Scheduling Failed', error, 'Failed to schedule comment');
          throw error;
        }
      }),
  };
}

export type ReviewActions = ReturnType<typeof createActions>;

export function useReviewActions() {
  const client = useQueryClient();
  const [review] = useState(() => createReview(client));
  const [retrying, setRetrying] = useState<Retried | null>(null);
  const [held, setHeld] = useState<HeldPost | null>(null);
  const actions = useMemo(
    () => createActions(client, review, { retry: setRetrying, tryUnderHold: setHeld }),
    [client, review],
  );
  const dismiss = useCallback(() => {
    setRetrying(null);
    setHeld(null);
  }, []);
  return { review, actions, questions: { retrying, held, dismiss } };
}

export type ReviewQuestions = ReturnType<typeof useReviewActions>['questions'];
