import { expect, it, vi } from 'vitest';
import { fromLocalDateTime, toLocalDateTime } from './formats.ts';

it.each([
  ['two hours ahead of UTC', -120, '2026-11-22T01:30'],
  ['five hours and a half behind UTC', 330, '2026-11-21T18:00'],
])('shows the wall clock %s', (_where, minutes, shown) => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(minutes);
  expect(toLocalDateTime(new Date('2026-11-21T23:30:59.999Z'))).toBe(shown);
});

it('returns the chosen instant, or null for an impossible one', () => {
  expect(fromLocalDateTime('2026-11-21T23:30')).toEqual(new Date(2026, 10, 21, 23, 30));
  expect(fromLocalDateTime('')).toBeNull();
  expect(fromLocalDateTime('2026-13-45T25:61')).toBeNull();
});
