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
  isFreshHere,
  keptSearchQuery,
  runSearch,
  searchKey,
  searchSchema,
  type VideoSearch,
} from '../../api/videos.ts';
import { useAddress } from '../../lib/address.ts';
import { counted } from '../../lib/formats.ts';
import { storedJson } from '../../lib/storage.ts';

const sorts = ['match', 'youtube', 'opportunity', 'date', 'views'] as const;
export type Sort = (typeof sorts)[number];

const opportunityRank: Record<ContentInsights['commentOpportunity'], number> = { high: 2, medium: 1, low: 0 };

/** The chance weighs first, then the score, which stays below 101. */
function opportunity({ contentInsights, engagementScore }: FoundVideo): number {
  return contentInsights
    ? opportunityRank[contentInsights.commentOpportunity] * 101 + (engagementScore ?? 0)
    : -1;
}

const values: Record<Sort, (video: FoundVideo) => number> = {
  match: ({ matchScore }) => matchScore ?? 0,
  // All are equal: what YouTube found most relevant has no figure, only its place.
  youtube: () => 0,
  opportunity,
  date: ({ publishedAt }) => Date.parse(publishedAt),
  views: ({ viewCount }) => viewCount ?? -1,
};

/** The order that was asked of YouTube is kept; without one the best match comes first. */
export function defaultSort(relevance: string): Sort {
  if (relevance === 'relevance') return 'youtube';
  return relevance === 'date' || relevance === 'views' ? relevance : 'match';
}

export const isClosed = ({ commentsOff, available }: FoundVideo): boolean => commentsOff || !available;

/** Highest first, and last what nobody can comment on; equals stay in YouTube's order. */
export function sorted(videos: readonly FoundVideo[], sort: Sort): FoundVideo[] {
  const figureOf = values[sort];
  return [...videos].sort((a, b) => Number(isClosed(a)) - Number(isClosed(b)) || figureOf(b) - figureOf(a));
}

/** What is shown of the found videos; narrowing costs no search. */
export interface Narrowing {
  uncommented: boolean;
  /** The first part of its tag, such as "de"; '' for any. */
  language: string;
}

export const languageOf = ({ language }: FoundVideo): string => language?.split('-')[0] ?? '';

export const narrowed = (
  videos: readonly FoundVideo[],
  { uncommented, language }: Narrowing,
): readonly FoundVideo[] =>
  videos.filter(
    (video) =>
      (!uncommented || video.commentStatus === null) && (language === '' || languageOf(video) === language),
  );

/** What Discover keeps in its address; the last three come from another app's Share menu. */
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

export const emptySearch: VideoSearch = {
  q: '',
  uploadDate: '',
  viewCount: '',
  relevance: '',
  intelligent: false,
};

/** Returns null where the address names no search. */
function searchIn(address: DiscoverAddress): VideoSearch | null {
  const { q = '', uploadDate = '', viewCount = '', relevance = '', intelligent } = address;
  return q.trim()
    ? { q: q.trim(), uploadDate, viewCount, relevance, intelligent: intelligent !== undefined }
    : null;
}

const addressOf = ({ intelligent, ...search }: VideoSearch) => ({
  ...search,
  intelligent: intelligent ? 'true' : undefined,
});

const longestSearch = 300;
const addressInText = /https?:\/\/\S+/i;

/** Returns what to put into the search field: the shared address, else the shared words. Null where nothing was shared. */
function sharedSearch({ url, text, title }: DiscoverAddress): string | null {
  const shared = [url, text, title].flatMap((part) => part?.trim() || []);
  const address = shared.map((part) => addressInText.exec(part)?.[0]).find(Boolean);
  const search = address ?? shared[0];
  if (search === undefined || search.length <= longestSearch) return search ?? null;
  // Between two words, so that no character is cut apart.
  return search
    .slice(0, longestSearch)
    .replace(/(?<=\s)\S*$/, '')
    .trimEnd();
}

const notShared = { url: undefined, text: undefined, title: undefined };

const searchFields = Object.keys(emptySearch) as (keyof VideoSearch)[];

const sameSearch = (a: VideoSearch | null, b: VideoSearch | null): boolean =>
  a && b ? searchFields.every((field) => String(a[field]).trim() === String(b[field]).trim()) : a === b;

/** Stored names stay: open tabs keep their search over an update. */
const stateSchema = z.object({
  draft: searchSchema,
  submitted: z.object({ search: searchSchema }).nullable(),
});

const storedState = storedJson('search', stateSchema, 'sessionStorage');

export const lastSearch = (): string => storedState.read()?.submitted?.search.q ?? '';

/**
 * Holds the search as typed, over a reload of the tab, and as submitted, in the address.
 * Only `submit` and `retry` search; an address shows what is kept.
 */
export function useDiscoverSearch() {
  const client = useQueryClient();
  const [address, setAddress] = useAddress(discoverAddress);
  const submitted = useMemo(() => searchIn(address), [address]);
  const shared = sharedSearch(address);
  const [{ typed, last }, setState] = useState(() => {
    const stored = storedState.read();
    return { typed: stored?.draft ?? emptySearch, last: stored?.submitted?.search ?? null };
  });
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

  const narrowing = useMemo<Narrowing>(
    () => ({ uncommented: address.uncommented !== undefined, language: address.language ?? '' }),
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
    /** The results came from a cache, here or on the server, and spent no quota. */
    fromCache: Boolean(query.data?.cached || (isPressed && query.dataUpdatedAt < pressed.at)),
    /** The typed search differs from the one shown. */
    changed: submitted !== null && !sameSearch(typed, submitted),
    sort: address.sort ?? defaultSort(submitted?.relevance ?? ''),
    setSort: (sort: Sort) => setAddress({ sort }),
    narrowing,
    narrow: ({ uncommented, language }: Narrowing) =>
      setAddress({ uncommented: uncommented ? 'true' : undefined, language: language || undefined }),

    setTyped(patch: Partial<VideoSearch>) {
      setState((state) => ({ ...state, typed: { ...state.typed, ...patch } }));
    },

    /** Returns false where there is nothing to search for. */
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
      setAddress({ ...addressOf(emptySearch), sort: undefined, uncommented: undefined, language: undefined });
      client.removeQueries({ queryKey: [searchKey] });
    },
  };
}

export type DiscoverSearch = ReturnType<typeof useDiscoverSearch>;

export const canGenerate = (video: FoundVideo): boolean => video.commentStatus === null && !isClosed(video);

export const generateLabel = (count: number) => `Generate ${counted(count, 'Comment')}`;

const NONE: ReadonlySet<number> = new Set();

/** The videos chosen among the results of one search; those of another search start with none. */
export function useSelection(search: string) {
  const [state, setState] = useState({ search, ids: NONE, last: null as number | null });
  const selected = state.search === search ? state.ids : NONE;
  const choose = (ids: ReadonlySet<number>, last: number | null = null) => setState({ search, ids, last });
  return {
    selected,
    /** With the list's ids, all from the last one that was toggled to this one become as this one. */
    toggle(id: number, through: readonly number[] = []) {
      const [last, now] = [state.last === null ? -1 : through.indexOf(state.last), through.indexOf(id)];
      const range = last < 0 ? [id] : through.slice(Math.min(last, now), Math.max(last, now) + 1);
      const after = new Set(selected);
      const isOn = !selected.has(id);
      for (const each of range) isOn ? after.add(each) : after.delete(each);
      choose(after, id);
    },
    select: (ids: readonly number[]) => choose(new Set(ids)),
    clear: () => choose(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;
