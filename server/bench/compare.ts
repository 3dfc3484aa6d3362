const ROUNDS = 5;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export interface Comparison {
  ours: number;
  theirs: number;
  ratio: number;
}

type Measure<Figures> = () => Promise<Figures>;

/** Compares several figures of the same visits; returns the comparison of one of them. */
export async function compareAll<Name extends string>(
  ours: Measure<Record<Name, number>>,
  theirs: Measure<Record<Name, number>>,
  rounds = ROUNDS,
): Promise<(name: Name) => Comparison> {
  const pairs: { ours: Record<Name, number>; theirs: Record<Name, number> }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const mine = await ours();
      pairs.push({ ours: mine, theirs: await theirs() });
    } else {
      const peers = await theirs();
      pairs.push({ ours: await ours(), theirs: peers });
    }
  }
  return (name) => ({
    ours: median(pairs.map((pair) => pair.ours[name])),
    theirs: median(pairs.map((pair) => pair.theirs[name])),
    ratio: median(pairs.map((pair) => pair.ours[name] / pair.theirs[name])),
  });
}

export async function compare(
  ours: Measure<number>,
  theirs: Measure<number>,
  rounds = ROUNDS,
): Promise<Comparison> {
  const comparison = await compareAll(
    async () => ({ figure: await ours() }),
    async () => ({ figure: await theirs() }),
    rounds,
  );
  return comparison('figure');
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
