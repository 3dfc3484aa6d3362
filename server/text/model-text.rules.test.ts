import { describe, expect, it } from 'vitest';
import { tokensOf } from './model-text.rules.ts';
import { numbersIn } from './numbers.rules.ts';

const valuesIn = (text: string) => [...new Set(numbersIn(text).map(({ value }) => value))];

it.each<[string, number[]]>([
  ['1,500 users', [1500, 1.5]],
  ['ab 1.500 Euro', [1500, 1.5]],
  ['10k stars, 2M views and 3 million more', [10_000, 2_000_000, 3_000_000]],
  ['twenty-five of one hundred and twenty', [25, 120]],
  ['two hundred thousand', [200_000]],
  ['dreiundzwanzig von zweihundertfünfzig', [23, 250]],
  ['treinta y dos de cada cien', [32, 100]],
  ['the one thing on K8s', []],
])('reads the numbers of "%s"', (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});

it('reads a version as a text without a value', () => {
  expect(numbersIn('since v1.31.2')).toEqual([{ text: '1.31.2', at: 7, value: Number.NaN }]);
});

describe('tokens (rule 8.18)', () => {
  /** Counted by the tokenizers of gpt (o200k) and llama 3, of which the larger is given. */
  it.each([
    ['times of a transcript', '0:05 - Part one\n12:34 - Part two\n1:02:03 - The end\n', 23],
    ['figures', '192.168.1.1 on 2026-11-28 at 10:00:00', 22],
    ['Hindi', 'जब डेटाबेस उपलब्ध नहीं होता तब तत्परता जाँच विफल हो जाती है।', 30],
    ['Russian', 'Проверки готовности обращаются к базе данных.', 12],
    ['emoji', '🔥🚀👋🏽✨', 14],
    ['English', 'so what we did is we went and took the cluster down and then looked at the logs', 18],
  ])('are estimated as no fewer than there are, but for a tenth: %s', (_, text, counted) => {
    expect(tokensOf(text)).toBeGreaterThanOrEqual(0.9 * counted);
  });
});
