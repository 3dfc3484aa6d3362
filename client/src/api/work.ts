import type { QueryClient } from '@tanstack/react-query';
import { mostRows } from '#shared/contracts/lists.ts';
import { type WorkEntry, workIndexSchema } from '#shared/contracts/work.ts';
import { fetchJson, jsonQuery } from './http.ts';
import { refreshInTurn, refreshQueries } from './lists.ts';

const PATH = '/api/queue/index';

/** Loads the index of the working set once. Changes are merged into it by id (rule 10.7). */
export const workQuery = jsonQuery(['work'], PATH, workIndexSchema);

const { queryKey } = workQuery;

export const reloadWork = (client: QueryClient): Promise<void> =>
  refreshQueries(client, { queryKey, exact: true });

/** Requests the entries of these comments. Removes those that are no longer in the working set. */
export const refreshWork = (client: QueryClient, ids: ReadonlySet<number>): Promise<void> =>
  refreshInTurn(client, queryKey, ids, async (changed) => {
    const state = client.getQueryState(queryKey);
    // An index that is still loading may have been read before the change.
    if (!state?.data || state.fetchStatus === 'fetching' || changed.size > mostRows)
      return reloadWork(client);
    const fresh = await fetchJson(PATH, { query: { ids: [...changed].join(',') } }, workIndexSchema);
    client.setQueryData(queryKey, (entries) => entries && merged(entries, changed, fresh));
  });

/** Keeps the order of the entries, because React Query compares them with the ones before by their place. */
function merged(entries: readonly WorkEntry[], ids: ReadonlySet<number>, fresh: WorkEntry[]): WorkEntry[] {
  const changed = new Map(fresh.map((entry) => [entry.id, entry]));
  const present = entries.flatMap((entry) => (ids.has(entry.id) ? (changed.get(entry.id) ?? []) : entry));
  const before = new Set(entries.map(({ id }) => id));
  return [...present, ...fresh.filter(({ id }) => !before.has(id))];
}
