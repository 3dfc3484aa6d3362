const fewest = 3;
const spread = { from: 0.7, to: 1.4 };
const shortest = 45;
const mostCharacters = 1500;

export interface UsualManner {
  /** Characters of a comment; null where too few samples tell it. */
  length: { from: number; to: number } | null;
  samples: number;
  /** Samples that have one. */
  withEmoji: number;
  withExclamation: number;
}

/** Returns what the person's own comments show of their length and marks. */
export function usualManner(samples: readonly string[]): UsualManner {
  const having = (mark: RegExp) => samples.filter((text) => mark.test(text)).length;
  return {
    length: samples.length < fewest ? null : usualLength(samples.map((text) => text.length)),
    samples: samples.length,
    withEmoji: having(/\p{Extended_Pictographic}/u),
    withExclamation: having(/[!！]/),
  };
}

function usualLength(lengths: readonly number[]): { from: number; to: number } {
  const sorted = [...lengths].sort((a, b) => a - b);
  const median = Math.max(shortest, sorted[Math.floor(sorted.length / 2)] ?? 0);
  const tens = (count: number) => Math.min(mostCharacters, Math.round(count / 10) * 10);
  return { from: tens(median * spread.from), to: tens(median * spread.to) };
}
