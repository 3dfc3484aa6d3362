import type { Tokens } from '#shared/contracts/draft-record.ts';

interface Family {
  /** Tokens of prompt and answer together (OpenAI's model pages, November 2026). */
  window?: number;
  /** The lowest effort it offers; null if it does not reason. */
  effort?: 'none' | 'low' | null;
  /** US dollars per million tokens (list prices). */
  price?: { input: number; output: number };
}

/** By the beginning of the model's name; the first that fits counts. */
const families: [RegExp, Family][] = [
  [/^gpt-6-luna/, { effort: 'none', price: { input: 0.1, output: 0.5 } }],
  [/^gpt-6-sol/, { effort: 'none', price: { input: 2, output: 10 } }],
  [/^gpt-5\.6-luna/, { effort: 'none', price: { input: 0.2, output: 1.2 } }],
  [/^gpt-5\.4-mini/, { effort: 'none', price: { input: 0.75, output: 4.5 } }],
  [/^gpt-(5\.[1-9]|[6-9])/, { effort: 'none' }],
  [/^gpt-5/, { effort: 'low' }],
  [/^o\d/, { effort: 'low' }],
  [/^gpt-3\.5/, { window: 16_385 }],
  [/^gpt-4($|-\d{4}$)/, { window: 8192 }],
  [/^(chat)?gpt-\d/, {}],
];

export const openAiWindow = 128_000;

/** What is known of a model of OpenAI's; null for another one's. */
export function openAiModel(model: string): Required<Family> | null {
  const family = families.find(([name]) => name.test(model))?.[1];
  return family ? { window: openAiWindow, effort: null, price: { input: 0, output: 0 }, ...family } : null;
}

/** Null where the price is not known. */
export function costUsd(model: string, tokens: Tokens | null): number | null {
  const { price } = families.find(([name]) => name.test(model))?.[1] ?? {};
  if (!price || !tokens) return null;
  return (tokens.input * price.input + tokens.output * price.output) / 1_000_000;
}
