export interface Target {
  text: string;
  holds(value: number): boolean;
}

/** A limit for the ratio to the floor or peer in the same row. */
export const times = (limit: number): Target => ({
  text: `≤ ${limit} ×`,
  holds: (value) => value <= limit,
});
export const exactly = (count: number): Target => ({
  text: `exactly ${count}`,
  holds: (value) => value === count,
});
export const noMoreThan = (count: number, unit = ''): Target => ({
  text: `at most ${count}${unit && ` ${unit}`}`,
  holds: (value) => value <= count,
});

export interface Finding {
  what: string;
  ours: string;
  against: string;
  value: number;
  /** Null for a row that is only for information. */
  target: Target | null;
}

export const isMissed = ({ target, value }: Finding): boolean =>
  target !== null && !target.holds(value);

export const milliseconds = (value: number): string =>
  `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
export const megabytes = (value: number): string => `${value.toFixed(0)} MB`;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export interface Comparison {
  ours: number;
  theirs: number;
  /**
   * The median of the ratios of all rounds: within a round, both sides run under the same
   * conditions.
   */
  ratio: number;
}

/** Measures both sides in each round; which side is first alternates. */
export async function compare(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  rounds: number,
): Promise<Comparison> {
  const pairs: { mine: number; peers: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const early = round % 2 === 0 ? await ours() : null;
    const peers = await theirs();
    pairs.push({ mine: early ?? (await ours()), peers });
  }
  return {
    ours: median(pairs.map(({ mine }) => mine)),
    theirs: median(pairs.map(({ peers }) => peers)),
    ratio: median(pairs.map(({ mine, peers }) => mine / peers)),
  };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
