import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Comment } from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { errorText } from '../../api/error-text.ts';
import { announcePost, announcePostingFailure, type HeldPost, heldPost, postNow } from '../../api/posting.ts';
import {
  patchQueueItem,
  queueQuery,
  refreshQueue,
  removeQueueItem,
  scheduleQueueItem,
  unscheduleQueueItem,
} from '../../api/queue.ts';
import { type Left, leftAs, restoreQueueItem } from '../../api/restore-queue-item.ts';
import { toast } from '../../lib/toast.ts';

function createActions(client: QueryClient, askUnderHold: (held: HeldPost) => void) {
  const hold = () => client.cancelQueries({ queryKey: queueQuery.queryKey });
  const refresh = () => void refreshQueue(client);

  async function undo(what: string, before: QueueItem, left: Left | null) {
    try {
      await restoreQueueItem(client, before, left, new Date());
      toast({ title: `Undid: ${what} "${before.comment.video.title}"` });
    } catch (error) {
      toast({
        title: 'Undo Failed',
        description: errorText(error, 'Failed to update schedule'),
        variant: 'destructive',
      });
    } finally {
      refresh();
    }
  }

  const announceRemoval = (what: string, before: QueueItem, left: Left | null) =>
    toast({
      title: 'Removed from Schedule',
      description: 'Comment has been removed from the schedule.',
      action: { label: 'Undo', onAction: () => void undo(what, before, left) },
    });

  return {
    async unschedule(item: QueueItem): Promise<void> {
      await hold();
      patchQueueItem(client, item.id, { scheduledFor: null, dueAt: null, autoPost: false });
      try {
        const changed = await unscheduleQueueItem(item.id);
        patchQueueItem(client, item.id, changed);
        announceRemoval('unscheduled', item, leftAs(changed));
      } catch {
        patchQueueItem(client, item.id, item);
        toast({ title: 'Update Failed', description: 'Failed to update schedule', variant: 'destructive' });
      } finally {
        refresh();
      }
    },

    async remove(item: QueueItem): Promise<void> {
      await hold();
      try {
        await removeQueueItem(client, item.id);
        announceRemoval('removed', item, null);
      } catch {
        toast({
          title: 'Remove Failed',
          description: 'Failed to remove from schedule',
          variant: 'destructive',
        });
      } finally {
        refresh();
      }
    },

    async post(comment: Comment, underHold = false): Promise<void> {
      await hold();
      try {
        announcePost(await postNow(client, comment, underHold));
      } catch (error) {
        const held = heldPost(client, comment, error);
        if (held) askUnderHold(held);
        else announcePostingFailure(error);
      } finally {
        refresh();
      }
    },

    /** Rejects on failure: the dialog shows why and stays open. */
    async reschedule(item: QueueItem, at: Date): Promise<void> {
      try {
        const changed = await scheduleQueueItem(item.id, at.toISOString());
        patchQueueItem(client, item.id, changed);
        toast({ title: 'Comment Scheduled', description: 'Comment has been scheduled for posting.' });
      } catch (error) {
        toast({ title: 'Update Failed', description: 'Failed to update schedule', variant: 'destructive' });
        throw error;
      } finally {
        refresh();
      }
    },
  };
}

export type ScheduledActions = ReturnType<typeof createActions>;

export function useScheduledActions() {
  const client = useQueryClient();
  const [held, setHeld] = useState<HeldPost | null>(null);
  const actions = useMemo(() => createActions(client, setHeld), [client]);
  return { actions, held, stopAsking: () => setHeld(null) };
}
