import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import { isFreshHere, keptSearchQuery, runSearch, searchKey, type VideoSearch } from '../../../api/videos.ts';
import { useAddress } from '../../../lib/address.ts';
import { storedJson } from '../../../lib/storage.ts';
import { defaultSort, type Sort } from '../results/sort-results.rules.ts';
import { addressOf, discoverAddress, notShared, searchIn, sharedSearch } from './discover-address.ts';
import { emptySearch, sameSearch } from './filter-options.ts';

const searchSchema = z.object({
  q: z.string(),
  uploadDate: z.string(),
  viewCount: z.string(),
  relevance: z.string(),
  intelligent: z.boolean(),
});

/** Stored names stay: open tabs keep their search over an update. */
const stateSchema = z.object({
  draft: searchSchema,
  submitted: z.object({ search: searchSchema }).nullable(),
});

const storedState = storedJson('search', stateSchema, 'sessionStorage');

interface SearchState {
  typed: VideoSearch;
  /** The search of the address, or the tab's last one. */
  last: VideoSearch | null;
}

function startingState(submitted: VideoSearch | null, shared: string | null): SearchState {
  if (shared !== null) return { typed: { ...emptySearch, q: shared }, last: null };
  const stored = storedState.read();
  const last = stored?.submitted?.search ?? null;
  if (submitted && !sameSearch(submitted, last)) return { typed: submitted, last: submitted };
  return { typed: stored?.draft ?? emptySearch, last };
}

/**
 * Holds the search as typed, over a reload of the tab, and as submitted, in the address.
 * Only `submit` and `retry` search; an address shows what is kept.
 */
export function useDiscoverSearch() {
  const client = useQueryClient();
  const [address, setAddress] = useAddress(discoverAddress);
  const submitted = useMemo(() => searchIn(address), [address]);
  const shared = sharedSearch(address);
  const [{ typed, last }, setState] = useState(() => startingState(submitted, shared));
  const [pressed, setPressed] = useState<{ search: VideoSearch; at: number } | null>(null);
  const query = useQuery(keptSearchQuery(submitted));

  // Another address, of Back or a link, brings its own words.
  if (submitted && !sameSearch(submitted, last)) setState({ typed: submitted, last: submitted });

  useLayoutEffect(() => {
    if (shared !== null) {
      setState({ typed: { ...emptySearch, q: shared }, last: null });
      setAddress({ ...addressOf(emptySearch), ...notShared });
    } else if (!submitted && last) setAddress(addressOf(last));
  }, [shared, submitted, last, setAddress]);

  useEffect(() => storedState.write({ draft: typed, submitted: last && { search: last } }), [typed, last]);

  const isPressed = pressed !== null && sameSearch(pressed.search, submitted);
  const run = (search: VideoSearch) => {
    setPressed({ search, at: Date.now() });
    if (!isFreshHere(client, search) || (query.isError && sameSearch(search, submitted)))
      void runSearch(client, search);
  };

  return {
    typed,
    submitted,
    query,
    isSearching: query.isFetching && isPressed,
    /** The results came from a cache, here or on the server, and spent no quota. */
    fromCache: Boolean(query.data?.cached || (isPressed && query.dataUpdatedAt < pressed.at)),
    /** The typed search differs from the one shown. */
    changed: submitted !== null && !sameSearch(typed, submitted),
    sort: address.sort ?? defaultSort(submitted?.relevance ?? ''),
    setSort: (sort: Sort) => setAddress({ sort }),

    setTyped(patch: Partial<VideoSearch>) {
      setState((state) => ({ ...state, typed: { ...state.typed, ...patch } }));
    },

    /** Returns false where there is nothing to search for. */
    submit(): boolean {
      const search = { ...typed, q: typed.q.trim() };
      if (!search.q) return false;
      const isUnderWay = query.isFetching && isPressed && sameSearch(search, submitted);
      if (!isUnderWay) run(search);
      setState({ typed, last: search });
      setAddress({ ...addressOf(search), ...(!sameSearch(search, submitted) && { sort: undefined }) });
      return true;
    },

    retry: () => submitted && run(submitted),

    clear() {
      setState({ typed: { ...typed, q: '' }, last: null });
      setAddress({ ...addressOf(emptySearch), sort: undefined });
      client.removeQueries({ queryKey: [searchKey] });
    },
  };
}

export type DiscoverSearch = ReturnType<typeof useDiscoverSearch>;
