import { useQuery } from '@tanstack/react-query';
import { Download, type LucideIcon, Search, X } from 'lucide-react';
import {
  type ReactElement,
  type RefObject,
  Suspense,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { exportQueue } from '../../api/comments.ts';
import { errorText, nextTryOf } from '../../api/http.ts';
import { commentedChannelsQuery } from '../../api/videos.ts';
import {
  DiscoverTabs,
  EmptyState,
  ErrorState,
  PageBody,
  PageHeader,
} from '../../components/page.tsx';
import { ResultSkeletons } from '../../components/skeletons.tsx';
import { When } from '../../components/time.tsx';
import { Button, type ButtonProps, SearchInput } from '../../components/ui/button.tsx';
import {
  useDiscoverDialogs,
  useFoundVideos,
  useListKeys,
} from '../../drafting/found-videos.tsx';
import { canGenerate, useSelection } from '../../drafting/video-selection.ts';
import { lazyWithPreload, useMedia } from '../../lib/browser.ts';
import { formatExact } from '../../lib/formats.ts';
import {
  type DiscoverSearch,
  narrowed,
  sorted,
  useDiscoverSearch,
} from './discover-search.ts';
import { FilterRow, NoSearchesLeft, useSearchBuckets } from './search-filters.tsx';

/** Kept out of the first bundle, because the page opens with only the search. */
const ResultsList = lazyWithPreload(
  async () => (await import('./results-list.tsx')).ResultsList,
);
const KeepLooking = lazyWithPreload(
  async () => (await import('./keep-looking.tsx')).KeepLooking,
);
const SearchHelp = lazyWithPreload(
  async () => (await import('../../components/search-help.tsx')).SearchHelp,
);
const BulkRunLine = lazyWithPreload(
  async () => (await import('../../drafting/bulk-run.tsx')).BulkRunLine,
);

function SearchesLeft() {
  const buckets = useSearchBuckets();
  if (!buckets) return null;
  return (
    <p
      title={`Resets ${formatExact(buckets.search.resetsAt)}`}
      className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs whitespace-nowrap text-muted tabular-nums"
    >
      {buckets.left}
      <span className="max-2xl:sr-only">&nbsp;searches</span>&nbsp;left today
    </p>
  );
}

/**
 * Shows a short name on a narrow window. Assistive technology reads the whole name at
 * every width.
 */
const WithShortName = ({ name, short }: { name: string; short: string }) => (
  <>
    <span className="max-lg:sr-only">{name}</span>
    <span aria-hidden className="lg:hidden">
      {short}
    </span>
  </>
);

interface SearchFieldProps {
  search: DiscoverSearch;
  isMainAction: boolean;
  onSubmit: () => void;
  onLeave: () => void;
  field: RefObject<HTMLInputElement | null>;
}

function SearchField({
  search,
  isMainAction,
  onSubmit,
  onLeave,
  field,
}: SearchFieldProps) {
  useEffect(() => field.current?.focus({ preventScroll: true }), [field]);
  return (
    <form
      aria-label="Video search"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex min-w-0 flex-1 items-center gap-3 max-sm:gap-2"
    >
      <SearchInput
        ref={field}
        enterKeyHint="search"
        aria-label="Search for videos"
        aria-keyshortcuts="/"
        placeholder="Words or a video link"
        maxLength={300}
        value={search.typed.q}
        onValueChange={(q) => search.setTyped({ q })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          onLeave();
        }}
        className="min-w-0 [&>input]:pr-28 sm:[&>input]:h-(--control-large) 2xl:[&>input]:pr-40 [&_::-webkit-search-cancel-button]:hidden"
      >
        <SearchesLeft />
      </SearchInput>
      <Button
        type="submit"
        size="lg"
        variant={isMainAction ? 'primary' : 'secondary'}
        disabled={search.typed.q.trim() === ''}
        className="max-lg:px-3 max-sm:h-(--control)"
      >
        <WithShortName name="Search Videos" short="Search" />
      </Button>
    </form>
  );
}

/** For a while after a failure, the server returns it again without calling YouTube. */
function RetryTime({ error }: { error: Error }) {
  const at = nextTryOf(error);
  if (at === null) return null;
  return (
    <p className="mt-2">
      You can retry this search <When iso={at} />.
    </p>
  );
}

/**
 * Returns what to show instead of results, or null if there are results or they are
 * loading.
 */
function insteadOfResults(search: DiscoverSearch): ReactElement | null {
  const { submitted, typed, query, retry, isSearching, searchFor } = search;
  const help = (q: string) => (
    <Suspense>
      <SearchHelp q={q} onSearch={searchFor} />
    </Suspense>
  );

  if (query.isError && !query.isFetching) {
    return (
      <ErrorState title="Search Error" onRetry={retry}>
        {errorText(query.error, 'Failed to search videos')}
        <RetryTime error={query.error} />
      </ErrorState>
    );
  }
  if (!submitted || (query.data === null && !query.isFetching)) {
    return (
      <EmptyState icon={Search} title="Search for Videos">
        {typed.q.trim()
          ? `Press Search Videos to look for "${typed.q.trim()}".`
          : 'Search for something you know well. You can comment on the videos one by one, or on several at once.'}
        {help('')}
      </EmptyState>
    );
  }
  if (!isSearching && query.data?.videos.length === 0) {
    return help(submitted.q);
  }
  return null;
}

interface ToolProps extends ButtonProps {
  icon: LucideIcon;
  name: string;
  short: string;
}

const Tool = ({ icon: Icon, name, short, ...props }: ToolProps) => (
  <Button variant="ghost" className="max-lg:px-2" {...props}>
    <Icon className="max-lg:hidden" />
    <WithShortName name={name} short={short} />
  </Button>
);

/** At these widths, all labels fit, but not next to the search field. */
const LAPTOP = '(68.75rem <= width < 86rem)';

const NONE: never[] = [];

export function DiscoverPage() {
  const search = useDiscoverSearch();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const found = useFoundVideos(search.query.data?.videos ?? NONE);
  const all = useMemo(() => sorted(found, search.sort), [found, search.sort]);
  const videos = useMemo(() => narrowed(all, search.narrowing), [all, search.narrowing]);
  const selection = useSelection(
    JSON.stringify([search.submitted, search.narrowing]),
    videos,
  );
  const dialogs = useDiscoverDialogs(all, selection);
  useEffect(() => {
    ResultsList.preload();
    KeepLooking.preload();
  }, []);
  // Loaded before the rows are shown: their warnings would otherwise push content down.
  useQuery(commentedChannelsQuery);

  const clear = () => {
    search.clear();
    selection.clear();
  };

  const { focus } = useListKeys({
    list,
    videos: search.isSearching ? NONE : videos,
    selection,
    onDraft: (video) => canGenerate(video) && dialogs.generate(video),
    onBulk: dialogs.openBulk,
    keys: () => ({ '/': () => field.current?.focus() }),
  });

  const answer = search.query.data;
  const hasVideos = answer !== null && answer !== undefined && answer.videos.length > 0;
  const instead = insteadOfResults(search);
  const isLaptop = useMedia(LAPTOP);
  const tools = (
    <>
      {answer && search.submitted && (
        <Suspense fallback={<span className="size-(--control)" />}>
          <KeepLooking q={search.submitted.q} viewCount={search.submitted.viewCount} />
        </Suspense>
      )}
      {answer && <Tool icon={X} name="Clear Results" short="Clear" onClick={clear} />}
      <Tool
        icon={Download}
        name="Export Queue"
        short="Export"
        onClick={() => void exportQueue('csv')}
      />
    </>
  );
  const skeletons = <ResultSkeletons isSearching={search.isSearching} />;
  return (
    <>
      <PageHeader
        title="Discover Videos"
        tabs={<DiscoverTabs current="search" />}
        actions={!isLaptop && tools}
      >
        <SearchField
          field={field}
          search={search}
          isMainAction={selection.selected.size === 0}
          onSubmit={() => search.submit() && selection.clear()}
          onLeave={() => focus(0)}
        />
      </PageHeader>
      <FilterRow search={search} found={all} tools={isLaptop && tools} />
      <NoSearchesLeft />
      <Suspense fallback={null}>
        <BulkRunLine
          hasResults={videos.length > 0}
          onLeft={(left) => {
            const found = videos
              .filter(({ id }) => left.includes(id))
              .map(({ id }) => id);
            selection.select([...selection.selected, ...found]);
          }}
        />
      </Suspense>
      {instead ? (
        <PageBody>{instead}</PageBody>
      ) : (
        <Suspense fallback={skeletons}>
          {!hasVideos && skeletons}
          {answer && hasVideos && (
            <ResultsList
              search={search}
              found={answer}
              videos={videos}
              selection={selection}
              list={list}
              on={{ onGenerate: dialogs.generate, onView: dialogs.view }}
              onGenerateSelected={dialogs.openBulk}
            />
          )}
        </Suspense>
      )}
      {dialogs.dialog}
    </>
  );
}
