import { useState } from 'react';
import { mostPostingSlots, type PostingSlot } from '#shared/contracts/settings.ts';
import { FIRST_WEEK_POSTS } from '../../api/posting.ts';
import { Button, Input } from '../../components/ui/button.tsx';
import { Disclosure } from '../../components/ui/choices.tsx';
import { CheckboxField, Select } from '../../components/ui/form-fields.tsx';
import { counted } from '../../lib/formats.ts';
import {
  dayNames,
  mostSlotsBetween,
  spreadTimes,
  wholeWeek,
  withTimesOn,
  workingDays,
} from '../../lib/slots.ts';

const tooManySlots = `A week has at most ${mostPostingSlots} slots.`;

interface SlotsChange {
  slots: readonly PostingSlot[];
  onChange: (slots: PostingSlot[]) => void;
}

const dayChoices = { working: workingDays, all: wholeWeek };
type DayChoice = keyof typeof dayChoices;

/** Returns why slots cannot be spread between these times, or null if they can. */
function spreadProblem(count: number, from: string, to: string): string | null {
  if (from === '' || to === '') return 'Enter both times.';
  const most = mostSlotsBetween(from, to);
  if (most === 0) return 'The second time must be later than the first.';
  if (!Number.isInteger(count) || count < 1)
    return 'Enter how many slots a day should have.';
  if (count > most)
    return `At most ${counted(most, 'slot')} fit between these times, 20 minutes apart.`;
  return null;
}

/**
 * Fills the week with evenly spread slots. Proposes as many per day as the daily limit
 * allows, but at most the number recommended for the first week.
 */
export function SpreadTimes({
  slots,
  dailyCap,
  onChange,
}: SlotsChange & { dailyCap: number }) {
  const [count, setCount] = useState(Math.min(dailyCap, FIRST_WEEK_POSTS));
  const [from, setFrom] = useState('09:00');
  const [to, setTo] = useState('18:00');
  const [choice, setChoice] = useState<DayChoice>('working');
  const timesProblem = spreadProblem(count, from, to);
  const spread = timesProblem
    ? []
    : withTimesOn(slots, dayChoices[choice], spreadTimes(count, from, to));
  const problem = spread.length > mostPostingSlots ? tooManySlots : timesProblem;
  return (
    <fieldset className="flex flex-col gap-2 rounded-panel border border-line p-3">
      <legend className="sr-only">Spread slots over the day</legend>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        Spread
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          aria-label="Slots a day"
          className="max-w-16 tabular-nums"
          value={Number.isNaN(count) ? '' : count}
          onChange={(event) => setCount(event.target.valueAsNumber)}
        />
        a day between
        <Input
          type="time"
          aria-label="First time"
          className="max-w-32"
          value={from}
          onChange={(event) => setFrom(event.target.value)}
        />
        and
        <Input
          type="time"
          aria-label="Last time"
          className="max-w-32"
          value={to}
          onChange={(event) => setTo(event.target.value)}
        />
        <Select
          aria-label="Days"
          className="w-auto"
          value={choice}
          onChange={(event) => setChoice(event.target.value as DayChoice)}
          options={[
            ['working', 'Monday to Friday'],
            ['all', 'every day'],
          ]}
        />
        <Button disabled={problem !== null} onClick={() => onChange(spread)}>
          Spread
        </Button>
      </div>
      {problem && <p className="text-sm text-muted">{problem}</p>}
      {problem === null && count > dailyCap && (
        <p className="text-sm text-pending">
          Your daily limit is {dailyCap}. The other slots of a day are not offered.
        </p>
      )}
    </fieldset>
  );
}

const otherDays = (day: number, days = wholeWeek) =>
  days.filter((other) => other !== day);

export function CopyTimes(
  props: SlotsChange & { day: number; times: readonly string[] },
) {
  const { day, times, slots, onChange } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [targets, setTargets] = useState<readonly number[]>(
    workingDays.includes(day) ? otherDays(day, workingDays) : [],
  );
  const name = dayNames[day] ?? '';
  const toggle = (target: number, isChosen: boolean) => {
    const others = targets.filter((each) => each !== target);
    setTargets(isChosen ? [...others, target] : others);
  };
  const copied = withTimesOn(slots, targets, times);
  const isTooMany = copied.length > mostPostingSlots;
  const copy = () => {
    onChange(copied);
    setIsOpen(false);
  };
  return (
    <Disclosure
      summary={`Copy ${name}’s times`}
      className="w-full"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      {isOpen && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-2 pl-5.5 text-sm">
          {otherDays(day).map((other) => (
            <CheckboxField
              key={other}
              label={dayNames[other]}
              checked={targets.includes(other)}
              onCheckedChange={(isChosen) => toggle(other, isChosen)}
            />
          ))}
          <Button disabled={targets.length === 0 || isTooMany} onClick={copy}>
            {`Copy to ${counted(targets.length, 'day')}`}
          </Button>
          {isTooMany && <span className="text-muted">{tooManySlots}</span>}
        </div>
      )}
    </Disclosure>
  );
}
