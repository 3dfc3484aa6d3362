import { describe, expect, it } from 'vitest';
import { rulesAnswer } from './rules-question.rules.ts';

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
