import { describe, expect, it } from 'vitest';
import { commentSoFar } from './model-answer.rules.ts';
import {
  promptLine,
  promptText,
  tidyComment,
  tokensOf,
  withinBudget,
} from './model-text.rules.ts';
import { numbersIn } from './numbers.rules.ts';

const valuesIn = (text: string) => [
  ...new Set(numbersIn(text).map(({ value }) => value)),
];

it.each<[string, number[]]>([
  ['1,500 users', [1500, 1.5]],
  ['ab 1.500 Euro', [1500, 1.5]],
  ['10k stars, 2M views and 3 million more', [10_000, 2_000_000, 3_000_000]],
  ['twenty-five of one hundred and twenty', [25, 120]],
  ['two hundred thousand', [200_000]],
  ['dreiundzwanzig von zweihundertfünfzig', [23, 250]],
  ['treinta y dos de cada cien', [32, 100]],
  ['the one thing on K8s', []],
])('numbersIn reads “%s” as %j', (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});

it('numbersIn reads a version as a text without a value', () => {
  expect(numbersIn('since v1.31.2')).toEqual([
    { text: '1.31.2', at: 7, value: Number.NaN },
  ]);
});

const joined: [what: string, text: string][] = [
  ['Persian with ZWNJ', 'من می‌خواهم کتاب‌ها را بخوانم'],
  ['Sindhi and Urdu with ZWNJ', 'علم‌دوست'],
  ['Hindi with ZWJ', 'क्‍ष और श्‍रम'],
  ['Malayalam with ZWJ', 'അവന്‍ നല്ല'],
  ['Khmer with zero width spaces', 'ខ្ញុំ\u200bចង់\u200bអាន'],
  ['a woman at a computer', 'Great 👩‍💻 work'],
  ['a family', '👨‍👩‍👧 and 🏳️‍🌈'],
  [
    'a flag made of tag characters',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} here',
  ],
  ['Hebrew with a direction mark', 'שלום\u200f! (ok)'],
];

describe('letters and emoji with invisible characters between them (rule 8.24)', () => {
  it.each(joined)('are kept in a prompt: %s', (_what, text) => {
    expect(promptText(text)).toBe(text);
    expect(promptLine(text, 200)).toBe(text);
  });

  it.each(joined)('are kept in an answer of the model: %s', (_what, text) => {
    expect(tidyComment(text)).toBe(text);
    expect(commentSoFar(JSON.stringify({ comment: text }))).toBe(text);
  });

  it('are never cut apart when a text is shortened', () => {
    expect(withinBudget('👩‍💻👩‍💻👩‍💻', 12)).toBe(
      '👩‍💻👩‍💻 [shortened: the first 12 of 15 characters]',
    );
    expect(withinBudget('Cafe\u0301s', 4)).toMatch(/^Caf \[shortened/);
    expect(withinBudget('🇩🇪🇫🇷', 6)).toMatch(/^🇩🇪 \[shortened/u);
  });

  it('are kept, but control characters, direction overrides and byte order marks are removed', () => {
    expect(promptText('a\u0000b\u0007c\u202ed\u2066e\u2069f\ufeffg\u0085h')).toBe(
      'abcdefgh',
    );
  });
});

describe('tokensOf (rule 8.18)', () => {
  /**
   * The expected number is the larger count of the tokenizers of gpt (o200k) and llama 3.
   */
  it.each([
    [
      'times in a transcript',
      '0:05 - Part one\n12:34 - Part two\n1:02:03 - The end\n',
      23,
    ],
    ['numbers', '192.168.1.1 on 2026-11-28 at 10:00:00', 22],
    ['Hindi', 'जब डेटाबेस उपलब्ध नहीं होता तब तत्परता जाँच विफल हो जाती है।', 30],
    ['Russian', 'Проверки готовности обращаются к базе данных.', 12],
    ['emoji', '🔥🚀👋🏽✨', 14],
    [
      'English',
      'so what we did is we went and took the cluster down and then looked at the logs',
      18,
    ],
  ])('underestimates the tokens by at most a tenth: %s', (_, text, counted) => {
    expect(tokensOf(text)).toBeGreaterThanOrEqual(0.9 * counted);
  });
});
