import { useFreeSlots } from '../../api/posting.ts';
import { Button } from '../../components/ui/button.tsx';
import { formatNumber } from '../../lib/formats.ts';
import { usePressGuard } from '../../lib/presses.ts';
import {
  IN_SLOTS,
  MOST_SLOTS,
  type PlannedPost,
} from '../../review/schedule/bulk-schedule-dialog.tsx';
import { nearTime } from '../../review/schedule/near-time.ts';
import { approvedItems } from '../../review/select.ts';
import { useWork } from '../../review/work.ts';
import type { BulkActions } from './bulk-actions.ts';

/**
 * Returns the next free slot for each approved comment without a time, in the order of
 * the queue, while there are slots. Comments with auto-post are left out, because they go
 * out without another step. Null while loading.
 */
function useSlotPlan(): PlannedPost[] | null {
  const approved = useWork(approvedItems);
  const waiting = approved?.filter(({ autoPost }) => !autoPost) ?? [];
  const slots = useFreeSlots(Math.min(Math.max(1, waiting.length), MOST_SLOTS)).data;
  if (!approved || !slots) return null;
  return slots.times
    .slice(0, waiting.length)
    .flatMap((time, at) =>
      waiting[at] ? [{ commentId: waiting[at].commentId, at: new Date(time) }] : [],
    );
}

function labelOf(plan: readonly PlannedPost[], first: Date): string {
  return `Schedule ${formatNumber(plan.length)} ${plan.length === 1 ? 'for' : 'from'} ${nearTime(first)}`;
}

/** Gives each approved comment without a time its next free slot, in one press. */
export function ScheduleApproved({ bulk }: { bulk: BulkActions }) {
  const plan = useSlotPlan();
  // The second click of a double click must not schedule the comments again.
  const guard = usePressGuard();
  const first = plan?.[0];
  if (!plan || !first) return null;
  return (
    <Button
      variant="primary"
      onClick={() => guard.press(() => void bulk.scheduleAll(plan, IN_SLOTS))}
    >
      {labelOf(plan, first.at)}
    </Button>
  );
}
