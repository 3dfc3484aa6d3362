import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDays } from './calendar.ts';
import {
  autoPostDueAt,
  bulkIntervals,
  bulkPresets,
  bulkSchedule,
  cadence,
  countdown,
  presetHelp,
  quickSchedule,
  quickScheduleMinutes,
} from './schedule.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = new Date('2026-03-03T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

describe('quick schedule (rule 5.4)', () => {
  it('offers 5, 10, 15, 20 and 30 minutes', () => {
    expect(quickScheduleMinutes).toEqual([5, 10, 15, 20, 30]);
    expect(quickSchedule(15, now)).toEqual(at(15 * minute));
  });
});

describe('bulk schedule (rule 9.5)', () => {
  it.each([
    ['1', 5 * minute, 10 * minute, 'First in 5 to 15 minutes, then about every 5'],
    ['2', hour, 30 * minute, 'First in 1 to 1.5 hours, then about every hour'],
    ['3', 12 * hour, 12 * hour, 'First in 12 to 24 hours, then about every 12'],
  ] as const)(
    'preset %s puts item k at base × k plus a random extra, as its help says',
    (preset, base, extra, help) => {
      expect(bulkIntervals[preset]).toMatchObject({ baseMs: base, extraMs: extra });
      expect(presetHelp(preset)).toBe(help);
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 60 }),
          fc.infiniteStream(fc.double({ min: 0, max: 0.999999, noNaN: true })),
          (count, stream) => {
            const times = bulkSchedule(
              preset,
              count,
              now,
              () => stream.next().value ?? 0,
            );
            expect(times).toHaveLength(count);
            for (const [index, time] of times.entries()) {
              const offset = time.getTime() - now.getTime() - base * (index + 1);
              expect(offset).toBeGreaterThanOrEqual(0);
              expect(offset).toBeLessThan(extra);
            }
          },
        ),
      );
    },
  );

  it('keeps the order of the queue for any random extras', () => {
    const extras = [0.9, 0.1, 0.8, 0];
    const times = bulkSchedule('1', extras.length, now, () => extras.shift() ?? 0);
    expect(times).toEqual([11, 14, 20, 23].map((minutes) => at(minutes * minute)));
  });

  it('has three presets', () => {
    expect(bulkPresets).toEqual(['1', '2', '3']);
  });
});

describe('auto-post without a schedule (rule 4.5)', () => {
  it('is due at the later of 24 hours after queueing and ten minutes after approval', () => {
    expect(autoPostDueAt(now, at(hour))).toEqual(at(24 * hour));
    expect(autoPostDueAt(now, at(30 * hour))).toEqual(at(30 * hour + 10 * minute));
  });
});

describe('cadence (rule 4.7)', () => {
  it.each([
    [1, 0, 'Single'],
    [2, 29.9 * minute, 'Quick (5-15min)'],
    [2, 30 * minute, 'Hourly (1-1.5h)'],
    [2, 119 * minute, 'Hourly (1-1.5h)'],
    [2, 120 * minute, 'Daily (12-24h)'],
    [3, 70 * minute, 'Hourly (1-1.5h)'],
  ] as const)('of %d comments within %d ms is “%s”', (count, span, expected) => {
    expect(cadence(count, now, at(span))).toBe(expected);
  });
});

describe('countdown (rule 4.6)', () => {
  const dayOf = calendarDays('UTC');

  it.each([
    [-3_600_000, 'Overdue', 'overdue'],
    [-10_000, 'Overdue', 'overdue'],
    [-9_999, 'Posting…', 'posting'],
    [-1, 'Posting…', 'posting'],
    [0, '<1m', 'ahead'],
    [minute - 1, '<1m', 'ahead'],
    [minute, '1m', 'ahead'],
    [59 * minute + 59_999, '59m', 'ahead'],
    [hour, '1h', 'ahead'],
    [24 * hour - 1, '23h', 'ahead'],
    [24 * hour, '1d', 'ahead'],
    [73 * hour, '3d', 'ahead'],
  ])('for a comment due in %i ms is “%s”', (ms, text, phase) => {
    expect(countdown(at(ms), now, { dayOf })).toEqual({ text, phase });
  });

  it('is overdue as soon as its time has passed when the comment is held back', () => {
    expect(countdown(at(-1), now, { dayOf, isHeld: true })).toEqual({
      text: 'Overdue',
      phase: 'overdue',
    });
    expect(countdown(at(minute), now, { dayOf, isHeld: true })).toEqual({
      text: '1m',
      phase: 'ahead',
    });
  });

  it('is the same for all comments due on one calendar day', () => {
    const saturday = new Date('2026-11-21T14:00:00Z');
    const onMonday = [
      '2026-11-23T00:05:00Z',
      '2026-11-23T09:00:00Z',
      '2026-11-23T17:30:00Z',
    ];
    const texts = onMonday.map(
      (time) => countdown(new Date(time), saturday, { dayOf }).text,
    );
    expect(texts).toEqual(['2d', '2d', '2d']);
  });

  it('is at least “1d” for a comment due in a day, even on a day of 25 hours', () => {
    const berlin = calendarDays('Europe/Berlin');
    const afterMidnight = new Date('2026-10-24T22:05:00Z');
    const beforeMidnight = new Date('2026-10-25T22:30:00Z');
    expect(countdown(beforeMidnight, afterMidnight, { dayOf: berlin }).text).toBe('1d');
  });
});
