import { describe, expect, it } from 'vitest';
import { gapRefusal, openGaps } from './gaps.ts';

describe('open gaps (rule 8.12)', () => {
  it.each([
    ['none in plain text', 'We cut it to 12 ms.', []],
    ['one', 'We cut it to ‹your figure›.', ['‹your figure›']],
    ['all, in order', '‹your team› cut it to ‹your figure›.', ['‹your team›', '‹your figure›']],
    ['one of 80 characters', `‹${'x'.repeat(80)}›`, [`‹${'x'.repeat(80)}›`]],
    ['no longer quotation', `‹${'x'.repeat(81)}›`, []],
    ['no empty brackets', 'Here ‹› is nothing.', []],
    ['no brackets over two lines', 'Here ‹your\nfigure› is nothing.', []],
    ['no bracket that is not closed', 'Here ‹your figure is open.', []],
    ['the inner one of two', 'Here ‹is ‹your figure›.', ['‹your figure›']],
  ])('finds %s', (_, text, expected) => {
    const found = openGaps(text, [text]);
    expect(found.map((gap) => gap.text)).toEqual(expected);
    for (const gap of found) expect(text.slice(gap.from, gap.to)).toBe(gap.text);
  });

  it('are refused with the first one’s name', () => {
    const text = 'From ‹your figure› to ‹another›.';
    expect(gapRefusal(text, [text])).toBe('Fill in ‹your figure› or remove it first. Nothing was changed.');
    expect(gapRefusal('From 3 to 5.', [text])).toBeNull();
  });
});
