import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { errorText } from '../../api/error-text.ts';
import { announcePost, announcePostingFailure, sendNow } from '../../api/posting.ts';
import {
  patchQueueItem,
  queueQuery,
  refreshQueue,
  removeQueueItem,
  scheduleQueueItem,
  unscheduleQueueItem,
} from '../../api/queue.ts';
import { restoreQueueItem } from '../../api/restore-queue-item.ts';
import { toast } from '../../lib/toast.ts';

function createActions(client: QueryClient) {
  const hold = () => client.cancelQueries({ queryKey: queueQuery.queryKey });
  const refresh = () => void refreshQueue(client);

  async function undo(before: QueueItem) {
    try {
      await restoreQueueItem(client, before, new Date());
      toast({ title: 'Undone' });
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

  const announceRemoval = (before: QueueItem) =>
    toast({
      title: 'Removed from Schedule',
      description: 'Comment has been removed from the schedule.',
      action: { label: 'Undo', onAction: () => void undo(before) },
    });

  return {
    /** Back to the Review Queue. */
    async unschedule(item: QueueItem): Promise<void> {
      await hold();
      patchQueueItem(client, item.id, { scheduledFor: null, dueAt: null, autoPost: false });
      try {
        patchQueueItem(client, item.id, await unscheduleQueueItem(item.id));
        announceRemoval(item);
      } catch {
        patchQueueItem(client, item.id, item);
        toast({ title: 'Update Failed', description: 'Failed to update schedule', variant: 'destructive' });
      } finally {
        refresh();
      }
    },

    /** Out of the queue altogether. */
    async remove(item: QueueItem): Promise<void> {
      await hold();
      try {
        await removeQueueItem(client, item.id);
        announceRemoval(item);
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

    async post(item: QueueItem): Promise<void> {
      await hold();
      try {
        announcePost(await sendNow(client, item.comment));
      } catch (error) {
        announcePostingFailure(error);
      } finally {
        refresh();
      }
    },

    /** Rejects where it failed: the dialog shows why and stays open. */
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

export function useScheduledActions(): ScheduledActions {
  const client = useQueryClient();
  return useMemo(() => createActions(client), [client]);
}
