import { useState } from 'react';
import { ScheduleDialog } from '../../components/schedule/schedule-dialog.tsx';
import { useNow } from '../../lib/use-now.ts';
import { groupByDay, type ScheduledItem } from './group-by-day.ts';
import { ScheduledCard } from './scheduled-card.tsx';
import { useScheduledActions } from './use-scheduled-actions.ts';

/** What goes out by itself, day by day. */
export function ScheduledTimeline({ items }: { items: readonly ScheduledItem[] }) {
  const actions = useScheduledActions();
  const [changing, setChanging] = useState<ScheduledItem | null>(null);
  const days = groupByDay(items, useNow(60_000));
  return (
    <>
      {days.map(({ start, label, items: planned }) => (
        <section key={start} aria-labelledby={`day-${start}`} className="flex flex-col gap-3">
          <h2 id={`day-${start}`} className="border-b border-line pb-1.5 text-sm font-semibold">
            {label}
          </h2>
          <ol className="flex list-none flex-col gap-3">
            {planned.map((item) => (
              <ScheduledCard
                key={item.id}
                item={item}
                actions={actions}
                onReschedule={() => setChanging(item)}
              />
            ))}
          </ol>
        </section>
      ))}
      {changing && (
        <ScheduleDialog
          commentId={changing.commentId}
          videoTitle={changing.comment.video.title}
          onClose={() => setChanging(null)}
          onSchedule={(at) => actions.reschedule(changing, at)}
        />
      )}
    </>
  );
}
