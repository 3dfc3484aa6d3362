import { PostNow } from '../../../components/post-now.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../../components/ui/dialog.tsx';
import { CheckboxField } from '../../../components/ui/fields.tsx';
import { counted, formatShortDateTime, formatWeekdayTime } from '../../../lib/formats.ts';
import { usePressGuard } from '../../../lib/presses.ts';
import { useNextSlot } from './use-next-slot.ts';

interface GenerateFooterProps {
  toQueue: boolean;
  onToQueue: (toQueue: boolean) => void;
  autoPost: boolean;
  onAutoPost: (autoPost: boolean) => void;
  canQueue: boolean;
  canApprove: boolean;
  /** Gaps to fill before it can be posted. */
  openGaps: number;
  canSave: boolean;
  /** Whether closing deletes the draft. */
  goesOnClose: boolean;
  /** Null where there is nothing to save. */
  onSave: (() => void) | null;
  onAdd: () => void;
  /** Null outside a selection. */
  next: { canGo: boolean; go: () => void } | null;
  isArmed: boolean;
  onArm: () => void;
  onKeep: () => void;
  onSchedule: (at: Date) => void;
  onPost: () => void;
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const SIX_DAYS_MS = 6 * 86_400_000;

/** "Mon 9:00 AM"; later, a weekday alone could mean two days. */
const nearTime = (at: Date) =>
  (at.getTime() - Date.now() < SIX_DAYS_MS ? formatWeekdayTime : formatShortDateTime)(at.getTime());

export function GenerateFooter(props: GenerateFooterProps) {
  const { toQueue, canQueue, openGaps, canSave, onSave, onAdd, next, isArmed } = props;
  const canApprove = props.canApprove && openGaps === 0;
  const guard = usePressGuard();
  const slot = useNextSlot();
  return (
    <DialogFooter className="py-2 max-sm:pb-4 sm:min-h-17">
      {props.goesOnClose && (
        // On top, where it moves no button.
        <p className="basis-full text-xs text-soft">
          Closing deletes this draft unless you save, queue or post it.
        </p>
      )}
      <div className="mr-auto flex flex-col gap-1 max-sm:w-full max-sm:gap-0 max-sm:*:items-center max-sm:[&_label]:flex-1 max-sm:[&_label]:py-3">
        <CheckboxField checked={toQueue} onCheckedChange={props.onToQueue} label="Add to review queue" />
        <CheckboxField
          checked={props.autoPost}
          disabled={!toQueue}
          onCheckedChange={props.onAutoPost}
          label="Auto-post after 24h review period"
        />
      </div>
      <div className="max-sm:w-full sm:shrink-0">
        <PostNow
          isArmed={isArmed && canApprove}
          disabled={!canApprove}
          guard={guard}
          onArm={props.onArm}
          onKeep={props.onKeep}
          onPost={props.onPost}
        >
          <Button
            disabled={!canApprove || !slot}
            className="min-w-0 px-2! max-sm:flex-1"
            onClick={() => slot && props.onSchedule(slot)}
          >
            Approve &amp; Schedule{' '}
            {openGaps > 0 ? (
              <span className="min-w-19 font-normal">{counted(openGaps, 'gap')} open</span>
            ) : (
              <time dateTime={slot?.toISOString()} className="min-w-19 font-normal text-muted">
                {slot && nearTime(slot)}
              </time>
            )}
          </Button>
        </PostNow>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:w-full max-sm:*:flex-1">
        <DialogClose asChild>
          <Button variant="ghost" className="max-sm:hidden">
            Cancel
          </Button>
        </DialogClose>
        <div className="flex *:w-full sm:w-24">
          {onSave && (
            <Button variant={toQueue ? 'secondary' : 'primary'} disabled={!canSave} onClick={onSave}>
              Save Edits
            </Button>
          )}
        </div>
        <Button
          variant={toQueue && !next?.canGo ? 'primary' : 'secondary'}
          disabled={!canQueue}
          onClick={onAdd}
        >
          Add to Queue
        </Button>
        {next && (
          <Button
            variant={toQueue && next.canGo ? 'primary' : 'secondary'}
            disabled={!canQueue || !next.canGo}
            onClick={next.go}
          >
            Add &amp; Next
            <kbd
              aria-hidden
              className="rounded-[4px] border border-current/35 px-1 font-sans text-xs max-lg:hidden"
            >
              {isMac ? '⌘↵' : 'Ctrl ↵'}
            </kbd>
          </Button>
        )}
      </div>
    </DialogFooter>
  );
}
