import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import {
  expireSearch,
  isFreshHere,
  searchKey,
  type VideoSearch,
  videoSearchQuery,
} from '../../../api/videos.ts';
import { storedJson } from '../../../lib/storage.ts';
import { emptySearch, sameSearch } from './filter-options.ts';

const RESULTS_KEPT_MS = 30 * 60_000;

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
  /** `at` is in epoch milliseconds. */
  submitted: z.object({ search: searchSchema, at: z.number() }).nullable(),
});
type StoredState = z.infer<typeof stateSchema>;
type SearchState = { typed: StoredState['draft']; submitted: StoredState['submitted'] };

const storedState = storedJson('search', stateSchema, 'sessionStorage');

function startingState(): SearchState {
  const state = storedState.read();
  if (!state) return { typed: emptySearch, submitted: null };
  // Running an older search again by itself would cost quota.
  const isKept = state.submitted && Date.now() - state.submitted.at < RESULTS_KEPT_MS;
  return { typed: state.draft, submitted: isKept ? state.submitted : null };
}

/** Holds the search as typed and as submitted, both over a reload of the tab, and its results. */
export function useDiscoverSearch() {
  const client = useQueryClient();
  const [{ typed, submitted }, setState] = useState(startingState);
  const query = useQuery(videoSearchQuery(submitted?.search ?? null));
  useEffect(() => storedState.write({ draft: typed, submitted }), [typed, submitted]);

  const found = query.data;
  return {
    typed,
    submitted,
    query,
    /** The results came from a cache, here or on the server, and spent no quota. */
    fromCache: Boolean(found?.cached || (submitted && query.dataUpdatedAt < submitted.at)),
    /** The typed search differs from the one shown. */
    changed: submitted !== null && !sameSearch(typed, submitted.search),

    setTyped(patch: Partial<VideoSearch>) {
      setState((state) => ({ ...state, typed: { ...state.typed, ...patch } }));
    },

    /** Returns false where there is nothing to search for. */
    submit(): boolean {
      const search = { ...typed, q: typed.q.trim() };
      if (!search.q) return false;
      const isShown = submitted !== null && sameSearch(search, submitted.search);
      const isFresh = isFreshHere(client, search) && !(isShown && query.isError);
      if (!isFresh) expireSearch(client, search);
      setState({ typed, submitted: { search, at: Date.now() } });
      if (isShown && !isFresh) void query.refetch();
      return true;
    },

    clear() {
      setState({ typed: { ...typed, q: '' }, submitted: null });
      client.removeQueries({ queryKey: [searchKey] });
    },
  };
}

export type DiscoverSearch = ReturnType<typeof useDiscoverSearch>;
