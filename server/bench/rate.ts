const SIDE_BY_SIDE = 4;

/** How many times per second `request` succeeds, four at a time for `seconds`, after a short warm-up. */
export async function ratePerSecond(request: () => Promise<Response>, seconds = 4): Promise<number> {
  await runFor(request, 1);
  return (await runFor(request, seconds)) / seconds;
}

async function runFor(request: () => Promise<Response>, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const worker = async () => {
    while (performance.now() < end) {
      const response = await request();
      if (!response.ok) throw new Error(`A request was answered with ${response.status}.`);
      await response.arrayBuffer();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
  return answered;
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
