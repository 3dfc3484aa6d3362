import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PostingSlot } from '../contracts/settings.ts';
import { calendarDays, instantAt, wallTime, weekdayOf } from './calendar.ts';
import {
  fillFreeSlots,
  freeSlots,
  type Schedule,
  slotSpacingMs,
  slotTimes,
} from './posting-slots.ts';

const everyDay = (time: string): PostingSlot[] =>
  [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, time }));
const range = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const isoOf = (times: Iterable<Date>) => [...times].map((at) => at.toISOString());
const minute = 60_000;

describe('weekly posting slots when clocks change (rule 7.18)', () => {
  it.each([
    // Gaps: 02:30 does not exist, so the slot is at the first moment after the gap.
    ['Europe/Berlin', '02:30', '2026-03-29', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', '02:30', '2026-03-08', '2026-03-08T07:00:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2026-10-04', '2026-10-03T15:30:00.000Z'],
    // Overlaps: the slot is at the first of the two times.
    ['Europe/Berlin', '02:30', '2026-10-25', '2026-10-25T00:30:00.000Z'],
    ['America/New_York', '01:30', '2026-11-01', '2026-11-01T05:30:00.000Z'],
    ['Australia/Lord_Howe', '01:45', '2026-04-05', '2026-04-04T14:45:00.000Z'],
    // A time zone whose clocks never change.
    ['Asia/Kolkata', '02:30', '2026-03-29', '2026-03-28T21:00:00.000Z'],
  ])('are at the right moment in %s for %s on %s', (zone, time, day, expected) => {
    const around = {
      from: new Date(`${day}T00:00:00Z`),
      to: new Date(`${day}T00:00:00Z`),
    };
    around.from.setUTCDate(around.from.getUTCDate() - 2);
    around.to.setUTCDate(around.to.getUTCDate() + 2);
    const slots = [{ day: weekdayOf(day), time }];
    expect(isoOf(slotTimes(slots, zone, around))).toEqual([expected]);
  });

  it('have the same time of day before and after the change', () => {
    const times = [
      ...slotTimes(
        everyDay('09:00'),
        'Europe/Berlin',
        range('2026-03-27T12:00:00Z', '2026-03-31T12:00:00Z'),
      ),
    ];
    expect(isoOf(times)).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
      '2026-03-31T07:00:00.000Z',
    ]);
  });

  it('become one when a gap moves two of them to the same moment', () => {
    const slots = [...everyDay('02:15'), ...everyDay('02:45'), ...everyDay('02:45')];
    const night = range('2026-03-28T23:00:00Z', '2026-03-29T12:00:00Z');
    expect(isoOf(slotTimes(slots, 'Europe/Berlin', night))).toEqual([
      '2026-03-29T01:00:00.000Z',
    ]);
  });
});

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
];
const clockTime = fc
  .integer({ min: 0, max: 1439 })
  .map((minutes) => new Date(minutes * minute).toISOString().slice(11, 16));
const someSlots = fc.array(
  fc.record({ day: fc.integer({ min: 0, max: 6 }), time: clockTime }),
  {
    maxLength: 12,
  },
);
const instant = fc
  .integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') })
  .map((at) => new Date(at));

const noSchedule: Schedule = {
  slots: everyDay('09:00'),
  timeZone: 'UTC',
  dailyCap: 50,
  postedToday: 0,
  due: [],
  now: new Date('2026-11-24T08:00:00Z'),
};

describe('instantAt', () => {
  it('returns the moment that shows the given time, or the first one after a gap', () => {
    fc.assert(
      fc.property(instant, clockTime, fc.constantFrom(...zones), (about, time, zone) => {
        const { day } = wallTime(about, zone);
        const at = instantAt({ day, time }, zone);
        const shown = wallTime(at, zone);
        expect(shown.day).toBe(day);
        expect(shown.time >= time).toBe(true);
        if (shown.time === time) {
          const earlier = wallTime(new Date(at.getTime() - 60 * minute), zone);
          expect(earlier).not.toEqual({ day, time });
        } else {
          // Clocks never show a time between the slot and the end of the gap.
          expect(wallTime(new Date(at.getTime() - 1), zone).time < time).toBe(true);
        }
      }),
    );
  });
});

describe('free posting slots (rule 7.18)', () => {
  const week = range('2026-11-24T00:00:00Z', '2026-11-28T00:00:00Z');

  it('are in the future and at least 20 minutes from every scheduled comment', () => {
    const due = ['2026-11-25T08:40:00Z', '2026-11-26T09:19:59Z'].map(
      (iso) => new Date(iso),
    );
    expect(isoOf(freeSlots({ ...noSchedule, due }, week))).toEqual([
      '2026-11-24T09:00:00.000Z',
      '2026-11-25T09:00:00.000Z',
      '2026-11-27T09:00:00.000Z',
    ]);
    const atNine = { ...noSchedule, now: new Date('2026-11-24T09:00:00Z') };
    expect(isoOf(freeSlots(atNine, week))[0]).toBe('2026-11-25T09:00:00.000Z');
  });

  it('are filled one by one up to the number asked for', () => {
    const slots = [...everyDay('09:00'), ...everyDay('09:10'), ...everyDay('12:00')];
    expect(
      isoOf(fillFreeSlots({ ...noSchedule, slots, dailyCap: 2, postedToday: 1 }, 3)),
    ).toEqual([
      '2026-11-24T09:00:00.000Z',
      '2026-11-25T09:00:00.000Z',
      '2026-11-25T12:00:00.000Z',
    ]);
    expect(fillFreeSlots({ ...noSchedule, slots: [] }, 3)).toEqual([]);
    expect(
      fillFreeSlots({ ...noSchedule, slots: [{ day: 1, time: '09:00' }] }, 500),
    ).toHaveLength(52);
  });

  it('never break the gap between comments or the daily cap when they are filled', () => {
    fc.assert(
      fc.property(
        fc.record({
          slots: someSlots,
          timeZone: fc.constantFrom(...zones),
          now: instant,
          offsets: fc.array(fc.integer({ min: -1440, max: 10_080 }), { maxLength: 12 }),
          dailyCap: fc.integer({ min: 1, max: 4 }),
        }),
        ({ slots, timeZone, now, offsets, dailyCap }) => {
          const due = offsets.map(
            (minutes) => new Date(now.getTime() + minutes * minute),
          );
          const schedule = { slots, timeZone, dailyCap, postedToday: 1, due, now };
          const filled = fillFreeSlots(schedule, 8);
          const dayOf = calendarDays(timeZone);
          const all = [...due, ...filled];
          for (const at of filled) {
            expect(at > now).toBe(true);
            const near = all.filter(
              (other) => Math.abs(other.getTime() - at.getTime()) < slotSpacingMs,
            );
            expect(near).toHaveLength(1);
            const today = dayOf(at) === dayOf(now);
            const sameDay = all.filter(
              (other) => dayOf(other < now ? now : other) === dayOf(at),
            ).length;
            expect(sameDay + (today ? 1 : 0)).toBeLessThanOrEqual(dailyCap);
          }
          expect(filled).toEqual(filled.toSorted((a, b) => a.getTime() - b.getTime()));
          const [next] = freeSlots(schedule, {
            from: now,
            to: new Date(now.getTime() + 60 * 86_400_000),
          });
          expect(filled[0]).toEqual(next);
        },
      ),
    );
  });
});
