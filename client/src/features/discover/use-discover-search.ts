import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  expireSearch,
  isFreshHere,
  searchKey,
  type VideoSearch,
  videoSearchQuery,
} from '../../api/videos.ts';
import { emptySearch, sameSearch } from './filter-options.ts';
import { recallSearch, rememberSearch, type SearchMemory } from './search-memory.ts';

/** The search as typed, the search as asked for, and what it found. */
export function useDiscoverSearch() {
  const client = useQueryClient();
  const [{ draft, submitted }, setMemory] = useState<SearchMemory>(
    () => recallSearch(new Date()) ?? { draft: emptySearch, submitted: null },
  );
  const query = useQuery(videoSearchQuery(submitted?.search ?? null));
  useEffect(() => rememberSearch({ draft, submitted }), [draft, submitted]);

  const found = query.data;
  return {
    draft,
    submitted,
    query,
    /** Kept here or on the server: this search spent none of the day's searches. */
    fromCache: Boolean(found?.cached || (submitted && query.dataUpdatedAt < submitted.at)),
    /** The field or a filter was changed since; the rows still answer the older search. */
    changed: submitted !== null && !sameSearch(draft, submitted.search),

    setDraft(patch: Partial<VideoSearch>) {
      setMemory((memory) => ({ ...memory, draft: { ...memory.draft, ...patch } }));
    },

    /** @returns whether there was anything to search for */
    submit(): boolean {
      const search = { ...draft, q: draft.q.trim() };
      if (!search.q) return false;
      const isShown = submitted !== null && sameSearch(search, submitted.search);
      const isFresh = isFreshHere(client, search) && !(isShown && query.isError);
      if (!isFresh) expireSearch(client, search);
      setMemory({ draft, submitted: { search, at: Date.now() } });
      if (isShown && !isFresh) void query.refetch();
      return true;
    },

    clear() {
      setMemory(() => ({ draft: { ...draft, q: '' }, submitted: null }));
      client.removeQueries({ queryKey: [searchKey] });
    },
  };
}

export type DiscoverSearch = ReturnType<typeof useDiscoverSearch>;
