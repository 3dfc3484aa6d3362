import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { announcePost, type HeldPost } from '../../api/posting.ts';
import { refreshFigures } from '../../api/refresh-changed.ts';
import { asBefore, type Left } from '../../api/restore-queue-item.ts';
import { createReviewVerbs } from '../../api/review-verbs.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { toast } from '../../lib/toast.ts';

const failed = (title: string, description: string) => toast({ title, description, variant: 'destructive' });

function createActions(client: QueryClient, askUnderHold: (held: HeldPost) => void) {
  const verbs = createReviewVerbs(client);
  const act = (work: () => Promise<void>) => work().finally(() => refreshFigures(client));

  const undo = (what: string, item: QueueRow, left: Left | null) =>
    act(async () => {
      try {
        await verbs.restore(asBefore(item), left);
        toast({ title: `Undid: ${what} "${item.comment.video.title}"` });
      } catch (error) {
        toastFailure('Undo Failed', error, 'Failed to update schedule');
      }
    });

  const announceRemoval = (what: string, item: QueueRow, left: Left | null) =>
    toast({
      title: 'Removed from Schedule',
      description: 'Comment has been removed from the schedule.',
      action: { label: 'Undo', onAction: () => void undo(what, item, left) },
    });

  return {
    unschedule: (item: QueueRow) =>
      act(async () => {
        try {
          const { scheduledFor, comment } = await verbs.unschedule(item);
          announceRemoval('unscheduled', item, { scheduledFor, status: comment.status });
        } catch {
          failed('Update Failed', 'Failed to update schedule');
        }
      }),

    remove: (item: QueueRow) =>
      act(async () => {
        try {
          await verbs.remove(item);
          announceRemoval('removed', item, null);
        } catch {
          failed('Remove Failed', 'Failed to remove from schedule');
        }
      }),

    post: (comment: CommentRow, underHold = false) =>
      act(() => announcePost(client, comment, verbs.post(comment.id, { underHold }), askUnderHold)),

    /** Rejects on failure: the dialog shows why and stays open. */
    reschedule: (item: QueueRow, at: Date) =>
      act(async () => {
        try {
          await verbs.schedule(item, at);
          toast({ title: 'Comment Scheduled', description: 'Comment has been scheduled for posting.' });
        } catch (error) {
          failed('Update Failed', 'Failed to update schedule');
          throw error;
        }
      }),
  };
}

export type ScheduledActions = ReturnType<typeof createActions>;

export function useScheduledActions() {
  const client = useQueryClient();
  const [held, setHeld] = useState<HeldPost | null>(null);
  const actions = useMemo(() => createActions(client, setHeld), [client]);
  return { actions, held, stopAsking: () => setHeld(null) };
}
