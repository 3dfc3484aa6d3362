import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import {
  mostPostingSlots,
  type PostingSlot,
  type UserSettings,
} from '#shared/contracts/settings.ts';
import { errorText } from '../../api/http.ts';
import { userSettingsQuery, useUpdateUserSettings } from '../../api/settings.ts';
import { LoadError } from '../../components/page.tsx';
import { Button, IconButton, Input, Skeleton } from '../../components/ui/button.tsx';
import { Dialog, DialogClose } from '../../components/ui/dialog.tsx';
import { Failure } from '../../components/ui/form-fields.tsx';
import { clockText } from '../../lib/formats.ts';
import { dayNames, wholeWeek } from '../../lib/slots.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toast.ts';
import { CopyTimes, SpreadTimes } from './fill-slots.tsx';

const FORM = 'posting-slots';

export function SlotsDialog({ onClose }: { onClose: () => void }) {
  const settings = useQuery(userSettingsQuery);
  const update = useUpdateUserSettings(() => undefined);
  return (
    <Dialog
      onClose={onClose}
      title="Posting slots"
      description="Weekly times that “Next free slot” and “Fill free slots” propose. Suggestions only: you can post at any time."
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            form={FORM}
            disabled={!settings.data || update.isPending}
          >
            {update.isPending ? 'Saving...' : 'Save Slots'}
          </Button>
        </>
      }
    >
      {settings.isPending && <Skeleton className="h-80" />}
      {settings.isError && !settings.data && <LoadError what="slots" query={settings} />}
      {settings.data && (
        <SlotsForm
          settings={settings.data}
          failure={update.error && errorText(update.error, 'Failed to update settings')}
          onSave={(change) =>
            update.mutate(change, {
              onSuccess: () => {
                toast({ title: 'Success', description: 'Settings updated successfully' });
                onClose();
              },
            })
          }
        />
      )}
    </Dialog>
  );
}

function SlotsForm(props: {
  settings: UserSettings;
  failure: string | null;
  onSave: (change: Pick<UserSettings, 'postingSlots'> & { timeZone: string }) => void;
}) {
  const { settings, failure, onSave } = props;
  const [slots, setSlots] = useState<PostingSlot[]>(settings.postingSlots);
  const [timeZone, setTimeZone] = useState(settings.timeZone ?? viewersZone());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ postingSlots: slots, timeZone });
  };
  return (
    <form id={FORM} onSubmit={submit} className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        Times and the day of the daily limit are those of {timeZone}.
        {timeZone !== viewersZone() && (
          <Button onClick={() => setTimeZone(viewersZone())}>Use {viewersZone()}</Button>
        )}
      </p>
      <SpreadTimes slots={slots} dailyCap={settings.dailyCap} onChange={setSlots} />
      <ul className="flex flex-col divide-y divide-line">
        {wholeWeek.map((day) => (
          <DaySlots key={day} day={day} slots={slots} onChange={setSlots} />
        ))}
      </ul>
      <Failure>{failure}</Failure>
    </form>
  );
}

interface DaySlotsProps {
  day: number;
  slots: readonly PostingSlot[];
  onChange: (slots: PostingSlot[]) => void;
}

function DaySlots({ day, slots, onChange }: DaySlotsProps) {
  const [time, setTime] = useState('09:00');
  const name = dayNames[day] ?? '';
  const times = slots
    .filter((slot) => slot.day === day)
    .map((slot) => slot.time)
    .toSorted();
  const without = (removed: string) =>
    slots.filter((slot) => slot.day !== day || slot.time !== removed);
  const canAdd = time !== '' && slots.length < mostPostingSlots;
  const add = () => onChange([...without(time), { day, time }]);
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="w-24 font-medium">{name}</span>
      <span className="flex min-w-40 flex-1 flex-wrap gap-1.5">
        {times.map((each) => (
          <span
            key={each}
            className="inline-flex items-center gap-1 rounded-control border border-line pl-2.5 text-sm tabular-nums"
          >
            {clockText(each)}
            <IconButton
              icon={X}
              aria-label={`Remove ${name} ${clockText(each)}`}
              onClick={() => onChange(without(each))}
            />
          </span>
        ))}
        {times.length === 0 && <span className="text-sm text-muted">No slots</span>}
      </span>
      <span className="flex gap-1.5">
        <Input
          type="time"
          aria-label={`Time on ${name}`}
          className="w-32"
          value={time}
          onChange={(event) => setTime(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would otherwise save and close the dialog without adding this time.
            event.preventDefault();
            if (canAdd) add();
          }}
        />
        <Button
          size="icon"
          aria-label={`Add ${name} ${time && clockText(time)}`}
          disabled={!canAdd}
          onClick={add}
        >
          <Plus aria-hidden />
        </Button>
      </span>
      {times.length > 0 && (
        <CopyTimes day={day} times={times} slots={slots} onChange={onChange} />
      )}
    </li>
  );
}
