import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { errorText } from '../../api/error-text.ts';
import { ApiError } from '../../api/http.ts';
import { announcePost, announcePostingFailure } from '../../api/posting.ts';
import { toast } from '../../lib/toast.ts';
import { createReview, type Decision, type Review } from './review.ts';

const DECIDED: Record<Decision, string> = {
  approved: 'Comment Approved',
  rejected: 'Comment Rejected',
  pending: 'Comment Updated',
};

const failed = (title: string, error: unknown, fallback: string) =>
  toast({ title, description: errorText(error, fallback), variant: 'destructive' });

/** Each action says how it went (SPEC §8). */
function createActions(review: Review, askToRetry: (item: QueueItem) => void) {
  async function undo(): Promise<QueueItem | null> {
    try {
      const before = await review.undo();
      toast({ title: before ? 'Undone' : 'Nothing to undo' });
      return before;
    } catch (error) {
      failed('Undo Failed', error, 'Failed to update comment');
      return null;
    } finally {
      void review.refresh();
    }
  }

  const undoAction = { label: 'Undo', onAction: () => void undo() };

  /** Stores what was typed, quietly; false where that failed, and then nothing else must follow. */
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
        const { before, answer } = await review.decide(id, status, confirmMayBeHeld);
        // A Retry looks on YouTube first, and may find that it is there.
        if (answer.status === 'posted') {
          announcePost(answer);
          return;
        }
        review.remember(before);
        toast({
          title: DECIDED[status],
          description: `Comment has been marked as ${status}.`,
          action: undoAction,
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'unconfirmed') askToRetry(item);
        else failed('Update Failed', error, 'Failed to update comment');
      } finally {
        void review.refresh();
      }
    },

    async remove(item: QueueItem): Promise<void> {
      try {
        review.remember(await review.remove(item));
        toast({
          title: 'Removed from Queue',
          description: 'Item has been removed from your review queue.',
          action: undoAction,
        });
      } catch (error) {
        failed('Remove Failed', error, 'Failed to remove from queue');
      } finally {
        void review.refresh();
      }
    },

    async post(id: number): Promise<void> {
      if (!(await saved(id))) return;
      try {
        announcePost(await review.post(id));
      } catch (error) {
        announcePostingFailure(error);
      } finally {
        void review.refresh();
      }
    },

    /** Rejects where it failed: the dialog shows why and stays open. */
    async schedule(id: number, at: Date): Promise<void> {
      try {
        await review.save(id);
        review.remember(await review.schedule(id, at));
        toast({
          title: 'Comment Scheduled',
          description: 'Comment has been scheduled for posting.',
          action: undoAction,
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

/** The queue's actions; the same functions for as long as the page is open. */
export function useReviewActions() {
  const client = useQueryClient();
  const [review] = useState(() => createReview(client));
  /** A failed comment that may yet be on YouTube: a person must say that it is to be tried again. */
  const [retrying, setRetrying] = useState<QueueItem | null>(null);
  const actions = useMemo(() => createActions(review, setRetrying), [review]);
  return { review, actions, retrying, stopRetrying: () => setRetrying(null) };
}
