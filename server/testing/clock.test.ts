import { expect, test } from 'vitest';
import { fakeClock } from './clock.ts';

test('stands still until it is moved', () => {
  const clock = fakeClock('2026-03-03T12:00:00.000Z');
  expect(clock.now()).toEqual(clock.now());
  clock.advance(90_000);
  expect(clock.now().toISOString()).toBe('2026-03-03T12:01:30.000Z');
  clock.set('2026-01-01T00:00:00.000Z');
  expect(clock.now().toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

test('what it hands out cannot move it', () => {
  const clock = fakeClock();
  clock.now().setFullYear(1999);
  expect(clock.now().getUTCFullYear()).toBe(2026);
});

test('refuses what is no time', () => {
  const clock = fakeClock();
  expect(() => clock.advance(-1)).toThrow('-1 ms');
  expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
  expect(() => clock.set('soon')).toThrow('soon is not an instant');
});
