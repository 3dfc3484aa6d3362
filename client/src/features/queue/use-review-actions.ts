import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { vouch } from '../../api/drafts.ts';
import { errorText } from '../../api/error-text.ts';
import { ApiError } from '../../api/http.ts';
import { announcePost, announcePosted, type HeldPost } from '../../api/posting.ts';
import { queueList } from '../../api/queue.ts';
import { type Change, changeOf, type Decision, leftAs } from '../../api/review-verbs.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { toast } from '../../lib/toast.ts';
import { createReview, type Review } from './review.ts';
import { type Step, stepName } from './undo.ts';

const DECIDED: Record<Decision, { title: string; done: string }> = {
  approved: { title: 'Comment Approved', done: 'approved' },
  rejected: { title: 'Comment Rejected', done: 'rejected' },
  pending: { title: 'Comment Updated', done: 'moved to review' },
};

interface Retried {
  item: QueueRow;
  /** What the server saw when it looked just now. */
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

    post: (comment: CommentRow, underHold = false) =>
      review.act(async () => {
        if (!(await saved(comment.id))) return;
        await announcePost(client, comment, review.post(comment.id, { underHold }), ask.tryUnderHold);
      }),

    /** Rejects on failure: the dialog shows why and stays open. */
    schedule: (item: QueueRow, at: Date) =>
      review.act(async () => {
        try {
          await review.save(item.commentId);
          const left = leftAs(await verbs.schedule(item, at));
          toast({
            title: 'Comment Scheduled',
            subject: item.comment.video.title,
            description: 'Comment has been scheduled for posting.',
            action: undoable('scheduled', changeOf(item, left)),
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
