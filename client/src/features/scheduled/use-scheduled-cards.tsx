import { type ReactNode, useState } from 'react';
import { HoldDialog } from '../../components/post-now.tsx';
import { ScheduleDialog } from '../../components/schedule-dialog.tsx';
import { useArming, usePressGuard } from '../../lib/presses.ts';
import { ScheduledCard } from './scheduled-card.tsx';
import type { ScheduledItem } from './timeline-rows.ts';
import { useScheduledActions } from './use-scheduled-actions.ts';

/** Cards of the timeline or of a day, of which at most one is armed, and the dialogs they open. */
export function useScheduledCards(): { renderCard: (item: ScheduledItem) => ReactNode; dialogs: ReactNode } {
  const { actions, held, stopAsking } = useScheduledActions();
  const guard = usePressGuard();
  const { armed, setArmed } = useArming();
  const [changing, setChanging] = useState<ScheduledItem | null>(null);
  return {
    renderCard: (item) => (
      <ScheduledCard
        item={item}
        actions={actions}
        isArmed={item.id === armed}
        guard={guard}
        onArm={setArmed}
        onReschedule={() => setChanging(item)}
      />
    ),
    dialogs: (
      <>
        {changing && (
          <ScheduleDialog
            dueAt={changing.dueAt}
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
    ),
  };
}
