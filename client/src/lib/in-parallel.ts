/** Runs `task` for every item, at most `limit` at once, and reports each outcome in the items' order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const outcomes: PromiseSettledResult<Result>[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const [outcome] = await Promise.allSettled([task(items[index] as Item)]);
      outcomes[index] = outcome;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return outcomes;
}
