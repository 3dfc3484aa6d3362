import type { Tokens } from '#shared/contracts/draft-record.ts';

/** US dollars per million tokens, by prefix of the model's name (list prices). */
const prices: [string, { input: number; output: number }][] = [
  ['gpt-6-luna', { input: 0.1, output: 0.5 }],
  ['gpt-6-sol', { input: 2, output: 10 }],
  ['gpt-5.6-luna', { input: 0.2, output: 1.2 }],
  ['gpt-5.4-mini', { input: 0.75, output: 4.5 }],
];

export function costUsd(model: string, isOpenAi: boolean, tokens: Tokens | null): number | null {
  const price = prices.find(([name]) => model.startsWith(name))?.[1];
  if (!price || !isOpenAi || !tokens) return null;
  return (tokens.input * price.input + tokens.output * price.output) / 1_000_000;
}
