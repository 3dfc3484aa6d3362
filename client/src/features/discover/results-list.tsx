import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { FoundVideo, VideoSearchResponse } from '#shared/contracts/videos.ts';
import { toastFailure } from '../../api/http.ts';
import { useRelations } from '../../api/relations.ts';
import { useSearchAgain, type VideoSearch } from '../../api/videos.ts';
import { searching } from '../../components/skeletons.tsx';
import { Button, TextLink } from '../../components/ui/button.tsx';
import { WordSelect } from '../../components/ui/form-fields.tsx';
import { preloadDialogs } from '../../drafting/found-videos.tsx';
import { ResultRow, type RowHandlers } from '../../drafting/result-row.tsx';
import { SelectAll, SelectionBar } from '../../drafting/selection-bar.tsx';
import type { Selection } from '../../drafting/video-selection.ts';
import { useAddressValue } from '../../lib/address.ts';
import { classNames } from '../../lib/browser.ts';
import { counted, formatNumber } from '../../lib/formats.ts';
import type { DiscoverSearch, Sort } from './discover-search.ts';
import { useSearchBuckets } from './search-filters.tsx';

interface ResultsListProps {
  search: DiscoverSearch;
  found: VideoSearchResponse;
  videos: readonly FoundVideo[];
  selection: Selection;
  list: RefObject<HTMLUListElement | null>;
  on: RowHandlers;
  onGenerateSelected: () => void;
}

function foundSentence({ search, found }: ResultsListProps): string {
  const { submitted, fromCache, isSearching, changed } = search;
  if (isSearching) return searching;
  const words = [
    `Found ${counted(found.videos.length, 'video')} for "${submitted?.q ?? ''}"`,
    submitted?.intelligent && found.enhanced && '(AI Enhanced)',
    fromCache && '(cached results)',
  ];
  const sentence = words.filter(Boolean).join(' ');
  return changed
    ? `${sentence}. Press Search Videos to apply what you changed.`
    : sentence;
}

function missingScoresText({
  videos,
  missing,
  assessing,
  enhanced,
}: VideoSearchResponse): string {
  const scored = `${videos.length - missing} of ${videos.length} videos`;
  if (assessing)
    return `The AI has scored ${scored}; the others follow as it gets to them.`;
  if (enhanced)
    return `The AI scored ${scored}. The other scores are estimated without AI.`;
  return 'The AI did not answer. These scores are estimated without it.';
}

function MissingScores({
  search,
  found,
}: {
  search: VideoSearch;
  found: VideoSearchResponse;
}) {
  const ask = useSearchAgain();
  if (!search.intelligent || found.missing === 0) return null;
  const onError = (error: Error) => toastFailure('Failed to ask the AI', error);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-1 text-sm text-soft">
      <p>{missingScoresText(found)}</p>
      {!found.assessing && (
        <Button
          busy={ask.isPending && 'Asking the AI...'}
          onClick={() => ask.mutate({ search, askMissing: true }, { onError })}
        >
          Ask the AI again
        </Button>
      )}
    </div>
  );
}

const SORTS: Record<Sort, string> = {
  match: 'Best match',
  youtube: 'YouTube’s order',
  opportunity: 'Best opportunity',
  date: 'Newest',
  views: 'Most views',
};

function ListHead({ stale, ...list }: ResultsListProps & { stale: boolean }) {
  const { search, found, videos, selection } = list;
  const sort = useId();
  const hasInsights = videos.some(({ contentInsights }) => contentInsights !== null);
  return (
    <div className="grid min-h-10 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-y border-line px-(--gutter) text-sm whitespace-nowrap max-md:py-1 max-md:text-xs md:flex md:gap-x-4">
      <SelectAll selection={selection} inert={stale} />
      <p
        role="status"
        className={classNames(
          'min-w-0 whitespace-normal text-soft wrap-anywhere max-md:col-span-2 max-md:col-start-1 max-md:row-start-2 md:border-l md:border-line md:pl-4',
          // Reserves the height of the text that appears when the search is done.
          search.submitted?.intelligent && 'max-md:min-h-[2lh]',
        )}
      >
        {foundSentence(list)}
      </p>
      <p className="whitespace-nowrap text-muted tabular-nums max-md:col-span-2 max-md:justify-self-end md:ml-auto md:shrink-0">
        <span>
          Showing {videos.length > 0 && '1-'}
          {formatNumber(videos.length)} of {formatNumber(found.totalResults)} results
        </span>
        {found.totalResults > found.videos.length && (
          <span className="max-sm:sr-only"> by YouTube’s count</span>
        )}
        {found.videos.some(({ hasMatch }) => !hasMatch) ? (
          <TextLink
            href="/discover?setup=open"
            inert={stale}
            className="font-medium max-md:block md:ml-4"
          >
            Add expertise areas to see what fits
          </TextLink>
        ) : (
          <span
            aria-hidden
            className="max-lg:hidden lg:max-2xl:block 2xl:ml-4 2xl:border-l 2xl:border-line 2xl:pl-4"
          >
            Match is Chime In’s estimate
          </span>
        )}
      </p>
      <span
        inert={stale}
        className="inline-flex items-center max-md:-my-2.5 max-md:justify-self-end max-md:text-sm"
      >
        <label htmlFor={sort} className="text-muted max-sm:sr-only">
          Sort
        </label>
        <WordSelect
          id={sort}
          value={search.sort === 'opportunity' && !hasInsights ? 'match' : search.sort}
          onChange={(event) => search.setSort(event.target.value as Sort)}
        >
          {Object.entries(SORTS).map(([value, label]) => (
            <option
              key={value}
              value={value}
              disabled={value === 'opportunity' && !hasInsights}
            >
              {label}
            </option>
          ))}
        </WordSelect>
      </span>
    </div>
  );
}

/** Loads more only on a press, because each page costs one search. */
function LoadMore({
  search,
  pages,
  count,
}: {
  search: VideoSearch;
  pages: number;
  count: number;
}) {
  const buckets = useSearchBuckets();
  const load = useSearchAgain();
  const price = buckets ? `1 of ${buckets.left} searches left today` : 'costs one search';
  const [isUnchanged, setIsUnchanged] = useState(false);
  const onSuccess = ({ videos }: VideoSearchResponse) =>
    setIsUnchanged(videos.length === count);
  const onError = (error: Error) => toastFailure('Failed to load more videos', error);
  const isSpent = buckets?.left === 0;
  return (
    <div className="flex flex-wrap items-center gap-3 px-(--gutter) py-4">
      <Button
        disabled={isSpent}
        busy={load.isPending && 'Loading more...'}
        onClick={() => load.mutate({ search, pages: pages + 1 }, { onSuccess, onError })}
      >
        {isSpent ? 'No searches left today' : `Load more (${price})`}
      </Button>
      <p role="status" className="text-sm text-muted">
        {isUnchanged && 'The next page had no videos that pass your filters.'}
      </p>
    </div>
  );
}

/**
 * Takes videos out of the selection that got a comment while they were selected: there is
 * nothing left to generate for them. Waits until the dialog that walks through the
 * selected videos is closed.
 */
function useDraftedLeave(
  videos: readonly FoundVideo[],
  { selected, select }: Selection,
  isGenerating: boolean,
): void {
  /** Ids of the selected videos that had no comment yet. */
  const waiting = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (isGenerating) return;
    const open = new Set(
      videos.flatMap(({ id, commentStatus }) => (commentStatus === null ? [id] : [])),
    );
    const left = [...selected].filter((id) => open.has(id) || !waiting.current.has(id));
    waiting.current = new Set(left.filter((id) => open.has(id)));
    if (left.length < selected.size) select(left);
  });
}

export function ResultsList(props: ResultsListProps) {
  const { search, found, videos, selection, list, on, onGenerateSelected } = props;
  const isGenerating = useAddressValue('generate') !== null;
  useDraftedLeave(videos, selection, isGenerating);
  // Behind the dialog the rows stay as they were, because a row that grows there would
  // move the others.
  const shown = useRef(videos);
  if (!isGenerating || shown.current.length !== videos.length) shown.current = videos;
  // While a search runs, the rows are still those of the previous search.
  const stale = search.isSearching || search.query.isPlaceholderData;
  const { submitted } = search;
  const relations = useRelations(found.videos);
  return (
    <section
      aria-label="Results"
      aria-busy={stale}
      onPointerEnter={preloadDialogs}
      onFocus={preloadDialogs}
      className="pb-28"
    >
      <ListHead {...props} stale={stale} />
      <div
        inert={stale}
        className={classNames('transition-opacity', stale && 'opacity-50')}
      >
        {submitted && !stale && <MissingScores search={submitted} found={found} />}
        <ul ref={list}>
          {shown.current.map((video) => (
            <ResultRow
              key={video.id}
              video={video}
              relation={relations.get(video.channelId)}
              selection={selection}
              on={on}
            />
          ))}
        </ul>
        {videos.length === 0 && (
          <p className="flex flex-wrap items-center gap-3 px-(--gutter) py-6 text-muted">
            None of the {formatNumber(found.videos.length)} found videos passes these
            filters.
            <Button onClick={() => search.narrow({ uncommented: false, language: '' })}>
              Show All
            </Button>
          </p>
        )}
        {submitted && found.more && (
          <LoadMore search={submitted} pages={found.pages} count={found.videos.length} />
        )}
      </div>
      <SelectionBar selection={selection} onGenerate={onGenerateSelected} />
    </section>
  );
}
