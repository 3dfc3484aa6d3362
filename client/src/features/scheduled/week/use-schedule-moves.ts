import { useQueryClient } from '@tanstack/react-query';
import type { ScheduleEntry } from '#shared/contracts/schedule.ts';
import { scheduleQuery } from '../../../api/posting-slots.ts';
import { refreshFigures } from '../../../api/refresh-changed.ts';
import { type Change, createReviewVerbs, leftAs } from '../../../api/review-verbs.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { formatDateTime } from '../../../lib/formats.ts';
import { toast } from '../../../lib/toast.ts';

/** Gives comments of the week another time, shown at once. */
export function useScheduleMoves(from: Date, to: Date) {
  const client = useQueryClient();
  const verbs = createReviewVerbs(client);
  const { queryKey } = scheduleQuery(from, to);

  const show = ({ commentId }: ScheduleEntry, at: Date) =>
    client.setQueryData(
      queryKey,
      (shown) =>
        shown && {
          ...shown,
          entries: shown.entries.map((entry) =>
            entry.commentId === commentId ? { ...entry, at: at.toISOString() } : entry,
          ),
        },
    );

  /** Shows the new time at once, and the time before if `send` fails. */
  async function moved<Answer>(entry: ScheduleEntry, at: Date, send: () => Promise<Answer>): Promise<Answer> {
    show(entry, at);
    try {
      return await send();
    } catch (error) {
      show(entry, new Date(entry.at));
      throw error;
    } finally {
      refreshFigures(client);
    }
  }

  async function undo(entry: ScheduleEntry, left: Change['left']): Promise<void> {
    const { commentId, title, at } = entry;
    try {
      if (Date.parse(at) <= Date.now()) throw new Error('The time before has passed. Nothing was undone.');
      const before = { status: 'approved', scheduledFor: at } as const;
      const change = { commentId, videoTitle: title, from: left.revision, left, before };
      await moved({ ...entry, at: left.scheduledFor ?? at }, new Date(at), () => verbs.undo(change));
      toast({ title: `Undid: moved "${title}"` });
    } catch (error) {
      toastFailure('Undo Failed', error, 'Failed to update schedule');
    }
  }

  const words = (at: Date) => `It is posted on ${formatDateTime(at.getTime())}.`;

  return {
    async move(entry: ScheduleEntry, at: Date): Promise<void> {
      const { queueId, commentId } = entry;
      if (queueId === null) return;
      try {
        const left = leftAs(await moved(entry, at, () => verbs.schedule({ id: queueId, commentId }, at)));
        toast({
          title: 'Comment Scheduled',
          description: words(at),
          action: { label: 'Undo', onAction: () => void undo(entry, left) },
        });
      } catch (error) {
        toastFailure('Update Failed', error, 'Failed to update schedule');
      }
    },
  };
}
