import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import { bulkEnded } from './bulk.ts';

/** Queries that are asked again once the request under way has ended. */
const waiting = new WeakMap<Query, Promise<void>>();

/**
 * Asks again for these queries where they are in view, and marks the others. A query under way may have read the
 * data before the change: it is asked once more, however often it changed meanwhile. While a bulk action runs they
 * wait for its end.
 */
export async function refreshQueries(client: QueryClient, filters: QueryFilters): Promise<void> {
  await bulkEnded(client);
  await Promise.all(
    client
      .getQueryCache()
      .findAll(filters)
      .map((query) => refreshQuery(client, query)),
  );
}

function refreshQuery(client: QueryClient, query: Query): Promise<void> {
  const before = waiting.get(query);
  if (before) return before;
  const ask = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  if (query.state.fetchStatus !== 'fetching' || !query.promise) return ask();
  const askAfterwards = () => {
    waiting.delete(query);
    return ask();
  };
  const following = query.promise.then(askAfterwards, askAfterwards);
  waiting.set(query, following);
  return following;
}
