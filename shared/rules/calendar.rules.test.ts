import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDays, isTimeZone, startOfDay } from './calendar.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  // Clocks change at midnight here: some days begin at 01:00.
  'America/Santiago',
  'Africa/Cairo',
];

const anyDay = fc
  .integer({
    min: Date.parse('2010-01-01') / 86_400_000,
    max: Date.parse('2035-01-01') / 86_400_000,
  })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

describe('startOfDay', () => {
  it.each([
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21', 'Europe/Berlin', '2026-11-20T23:00:00.000Z'],
    ['2026-07-01', 'America/Los_Angeles', '2026-07-01T07:00:00.000Z'],
    ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00.000Z'],
    ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, expected) => {
    expect(startOfDay(day, zone).toISOString()).toBe(expected);
  });

  it('returns the first moment of the day in every time zone', () => {
    fc.assert(
      fc.property(anyDay, fc.constantFrom(...zones), (day, zone) => {
        const dayOf = calendarDays(zone);
        const start = startOfDay(day, zone);
        expect(dayOf(start)).toBe(day);
        expect(dayOf(new Date(start.getTime() - 1))).toBe(addDays(day, -1));
      }),
    );
  });

  it('returns the start of the next day when the time zone skipped the day', () => {
    expect(calendarDays('Pacific/Apia')(startOfDay('2011-12-30', 'Pacific/Apia'))).toBe(
      '2011-12-31',
    );
  });
});

describe('addDays', () => {
  it('crosses months, years and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  });

  it('is undone by subtracting the same number of days', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -800, max: 800 }), (day, days) => {
        expect(addDays(addDays(day, days), -days)).toBe(day);
      }),
    );
  });
});

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'america/new_york'])('accepts %s', (zone) => {
    expect(isTimeZone(zone)).toBe(true);
  });

  it.each(['', 'Mars/Olympus', 'Berlin', '\u0000', '../etc/passwd'])(
    'refuses %j',
    (zone) => {
      expect(isTimeZone(zone)).toBe(false);
    },
  );
});
