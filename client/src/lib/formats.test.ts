import { expect, it, vi } from 'vitest';
import { clockText, fromLocalDateTime, toLocalDateTime } from './formats.ts';
import { formatPlanned } from './planned-times.ts';

it.each([
  ['2026-11-21T15:12:00Z', 'today 3:12 PM'],
  ['2026-11-21T21:00:00Z', 'tonight 9:00 PM'],
  ['2026-11-22T09:00:00Z', 'tomorrow 9:00 AM'],
  ['2026-11-25T09:00:00Z', 'Wed 9:00 AM'],
  ['2026-12-04T09:00:00Z', 'Dec 4, 9:00 AM'],
  ['2027-01-04T09:00:00Z', 'Jan 4, 2027, 9:00 AM'],
])('calls %s by its nearest name', (iso, words) => {
  expect(formatPlanned(iso, new Date('2026-11-21T10:00:00Z'))).toBe(words);
});

it('shortens full hours', () => {
  expect(['09:00', '17:30', '00:05'].map(clockText)).toEqual([
    '9 AM',
    '5:30 PM',
    '12:05 AM',
  ]);
});

it('uses a 24-hour clock when the viewer’s language does', async () => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), hour12: false };
  });
  vi.resetModules();
  const formats = await import('./formats.ts');
  const { formatPlanned } = await import('./planned-times.ts');
  expect(['09:00', '17:30'].map(formats.clockText)).toEqual(['9:00', '17:30']);
  expect(formatPlanned('2026-11-21T21:00:00Z', new Date('2026-11-21T10:00:00Z'))).toBe(
    'tonight 21:00',
  );
});

it.each([
  ['two hours ahead of UTC', -120, '2026-11-22T01:30'],
  ['five hours and a half behind UTC', 330, '2026-11-21T18:00'],
])('shows the wall clock %s', (_where, minutes, shown) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
  expect(toLocalDateTime(new Date('2026-11-21T23:30:59.999Z'))).toBe(shown);
});

it('returns the chosen time, or null for an impossible one', () => {
  expect(fromLocalDateTime('2026-11-21T23:30')).toEqual(new Date(2026, 10, 21, 23, 30));
  expect(fromLocalDateTime('')).toBeNull();
  expect(fromLocalDateTime('2026-13-45T25:61')).toBeNull();
});

it('returns null while the year is still being typed (rule 5.8)', () => {
  expect(fromLocalDateTime('0020-11-21T23:30')).toBeNull();
  expect(fromLocalDateTime('20261-11-21T23:30')).toBeNull();
});
