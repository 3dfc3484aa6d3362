import { useState } from 'react';
import { HoldDialog } from '../../components/hold-dialog.tsx';
import { ScheduleDialog } from '../../components/schedule/schedule-dialog.tsx';
import { VirtualList } from '../../components/virtual-list.tsx';
import { classNames } from '../../lib/class-names.ts';
import { usePressGuard } from '../../lib/press-guard.ts';
import { useArming } from '../../lib/use-arming.ts';
import { useNow } from '../../lib/use-now.ts';
import { ScheduledCard } from './scheduled-card.tsx';
import { type ScheduledItem, timelineRows } from './timeline-rows.ts';
import { useScheduledActions } from './use-scheduled-actions.ts';

/** A card with two lines of text, in pixels. */
const CARD_HEIGHT = 168;

export function ScheduledTimeline({ items }: { items: readonly ScheduledItem[] }) {
  const { actions, held, stopAsking } = useScheduledActions();
  const guard = usePressGuard();
  const { armed, setArmed } = useArming();
  const [changing, setChanging] = useState<ScheduledItem | null>(null);
  const rows = timelineRows(items, useNow(60_000));
  return (
    <>
      <VirtualList
        label="Scheduled comments"
        items={rows}
        keyOf={({ item }) => item.id}
        estimate={CARD_HEIGHT}
        gap={12}
        steady
      >
        {({ item, day }, index) => (
          <div className={classNames('flex flex-col gap-3', day !== null && index > 0 && 'pt-2')}>
            {day !== null && <h2 className="border-b border-line pb-1.5 text-sm font-semibold">{day}</h2>}
            <ScheduledCard
              item={item}
              actions={actions}
              isArmed={item.id === armed}
              guard={guard}
              onArm={setArmed}
              onReschedule={() => setChanging(item)}
            />
          </div>
        )}
      </VirtualList>
      {changing && (
        <ScheduleDialog
          commentId={changing.commentId}
          videoTitle={changing.comment.video.title}
          scheduledFor={changing.scheduledFor}
          channelId={changing.comment.video.channelId}
          onClose={() => setChanging(null)}
          onSchedule={(at) => actions.reschedule(changing, at)}
        />
      )}
      {held && (
        <HoldDialog held={held} onClose={stopAsking} onTry={() => void actions.post(held.comment, true)} />
      )}
    </>
  );
}
