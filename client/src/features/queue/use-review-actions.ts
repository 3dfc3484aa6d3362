import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Comment } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { errorText } from '../../api/error-text.ts';
import { ApiError } from '../../api/http.ts';
import { announcePost, announcePostingFailure, type HeldPost, heldPost } from '../../api/posting.ts';
import { toast } from '../../lib/toast.ts';
import { createReview, type Decision, type Review } from './review.ts';
import { type Change, type Step, stepName } from './undo.ts';

const DECIDED: Record<Decision, string> = {
  approved: 'Comment Approved',
  rejected: 'Comment Rejected',
  pending: 'Comment Updated',
};

const DONE: Record<Decision, string> = {
  approved: 'approved',
  rejected: 'rejected',
  pending: 'moved to review',
};

interface Questions {
  /** The comment may already be on YouTube. */
  retry: (item: QueueItem) => void;
  /** Posting is on hold. */
  tryUnderHold: (held: HeldPost) => void;
}

const failed = (title: string, error: unknown, fallback: string) =>
  toast({ title, description: errorText(error, fallback), variant: 'destructive' });

function createActions(client: QueryClient, review: Review, ask: Questions) {
  /** Returns the first item that was restored. */
  async function undo(which?: Step): Promise<QueueItem | null> {
    try {
      const step = await review.undo(which);
      toast({ title: step ? `Undid: ${stepName(step)}` : 'Nothing to undo' });
      return step?.changes[0]?.before ?? null;
    } catch (error) {
      failed('Undo Failed', error, 'Failed to update comment');
      return null;
    } finally {
      void review.refresh();
    }
  }

  /** Adds an undo step and returns the toast's action for it. */
  function undoable(what: string, ...changes: Change[]) {
    const step = review.remember(what, changes);
    return { label: 'Undo', onAction: () => void undo(step) };
  }

  /** Saves an unsaved edit; false if that failed, and then nothing else may follow (rule 12.6). */
  async function saved(id: number): Promise<boolean> {
    try {
      await review.save(id);
      return true;
    } catch (error) {
      failed('Save Failed', error, 'Failed to save comment');
      void review.refresh();
      return false;
    }
  }

  return {
    undo,

    async save(id: number): Promise<void> {
      if (!(await saved(id))) return;
      toast({ title: 'Comment Saved', description: 'Your comment edits have been saved.' });
      void review.refresh();
    },

    async decide(item: QueueItem, status: Decision, confirmMayBeHeld = false): Promise<void> {
      const id = item.commentId;
      if (!(await saved(id))) return;
      try {
        const { answer, ...change } = await review.decide(id, status, confirmMayBeHeld);
        // Retry looks on YouTube first and may find the comment there.
        if (answer.status === 'posted') {
          announcePost(answer);
          return;
        }
        toast({
          title: DECIDED[status],
          description: `Comment has been marked as ${status}.`,
          action: undoable(DONE[status], change),
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'unconfirmed') ask.retry(item);
        else failed('Update Failed', error, 'Failed to update comment');
      } finally {
        void review.refresh();
      }
    },

    async remove(item: QueueItem): Promise<void> {
      try {
        const change = await review.remove(item);
        toast({
          title: 'Removed from Queue',
          description: 'Item has been removed from your review queue.',
          action: undoable('removed', change),
        });
      } catch (error) {
        failed('Remove Failed', error, 'Failed to remove from queue');
      } finally {
        void review.refresh();
      }
    },

    async post(comment: Comment, underHold = false): Promise<void> {
      if (!(await saved(comment.id))) return;
      try {
        announcePost(await review.post(comment.id, underHold));
      } catch (error) {
        const held = heldPost(client, comment, error);
        if (held) ask.tryUnderHold(held);
        else announcePostingFailure(error);
      } finally {
        void review.refresh();
      }
    },

    /** Rejects on failure: the dialog shows why and stays open. */
    async schedule(id: number, at: Date): Promise<void> {
      try {
        await review.save(id);
        const change = await review.schedule(id, at);
        toast({
          title: 'Comment Scheduled',
          description: 'Comment has been scheduled for posting.',
          action: undoable('scheduled', change),
        });
      } catch (error) {
        toast({
          title: 'Scheduling Failed',
          description: 'Failed to schedule comment',
          variant: 'destructive',
        });
        throw error;
      } finally {
        void review.refresh();
      }
    },
  };
}

export type ReviewActions = ReturnType<typeof createActions>;

export function useReviewActions() {
  const client = useQueryClient();
  const [review] = useState(() => createReview(client));
  const [retrying, setRetrying] = useState<QueueItem | null>(null);
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
