import { describe, expect, it } from 'vitest';
import { beginningOf, shortened, shortenedToBytes } from './cut-text.ts';

describe('beginningOf', () => {
  it.each([
    ['an emoji of several people', 'Hi 👨‍👩‍👧!', 6, 'Hi '],
    ['a woman at a computer', '👩‍💻👩‍💻', 5, '👩‍💻'],
    ['a flag', '🇩🇪🇫🇷', 6, '🇩🇪'],
    [
      'a flag made of tag characters',
      'a🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      7,
      'a',
    ],
    ['a skin tone', '👍🏽👍🏽', 6, '👍🏽'],
    ['a letter with a combining accent', 'Cafe\u0301s', 4, 'Caf'],
    ['a surrogate pair', 'a😀', 2, 'a'],
    ['a conjunct with ZWJ', 'क्‍षक्‍ष', 4, 'क्‍ष'],
    ['CR and LF', 'a\r\nb', 2, 'a'],
  ])('does not split %s', (_what, text, limit, beginning) => {
    expect(beginningOf(text, limit)).toBe(beginning);
  });

  it('returns a text that fits unchanged', () => {
    expect(beginningOf('👩‍💻', 5)).toBe('👩‍💻');
    expect(beginningOf('abc', 3)).toBe('abc');
  });

  it('splits a letter from its accents only when they alone exceed the limit, and never splits an emoji', () => {
    expect(beginningOf(`a${'\u0301'.repeat(90)}`, 40)).toBe(`a${'\u0301'.repeat(39)}`);
    expect(beginningOf('👩‍💻', 1)).toBe('');
  });
});

it('shortened cuts a text to the limit, including the ellipsis', () => {
  expect(shortened('a 👩‍💻👩‍💻', 7)).toBe('a…');
  expect(shortened('a 👩‍💻👩‍💻', 8)).toBe('a 👩‍💻…');
  expect(shortened('abc', 3)).toBe('abc');
});

it('shortenedToBytes cuts a text to the limit in bytes, including the ellipsis', () => {
  expect(shortenedToBytes('äöü', 6)).toBe('äöü');
  expect(shortenedToBytes('äöüa', 6)).toBe('ä…');
  expect(shortenedToBytes('👩‍💻👩‍💻', 20)).toBe('👩‍💻…');
});
