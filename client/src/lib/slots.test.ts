import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slotSpacingMs } from '#shared/rules/posting-slots.ts';
import { mostSlotsBetween, spreadTimes, withTimesOn } from './slots.ts';

const minutesOf = (time: string) => Date.parse(`1970-01-01T${time}Z`) / 60_000;

describe('times spread over a day', () => {
  it.each([
    [1, '09:00', '18:00', ['09:00']],
    [2, '09:00', '18:00', ['09:00', '18:00']],
    [3, '09:00', '18:00', ['09:00', '13:30', '18:00']],
    [6, '09:00', '18:00', ['09:00', '10:45', '12:30', '14:15', '16:00', '17:45']],
    [1, '18:00', '18:00', ['18:00']],
  ])('are %d between %s and %s', (count, from, to, times) => {
    expect(spreadTimes(count, from, to)).toEqual(times);
  });

  it('are none when the last time is before the first', () => {
    expect(mostSlotsBetween('18:00', '09:00')).toBe(0);
  });

  it('keep enough distance for one comment each', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const time = minute.map((minutes) =>
      new Date(minutes * 60_000).toISOString().slice(11, 16),
    );
    fc.assert(
      fc.property(time, time, (from, to) => {
        const times = spreadTimes(mostSlotsBetween(from, to), from, to).map(minutesOf);
        const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
        expect(Math.min(...steps, Number.POSITIVE_INFINITY)).toBeGreaterThanOrEqual(
          slotSpacingMs / 60_000,
        );
      }),
    );
  });
});

it('replaces the times of the chosen days and keeps those of the others', () => {
  const slots = [
    { day: 1, time: '09:00' },
    { day: 2, time: '10:00' },
    { day: 6, time: '12:00' },
  ];
  expect(withTimesOn(slots, [2, 3], ['09:00', '13:00'])).toEqual([
    { day: 1, time: '09:00' },
    { day: 6, time: '12:00' },
    { day: 2, time: '09:00' },
    { day: 2, time: '13:00' },
    { day: 3, time: '09:00' },
    { day: 3, time: '13:00' },
  ]);
});
