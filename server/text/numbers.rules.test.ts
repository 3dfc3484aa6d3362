import { expect, it } from 'vitest';
import { numbersIn } from './numbers.rules.ts';

const valuesIn = (text: string) => [...new Set(numbersIn(text).map(({ value }) => value))];

it.each<[string, number[]]>([
  ['1,500 users', [1500, 1.5]],
  ['ab 1.500 Euro', [1500, 1.5]],
  ['10k stars, 2M views and 3 million more', [10_000, 2_000_000, 3_000_000]],
  ['twenty-five of one hundred and twenty', [25, 120]],
  ['two hundred thousand', [200_000]],
  ['three and a half minutes', [3.5]],
  ['dreiundzwanzig von zweihundertfünfzig', [23, 250]],
  ['treinta y dos de cada cien', [32, 100]],
  ['vingt-deux', [22]],
  ['the one thing on K8s', []],
])('reads the numbers of "%s"', (text, values) => {
  expect(valuesIn(text)).toEqual(values);
});

it('reads a version as a text without a value', () => {
  expect(numbersIn('since v1.31.2')).toEqual([{ text: '1.31.2', at: 7, value: Number.NaN }]);
});
