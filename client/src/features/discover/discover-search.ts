import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { z } from 'zod';
import {
  type ContentInsights,
  type FoundVideo,
  relevances,
  uploadDates,
  viewCounts,
} from '#shared/contracts/videos.ts';
import {
  emptySearch,
  isFreshHere,
  keptSearchQuery,
  runSearch,
  searchKey,
  searchSchema,
  type VideoSearch,
} from '../../api/videos.ts';
import { isClosed } from '../../drafting/video-selection.ts';
import { useAddress } from '../../lib/address.ts';
import { storedJson } from '../../lib/storage.ts';

const sorts = ['match', 'youtube', 'opportunity', 'date', 'views'] as const;
export type Sort = (typeof sorts)[number];

const opportunityRank: Record<ContentInsights['commentOpportunity'], number> = {
  high: 2,
  medium: 1,
  low: 0,
};

/** Compares by comment opportunity, then by engagement score, which is below 101. */
function opportunity({ contentInsights, engagementScore }: FoundVideo): number {
  return contentInsights
    ? opportunityRank[contentInsights.commentOpportunity] * 101 + (engagementScore ?? 0)
    : -1;
}

const values: Record<Sort, (video: FoundVideo) => number> = {
  match: ({ matchScore }) => matchScore ?? 0,
  // Equal for all videos, which keeps YouTube's order: its relevance has no number.
  youtube: () => 0,
  opportunity,
  date: ({ publishedAt }) => Date.parse(publishedAt),
  views: ({ viewCount }) => viewCount ?? -1,
};

/**
 * Keeps the order that the search requested from YouTube. Without one, the best match
 * comes first.
 */
export function defaultSort(relevance: string): Sort {
  if (relevance === 'relevance') return 'youtube';
  return relevance === 'date' || relevance === 'views' ? relevance : 'match';
}

/**
 * Sorts by the highest value first. Videos that nobody can
 * comment on come last. Equal ones keep YouTube's order.
 */
export function sorted(videos: readonly FoundVideo[], sort: Sort): FoundVideo[] {
  const figureOf = values[sort];
  return [...videos].sort(
    (a, b) => Number(isClosed(a)) - Number(isClosed(b)) || figureOf(b) - figureOf(a),
  );
}

/** Filters for the videos already found. Changing them does not use up a search. */
interface Narrowing {
  uncommented: boolean;
  /** The first part of the language tag, such as "de"; '' for any language. */
  language: string;
}

export const languageOf = ({ language }: FoundVideo): string =>
  language?.split('-')[0] ?? '';

export const narrowed = (
  videos: readonly FoundVideo[],
  { uncommented, language }: Narrowing,
): readonly FoundVideo[] =>
  videos.filter(
    (video) =>
      (!uncommented || video.commentStatus === null) &&
      (language === '' || languageOf(video) === language),
  );

/**
 * The parameters of Discover's address. The last three come from another app's Share
 * menu.
 */
const discoverAddress = z.object({
  q: z.string().max(300),
  uploadDate: z.enum(uploadDates),
  viewCount: z.enum(viewCounts),
  relevance: z.enum(relevances),
  intelligent: z.literal('true'),
  sort: z.enum(sorts),
  uncommented: z.literal('true'),
  language: z.string().max(8),
  url: z.string(),
  text: z.string(),
  title: z.string(),
});
type DiscoverAddress = Partial<z.infer<typeof discoverAddress>>;

function searchIn(address: DiscoverAddress): VideoSearch | null {
  const {
    q = '',
    uploadDate = '',
    viewCount = '',
    relevance = '',
    intelligent,
  } = address;
  return q.trim()
    ? {
        q: q.trim(),
        uploadDate,
        viewCount,
        relevance,
        intelligent: intelligent !== undefined,
      }
    : null;
}

const addressOf = ({ intelligent, ...search }: VideoSearch) => ({
  ...search,
  intelligent: intelligent ? 'true' : undefined,
});

const longestSearch = 300;
const addressInText = /https?:\/\/\S+/i;

/**
 * Returns the text for the search field: the shared address,
 * or else the shared words. Null if nothing was shared.
 */
function sharedSearch({ url, text, title }: DiscoverAddress): string | null {
  const shared = [url, text, title].flatMap((part) => part?.trim() || []);
  const address = shared.map((part) => addressInText.exec(part)?.[0]).find(Boolean);
  const search = address ?? shared[0];
  if (search === undefined || search.length <= longestSearch) return search ?? null;
  // Cuts between two words, so that no character is cut in two.
  return search
    .slice(0, longestSearch)
    .replace(/(?<=\s)\S*$/, '')
    .trimEnd();
}

const notShared = { url: undefined, text: undefined, title: undefined };

const searchFields = Object.keys(emptySearch) as (keyof VideoSearch)[];

const sameSearch = (a: VideoSearch | null, b: VideoSearch | null): boolean =>
  a && b
    ? searchFields.every((field) => String(a[field]).trim() === String(b[field]).trim())
    : a === b;

/**
 * Do not rename these fields: open tabs must keep their search after an update of the
 * app.
 */
const stateSchema = z.object({
  draft: searchSchema,
  submitted: z.object({ search: searchSchema }).nullable(),
});

const storedState = storedJson('search', stateSchema, 'sessionStorage');

export const lastSearch = (): string => storedState.read()?.submitted?.search.q ?? '';

/**
 * Holds the typed search and the last one that was submitted. Both survive a reload of
 * the tab, and follow the address when it changes, for example after Back or a shared
 * link.
 */
function useTypedSearch(
  address: DiscoverAddress,
  submitted: VideoSearch | null,
  setAddress: (change: { [Name in keyof DiscoverAddress]?: string | undefined }) => void,
) {
  const shared = sharedSearch(address);
  const [{ typed: typedHere, last }, setState] = useState(() => {
    const stored = storedState.read();
    return {
      typed: stored?.draft ?? emptySearch,
      last: stored?.submitted?.search ?? null,
    };
  });

  const arrived = submitted && !sameSearch(submitted, last) ? submitted : null;
  const typed = arrived ?? typedHere;

  useLayoutEffect(() => {
    if (shared !== null) {
      setState({ typed: { ...emptySearch, q: shared }, last: null });
      setAddress({ ...addressOf(emptySearch), ...notShared });
    } else if (arrived) setState({ typed: arrived, last: arrived });
    else if (!submitted && last) setAddress(addressOf(last));
  }, [shared, arrived, submitted, last, setAddress]);

  useEffect(
    () => storedState.write({ draft: typed, submitted: last && { search: last } }),
    [typed, last],
  );

  return { typed, setState };
}

/**
 * Holds the typed search and the submitted search, which is in the address. Only `submit`
 * and `retry` run a search; an address only shows cached results.
 */
export function useDiscoverSearch() {
  const client = useQueryClient();
  const [address, setAddress] = useAddress(discoverAddress);
  const submitted = useMemo(() => searchIn(address), [address]);
  const { typed, setState } = useTypedSearch(address, submitted, setAddress);
  const [pressed, setPressed] = useState<{ search: VideoSearch; at: number } | null>(
    null,
  );
  const query = useQuery(keptSearchQuery(submitted));

  const narrowing = useMemo<Narrowing>(
    () => ({
      uncommented: address.uncommented !== undefined,
      language: address.language ?? '',
    }),
    [address.uncommented, address.language],
  );

  const isPressed = pressed !== null && sameSearch(pressed.search, submitted);
  const run = (search: VideoSearch) => {
    setPressed({ search, at: Date.now() });
    if (!isFreshHere(client, search) || (query.isError && sameSearch(search, submitted)))
      void runSearch(client, search);
  };

  const start = (search: VideoSearch) => {
    const isUnderWay = query.isFetching && isPressed && sameSearch(search, submitted);
    if (!isUnderWay) run(search);
    setState({ typed: search, last: search });
    setAddress({
      ...addressOf(search),
      ...(!sameSearch(search, submitted) && { sort: undefined, language: undefined }),
    });
  };

  return {
    typed,
    submitted,
    query,
    isSearching: query.isFetching && isPressed,
    /**
     * Whether the results came from a cache, in the browser or on the server, and used no
     * quota.
     */
    fromCache: Boolean(
      query.data?.cached || (isPressed && query.dataUpdatedAt < pressed.at),
    ),
    /** Whether the typed search differs from the one shown. */
    changed: submitted !== null && !sameSearch(typed, submitted),
    sort: address.sort ?? defaultSort(submitted?.relevance ?? ''),
    setSort: (sort: Sort) => setAddress({ sort }),
    narrowing,
    narrow: ({ uncommented, language }: Narrowing) =>
      setAddress({
        uncommented: uncommented ? 'true' : undefined,
        language: language || undefined,
      }),

    setTyped(patch: Partial<VideoSearch>) {
      setState((state) => ({ ...state, typed: { ...state.typed, ...patch } }));
    },

    /** Returns false if there is nothing to search for. */
    submit(): boolean {
      const search = { ...typed, q: typed.q.trim() };
      if (!search.q) return false;
      start(search);
      return true;
    },

    /** Starts a new search for these words, with all filters cleared. */
    searchFor: (q: string) => start({ ...emptySearch, q }),

    retry: () => submitted && run(submitted),

    clear() {
      setState({ typed: { ...typed, q: '' }, last: null });
      setAddress({
        ...addressOf(emptySearch),
        sort: undefined,
        uncommented: undefined,
        language: undefined,
      });
      client.removeQueries({ queryKey: [searchKey] });
    },
  };
}

export type DiscoverSearch = ReturnType<typeof useDiscoverSearch>;
