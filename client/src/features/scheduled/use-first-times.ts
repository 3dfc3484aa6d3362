import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { errorText } from '../../api/error-text.ts';
import { refreshFigures } from '../../api/refresh-changed.ts';
import { asBefore } from '../../api/restore-queue-item.ts';
import { createReviewVerbs } from '../../api/review-verbs.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { toast } from '../../lib/toast.ts';

/** Schedules approved comments that have no time yet. */
export function useFirstTimes() {
  const client = useQueryClient();
  return useCallback(
    async (row: QueueRow, at: Date): Promise<void> => {
      const verbs = createReviewVerbs(client);
      const { title } = row.comment.video;
      const undo = async (scheduledFor: string | null) => {
        try {
          await verbs.restore(asBefore(row), { scheduledFor, status: 'approved' });
          toast({ title: `Undid: scheduled "${title}"` });
        } catch (error) {
          toastFailure('Undo Failed', error, 'Failed to update schedule');
        } finally {
          refreshFigures(client);
        }
      };
      try {
        const { scheduledFor } = await verbs.schedule(row, at);
        toast({
          title: 'Comment Scheduled',
          description: `"${title}" is posted on ${formatDateTime(at.getTime())}.`,
          action: { label: 'Undo', onAction: () => void undo(scheduledFor) },
        });
      } catch (error) {
        toast({
          title: 'Scheduling Failed',
          description: errorText(error, 'Failed to schedule comment'),
          variant: 'destructive',
        });
      } finally {
        refreshFigures(client);
      }
    },
    [client],
  );
}
