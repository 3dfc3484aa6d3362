import type { QueryClient } from '@tanstack/react-query';

const running = new WeakMap<QueryClient, Promise<unknown>>();

/** Changed rows are asked again once at the end of `work`, not all along it. */
export function inBulk<Result>(client: QueryClient, work: () => Promise<Result>): Promise<Result> {
  const result = work();
  const end = Promise.allSettled([running.get(client), result]);
  running.set(client, end);
  return result;
}

/** Resolves when no bulk action is running. */
export const bulkEnded = async (client: QueryClient): Promise<void> => {
  await running.get(client);
};
