const ROUNDS = 5;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export interface Comparison {
  ours: number;
  theirs: number;
  ratio: number;
}

type Measure = () => Promise<number>;

export async function compare(ours: Measure, theirs: Measure, rounds = ROUNDS): Promise<Comparison> {
  const pairs: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const mine = await ours();
      pairs.push({ ours: mine, theirs: await theirs() });
    } else {
      const peers = await theirs();
      pairs.push({ ours: await ours(), theirs: peers });
    }
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    theirs: median(pairs.map((pair) => pair.theirs)),
    ratio: median(pairs.map((pair) => pair.ours / pair.theirs)),
  };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export async function latency(work: () => Promise<unknown>, times: number): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time += 1) taken.push(await timed(work));
  return median(taken);
}
