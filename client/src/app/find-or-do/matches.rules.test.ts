import { expect, it } from 'vitest';
import { matches } from './matches.rules.ts';

it.each([
  ['', true],
  ['  ', true],
  ['q', true],
  ['QUE rev', true],
  ['ueue', false],
  ['review history', false],
])('finds "Review Queue" by the beginnings of its words: %j', (typed, expected) => {
  expect(matches('Review Queue', typed)).toBe(expected);
});
