import { comparableText } from '#shared/rules/comment-text.ts';

const gramLength = 4;

/** A changed name or ending stays above this; another thought falls far below. */
export const nearDuplicate = 0.7;

/** Returns the Dice coefficient of four-letter runs, 0 to 1. */
export function similarity(a: string, b: string): number {
  return overlap(grams(a), grams(b));
}

export function nearest(text: string, others: readonly string[]): number {
  const own = grams(text);
  return others.reduce((most, other) => Math.max(most, overlap(own, grams(other))), 0);
}

export function repeatsOne(text: string, earlierTexts: readonly string[]): boolean {
  return nearest(text, earlierTexts) >= nearDuplicate;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1;
  const [smaller, larger] = a.size < b.size ? [a, b] : [b, a];
  const shared = [...smaller].filter((gram) => larger.has(gram)).length;
  return (2 * shared) / (a.size + b.size);
}

function grams(text: string): Set<string> {
  const letters = [
    ...comparableText(text)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ];
  if (letters.length === 0) return new Set();
  if (letters.length < gramLength) return new Set([letters.join('')]);
  const runs = letters.slice(0, letters.length - gramLength + 1);
  return new Set(runs.map((_, index) => letters.slice(index, index + gramLength).join('')));
}
