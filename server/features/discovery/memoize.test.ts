import { expect, it } from 'vitest';
import { memoize } from './memoize.ts';

it('makes each text once, and forgets the oldest of more than it may keep', () => {
  const made: string[] = [];
  const length = memoize((text) => {
    made.push(text);
    return text.length;
  }, 2);
  expect([length('a'), length('bb'), length('a'), length('')]).toEqual([1, 2, 1, 0]);
  expect(made).toEqual(['a', 'bb', '']);
  expect([length('bb'), length('a')]).toEqual([2, 1]);
  expect(made).toEqual(['a', 'bb', '', 'a']);
});
