import { describe, expect, it } from 'vitest';
import { msUntil, readRetryAfter } from './outgoing.ts';

const read = (value: string) => readRetryAfter(new Headers({ 'Retry-After': value }));
const date = 'Sun, 22 Nov 2026 20:07:00 GMT';

describe('Retry-After', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    [date, new Date('2026-11-22T20:07:00Z')],
  ])('%s is read', (value, expected) => {
    expect(read(value)).toEqual(expected);
  });

  it.each(['', 'soon', '-5', '1.5', '1e3', '99999999999', '120 s'])('%j is ignored', (value) => {
    expect(read(value)).toBeNull();
  });

  it.each([undefined, null, 'retry-after: 5', {}, new Headers()])(
    'is missing where there are no such headers',
    (headers) => {
      expect(readRetryAfter(headers)).toBeNull();
    },
  );

  it('counts from now, and a date in the past as none', () => {
    const now = new Date('2026-11-22T20:00:00Z');
    expect(msUntil(5000, now)).toBe(5000);
    expect(msUntil(new Date(date), now)).toBe(7 * 60_000);
    expect(msUntil(new Date(0), now)).toBe(0);
  });
});
