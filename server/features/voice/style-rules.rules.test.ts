import { describe, expect, it } from 'vitest';
import { newRules, rulesAnswer } from './style-rules.rules.ts';

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

const read = (rules: unknown) => rulesAnswer(3).read({ rules });

describe('style rules in an answer', () => {
  it('cite edits of the request, counted from one, each once', () => {
    expect(read([{ text: '  No\nemoji. ', edits: [2, '3', 2, 9, 0] }])).toEqual([
      { text: 'No emoji.', edits: [1, 2] },
    ]);
  });

  it.each([
    ['no text', { text: ' ', edits: [1, 2] }],
    ['no edit', { text: 'No emoji.', edits: [] }],
    ['one edit', { text: 'No emoji.', edits: [1, 1] }],
    ['edits that are not there', { text: 'No emoji.', edits: [1, 4] }],
    ['half an edit', { text: 'No emoji.', edits: [1, 1.5] }],
    ['a text that is too long', { text: 'x'.repeat(301), edits: [1, 2] }],
    ['a NUL', { text: 'No \u0000emoji.', edits: [1, 2] }],
    ['another shape', 'No emoji.'],
    ['nothing', null],
  ])('are left out with %s', (_, rule) => {
    expect(read([rule, { text: 'Short sentences.', edits: [1, 2] }])).toEqual([
      { text: 'Short sentences.', edits: [0, 1] },
    ]);
  });

  it('are six at most', () => {
    const many = Array.from({ length: 9 }, (_, number) => ({ text: `Rule ${number}.`, edits: [1, 2] }));
    expect(read(many)).toHaveLength(6);
  });

  it.each([undefined, null, 'none', {}])('are no answer as %j', (rules) => {
    expect(read(rules)).toBeNull();
  });

  it('may be none', () => {
    expect(read([])).toEqual([]);
  });
});
