import type { DraftWhy } from '#shared/contracts/draft-record.ts';

type Spent = Pick<DraftWhy, 'tokens' | 'costUsd'>;

/** Sums what calls used; null where no server told it. */
export function spent(calls: readonly Spent[]): Spent {
  const tokens = calls.flatMap((call) => call.tokens ?? []);
  const costs = calls.flatMap(({ costUsd }) => costUsd ?? []);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    tokens:
      tokens.length === 0
        ? null
        : { input: sum(tokens.map(({ input }) => input)), output: sum(tokens.map(({ output }) => output)) },
    costUsd: costs.length === 0 ? null : sum(costs),
  };
}
