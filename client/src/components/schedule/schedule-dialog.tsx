import { useRef, useState } from 'react';
import { type QuickScheduleMinutes, quickSchedule, quickScheduleMinutes } from '#shared/rules/schedule.ts';
import { fromLocalDateTime, toLocalDateTime } from '../../lib/local-date-time.ts';
import { useNow } from '../../lib/use-now.ts';
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
  scheduledFor?: string;
  channelId: string;
  onClose: () => void;
  onSchedule: (at: Date) => Promise<void>;
}

type Choice = `${QuickScheduleMinutes}` | 'custom';

const PAST = 'That time has passed. Choose one later than now.';

const OPTIONS: { value: Choice; label: string }[] = [
  ...quickScheduleMinutes.map((minutes) => ({ value: `${minutes}` as const, label: `${minutes} min` })),
  { value: 'custom', label: 'Custom' },
];

const inFiveMinutes = () => toLocalDateTime(quickSchedule(5, new Date()));

export function ScheduleDialog({
  commentId,
  videoTitle,
  scheduledFor,
  channelId,
  onClose,
  onSchedule,
}: ScheduleDialogProps) {
  const now = useNow(1_000);
  const [choice, setChoice] = useState<Choice>(scheduledFor ? 'custom' : '5');
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const request = useScheduleRequest(onClose);
  const minutes = quickScheduleMinutes.find((each) => `${each}` === choice);
  // The field has no seconds: send an untouched time exactly as it was.
  const present = scheduledFor ? new Date(scheduledFor) : null;
  const custom = typed === null ? present : fromLocalDateTime(typed);
  const at = minutes ? quickSchedule(minutes, now) : custom;
  const isAhead = at !== null && at > now;

  const choose = (next: Choice) => {
    setChoice(next);
    setRefused(false);
    if (next === 'custom' && !present) setTyped((text) => text ?? inFiveMinutes());
  };

  const schedule = () => {
    const pressed = new Date();
    const chosen = minutes ? quickSchedule(minutes, pressed) : custom;
    if (!chosen) return;
    if (chosen > pressed) return void request.send(() => onSchedule(chosen));
    setRefused(true);
    field.current?.focus();
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
            <Segmented compact label="When to post" value={choice} onValueChange={choose} options={OPTIONS} />
          </div>
          {choice === 'custom' && (
            <Field label="Date and time" help="In your time zone." error={refused ? PAST : undefined}>
              {(control) => (
                <Input
                  {...control}
                  ref={field}
                  type="datetime-local"
                  className="max-w-64"
                  min={toLocalDateTime(now)}
                  value={typed ?? (present ? toLocalDateTime(present) : '')}
                  onChange={(event) => {
                    setTyped(event.target.value);
                    setRefused(false);
                  }}
                />
              )}
            </Field>
          )}
          <div className="flex flex-col gap-1">
            <p className="text-sm font-medium">Preview</p>
            <p data-testid="schedule-preview">
              {isAhead ? (
                <>
                  Will be posted on <DateTime iso={at.toISOString()} />
                </>
              ) : (
                `Choose a date and time${at ? ' later than now' : ''}.`
              )}
            </p>
          </div>
          {isAhead && <PlanWarning plan={[at]} commentIds={[commentId]} />}
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
