import { useRef, useState } from 'react';
import {
  type QuickScheduleMinutes,
  quickSchedule,
  quickScheduleMinutes,
  tomorrowMorning,
  tonight,
} from '#shared/rules/schedule.ts';
import { useNextFreeSlot, viewersZone } from '../../api/posting-slots.ts';
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
  videoTitle: string;
  scheduledFor?: string;
  dueAt: string | null;
  channelId: string;
  onClose: () => void;
  onSchedule: (at: Date) => Promise<void>;
}

type Quick = `${QuickScheduleMinutes}`;
type At = 'tonight' | 'tomorrow' | 'slot' | 'custom';
type Choice = Quick | At;

const PAST = 'That time has passed. Choose one later than now.';

const NO_SLOT = 'No slot is free within a year. Edit your slots on the Scheduled screen.';

const QUICK: { value: Choice; label: string }[] = quickScheduleMinutes.map((minutes) => ({
  value: `${minutes}`,
  label: `${minutes} min`,
}));

const TIMES: { value: Choice; label: string }[] = [
  { value: 'tonight', label: 'Tonight' },
  { value: 'tomorrow', label: 'Tomorrow 9:00' },
  { value: 'slot', label: 'Next free slot' },
  { value: 'custom', label: 'Custom' },
];

const inFiveMinutes = () => toLocalDateTime(quickSchedule(5, new Date()));

export function ScheduleDialog({
  videoTitle,
  scheduledFor,
  dueAt,
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
  const slot = useNextFreeSlot();
  const timeOf = (from: Date): Date | null => {
    if (minutes) return quickSchedule(minutes, from);
    if (choice === 'tonight') return tonight(from, viewersZone());
    if (choice === 'tomorrow') return tomorrowMorning(from, viewersZone());
    return choice === 'slot' ? (slot ?? null) : custom;
  };
  const at = timeOf(now);
  const isAhead = at !== null && at > now;

  const choose = (next: Choice) => {
    setChoice(next);
    setRefused(false);
    if (next === 'custom' && !present) setTyped((text) => text ?? inFiveMinutes());
  };

  const schedule = () => {
    const pressed = new Date();
    const chosen = timeOf(pressed);
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
            <Segmented compact label="When to post" value={choice} onValueChange={choose} options={QUICK} />
          </div>
          <div className="flex flex-col gap-1.5">
            <p className="text-sm font-medium">Or at a time</p>
            <Segmented compact label="At a time" value={choice} onValueChange={choose} options={TIMES} />
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
              ) : choice === 'slot' && slot === null ? (
                NO_SLOT
              ) : (
                `Choose a date and time${at ? ' later than now' : ''}.`
              )}
            </p>
          </div>
          {isAhead && <PlanWarning plan={{ times: [at], instead: dueAt ? [new Date(dueAt)] : [] }} />}
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
