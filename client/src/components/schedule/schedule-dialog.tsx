import { useState } from 'react';
import { type QuickScheduleMinutes, quickSchedule, quickScheduleMinutes } from '#shared/rules/schedule.ts';
import { fromLocalDateTime, toLocalDateTime } from '../../lib/local-date-time.ts';
import { ChannelWarning } from '../channel-warning.tsx';
import { DateTime } from '../time.tsx';
import { Dialog, DialogContent } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Segmented } from '../ui/radio-group.tsx';
import { PlanWarning } from './plan-warning.tsx';
import { ScheduleFooter } from './schedule-footer.tsx';
import { useScheduleRequest } from './use-schedule-request.ts';

interface ScheduleDialogProps {
  commentId: number;
  videoTitle: string;
  channelId: string;
  onClose: () => void;
  /** Rejects where the time was refused. */
  onSchedule: (at: Date) => Promise<void>;
}

type Choice = `${QuickScheduleMinutes}` | 'custom';

const PAST = 'That time has passed. Choose one later than now.';

const OPTIONS: { value: Choice; label: string }[] = [
  ...quickScheduleMinutes.map((minutes) => ({ value: `${minutes}` as const, label: `${minutes} min` })),
  { value: 'custom', label: 'Custom' },
];

/** Chooses when one comment goes out: some minutes from now, or a date and time (SPEC §2). */
export function ScheduleDialog({
  commentId,
  videoTitle,
  channelId,
  onClose,
  onSchedule,
}: ScheduleDialogProps) {
  // Quick times count from the opening, so that what the preview shows is what is sent.
  const [opened, setOpened] = useState(() => new Date());
  const [choice, setChoice] = useState<Choice>('5');
  const [custom, setCustom] = useState(() => toLocalDateTime(quickSchedule(5, opened)));
  const request = useScheduleRequest(onClose);
  const minutes = quickScheduleMinutes.find((each) => `${each}` === choice);
  const at = minutes ? quickSchedule(minutes, opened) : fromLocalDateTime(custom);

  const schedule = () => {
    const now = new Date();
    if (!at) return;
    if (at > now) return void request.send(() => onSchedule(at));
    if (minutes) setOpened(now);
    request.fail(minutes ? 'That time passed while this was open. The times now count from here.' : PAST);
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Schedule Comment"
        description={videoTitle}
        footer={
          <ScheduleFooter pending={request.pending} disabled={!at} label="Schedule" onSchedule={schedule} />
        }
      >
        <div className="flex flex-col gap-5">
          <div className="flex flex-col gap-1.5">
            <p className="text-sm font-medium">Quick: minutes from now</p>
            <Segmented
              compact
              label="When to post"
              value={choice}
              onValueChange={setChoice}
              options={OPTIONS}
            />
          </div>
          {choice === 'custom' && (
            <Field label="Date and time" help="In your time zone.">
              {(control) => (
                <Input
                  {...control}
                  type="datetime-local"
                  className="max-w-64"
                  min={toLocalDateTime(opened)}
                  value={custom}
                  onChange={(event) => setCustom(event.target.value)}
                />
              )}
            </Field>
          )}
          <div className="flex flex-col gap-1">
            <p className="text-sm font-medium">Preview</p>
            <p data-testid="schedule-preview">
              {at ? (
                <>
                  Goes out on <DateTime iso={at.toISOString()} />
                </>
              ) : (
                'Choose a date and time.'
              )}
            </p>
          </div>
          {at && <PlanWarning plan={[at]} commentIds={[commentId]} />}
          <ChannelWarning channelId={channelId} />
          {request.failure && (
            <p role="alert" className="text-failed">
              {request.failure}
            </p>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
