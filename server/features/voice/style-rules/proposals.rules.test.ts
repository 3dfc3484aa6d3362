import { expect, it } from 'vitest';
import { newRules } from './proposals.rules.ts';

const rule = (text: string, ...edits: number[]) => ({ text, edits });

it('keeps what is new, those with more edits behind them first', () => {
  const few = rule('Name one number.', 0, 1);
  const many = rule('Use no exclamation marks.', 0, 1, 2);
  expect(newRules([few, many], [])).toEqual([many, few]);
});

it.each([
  ['the same words', 'Use no exclamation marks.'],
  ['another case and no full stop', 'use no exclamation marks'],
  ['almost the same words', 'Use no exclamation mark.'],
])('leaves out what is known in %s', (_, known) => {
  expect(newRules([rule('Use no exclamation marks.', 0, 1)], [known])).toEqual([]);
});

it('leaves out what another proposal says already', () => {
  const [kept, same] = [rule('Use no exclamation marks.', 0, 1, 2), rule('Use no exclamation mark.', 0, 1)];
  expect(newRules([same, kept], ['Start with the concrete thing.'])).toEqual([kept]);
});
