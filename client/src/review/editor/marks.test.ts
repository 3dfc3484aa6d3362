import { describe, expect, it } from 'vitest';
import type { GroundedSentence } from '#shared/contracts/comment-detail.ts';
import { marksIn, withoutRange } from './marks.ts';

const sentence = (text: string): GroundedSentence => ({
  text,
  source: null,
  unsupported: [],
});
const found = (text: string, ...sentences: string[]) =>
  marksIn(text, sentences.map(sentence)).map(({ from, to, number }) => [
    number,
    text.slice(from, to),
  ]);

describe('the marks of a text', () => {
  it('find a sentence by its words, regardless of spaces, case and the browser’s segmentation', () => {
    expect(
      found(
        'So says Node v. Twelve of us agree. Fine.',
        'So says Node v. Twelve of us agree.',
      ),
    ).toEqual([[1, 'So says Node v. Twelve of us agree.']]);
    expect(
      found('We  kept three.\n\nWhy eleven?', 'we kept three.', 'Why eleven?'),
    ).toEqual([
      [1, 'We  kept three.'],
      [2, 'Why eleven?'],
    ]);
  });

  it('keep their numbers, follow moved sentences, and drop edited, extended or struck ones', () => {
    expect(
      found('We kept four. Why eleven, though?', 'We kept three.', 'Why eleven?'),
    ).toEqual([]);
    expect(found('In fact we kept three.', 'We kept three.')).toEqual([]);
    expect(
      found(
        'Why eleven? We kept three.',
        'We kept three.',
        'It was late.',
        'Why eleven?',
      ),
    ).toEqual([
      [3, 'Why eleven?'],
      [1, 'We kept three.'],
    ]);
  });

  it('give equal sentences their places in order', () => {
    expect(found('Yes. No. Yes.', 'Yes.', 'No.', 'Yes.')).toEqual([
      [1, 'Yes.'],
      [2, 'No.'],
      [3, 'Yes.'],
    ]);
  });
});

it('finds each of many equal sentences at its own place', () => {
  const text = 'Yes. '.repeat(2000);
  const places = marksIn(
    text,
    Array.from({ length: 2000 }, () => sentence('Yes.')),
  ).map(({ from }) => from);
  expect(places).toEqual(Array.from({ length: 2000 }, (_, index) => index * 5));
});

describe('a struck sentence', () => {
  it.each([
    ['One. Two. Three.', 'Two.', 'One. Three.'],
    ['One. Two.', 'One.', 'Two.'],
    ['One. Two.', 'Two.', 'One.'],
    ['One.\n\nTwo. Three.', 'Two.', 'One.\n\nThree.'],
    ['One. Two.\n\nThree.', 'Two.', 'One.\n\nThree.'],
    ['One.', 'One.', ''],
  ])(
    'removes from %j the sentence %j, and keeps spaces and line breaks',
    (text, struck, left) => {
      const from = text.indexOf(struck);
      expect(withoutRange(text, { from, to: from + struck.length })).toBe(left);
    },
  );
});
