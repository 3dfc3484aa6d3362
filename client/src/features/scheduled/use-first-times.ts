import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { refreshFigures } from '../../api/refresh-changed.ts';
import { type Change, changeOf, createReviewVerbs, leftAs } from '../../api/review-verbs.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { formatDateTime } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';

/** Schedules approved comments that have no time yet. */
export function useFirstTimes() {
  const client = useQueryClient();
  return useCallback(
    async (row: QueueRow, at: Date): Promise<void> => {
      const verbs = createReviewVerbs(client);
      const { title } = row.comment.video;
      const undo = async (change: Change) => {
        try {
          await verbs.undo(change);
          toast({ title: `Undid: scheduled "${title}"` });
        } catch (error) {
          toastFailure('Undo Failed', error, 'Failed to update schedule');
        } finally {
          refreshFigures(client);
        }
      };
      try {
        const change = changeOf(row, leftAs(await verbs.schedule(row, at)));
        toast({
          title: 'Comment Scheduled',
          description: `"${title}" is posted on ${formatDateTime(at.getTime())}.`,
          action: { label: 'Undo', onAction: () => void undo(change) },
        });
      } catch (error) {
        toastFailure('Scheduling Failed', error, 'Failed to schedule comment');
      } finally {
        refreshFigures(client);
      }
    },
    [client],
  );
}
