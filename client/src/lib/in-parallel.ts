import pLimit from 'p-limit';

/** Runs at most `limit` tasks at once and returns every outcome in the items' order. */
export function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const run = pLimit(limit);
  return Promise.allSettled(items.map((item) => run(task, item)));
}
