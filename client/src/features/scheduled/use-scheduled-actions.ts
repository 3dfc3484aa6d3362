import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { announcePost, type HeldPost } from '../../api/posting.ts';
import { refreshFigures } from '../../api/refresh-changed.ts';
import { type Change, changeOf, createReviewVerbs, leftAs } from '../../api/review-verbs.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { toast } from '../../lib/toast.ts';

function createActions(client: QueryClient, askUnderHold: (held: HeldPost) => void) {
  const verbs = createReviewVerbs(client);
  const act = (work: () => Promise<void>) => work().finally(() => refreshFigures(client));

  const undo = (what: string, change: Change) =>
    act(async () => {
      try {
        await verbs.undo(change);
        toast({ title: `Undid: ${what} "${change.videoTitle}"` });
      } catch (error) {
        toastFailure('Undo Failed', error, 'Failed to update schedule');
      }
    });

  const announceRemoval = (what: string, change: Change) =>
    toast({
      title: 'Removed from Schedule',
      description: 'Comment has been removed from the schedule.',
      action: { label: 'Undo', onAction: () => void undo(what, change) },
    });

  return {
    unschedule: (item: QueueRow) =>
      act(async () => {
        try {
          announceRemoval('unscheduled', changeOf(item, leftAs(await verbs.unschedule(item))));
        } catch (error) {
          toastFailure('Update Failed', error, 'Failed to update schedule');
        }
      }),

    remove: (item: QueueRow) =>
      act(async () => {
        try {
          announceRemoval('removed', changeOf(item, await verbs.remove(item)));
        } catch (error) {
          toastFailure('Remove Failed', error, 'Failed to remove from schedule');
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
          toastFailure('Update Failed', error, 'Failed to update schedule');
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
