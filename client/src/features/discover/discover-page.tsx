import { useQuery } from '@tanstack/react-query';
import { Check, Download, Rss, X } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { z } from 'zod';
import { keepSearchSchema } from '#shared/contracts/following.ts';
import { exportQueue, statsQuery } from '../../api/comments.ts';
import { standingSearchesQuery, useKeepSearch } from '../../api/following.ts';
import { toastFailure } from '../../api/http.ts';
import { commentedChannelsQuery } from '../../api/videos.ts';
import { DiscoverTabs } from '../../components/list-tabs.tsx';
import { PageBody, PageHeader } from '../../components/page.tsx';
import { DiscoverSkeleton } from '../../components/skeletons.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useAddress } from '../../lib/address.ts';
import { lazyWithPreload } from '../../lib/browser.ts';
import { createPreference, usePreference } from '../../lib/storage.ts';
import { toast } from '../../lib/toast.ts';
import { DiscoverDialogs, preloadDialogs, useDiscoverDialogs } from './discover-dialogs.tsx';
import {
  canGenerate,
  isClosed,
  narrowed,
  sorted,
  useDiscoverSearch,
  useSelection,
} from './discover-search.ts';
import { useFoundVideos, useListKeys } from './found-videos.ts';
import { FilterRow, NoSearchesLeft, SearchField } from './search-bar.tsx';
import { SearchResults } from './search-results.tsx';

export function ExportQueueButton() {
  return (
    <Button
      variant="ghost"
      title="Export Queue"
      className="max-lg:px-2.5"
      onClick={() => void exportQueue('csv')}
    >
      <Download aria-hidden />
      <span className="max-lg:sr-only">Export Queue</span>
    </Button>
  );
}

const BulkRunLine = lazyWithPreload(async () => (await import('../../components/bulk-run.tsx')).BulkRunLine);

const NONE: never[] = [];

/** Has the search go on by itself. */
function KeepLooking({ q, viewCount }: { q: string; viewCount: string }) {
  const keep = useKeepSearch();
  const { data } = useQuery(standingSearchesQuery);
  const asked = keepSearchSchema.parse({ q, ...(viewCount && { viewCount }) });
  const isKept = data?.some(
    (kept) => kept.q.toLowerCase() === q.toLowerCase() && kept.viewCount === (asked.viewCount ?? null),
  );
  const start = () =>
    keep.mutate(asked, {
      onSuccess: () =>
        toast({
          title: 'Looking for This from Now On',
          subject: q,
          link: { label: 'Fresh', href: '/discover?view=fresh' },
        }),
      onError: (error) => toastFailure('Failed to keep the search', error),
    });
  const label = isKept ? 'Looking for This' : 'Keep Looking for This';
  return (
    <Button
      variant="ghost"
      title={label}
      className="px-2.5"
      disabled={isKept || keep.isPending}
      onClick={start}
    >
      {isKept ? <Check aria-hidden /> : <Rss aria-hidden />}
      <span className="sr-only">{label}</span>
    </Button>
  );
}

export function DiscoverPage() {
  const search = useDiscoverSearch();
  const selection = useSelection(JSON.stringify([search.submitted, search.narrowing]));
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const found = useFoundVideos(search.query.data?.videos ?? NONE);
  const all = useMemo(() => sorted(found.videos, search.sort), [found.videos, search.sort]);
  const videos = useMemo(() => narrowed(all, search.narrowing), [all, search.narrowing]);
  const dialogs = useDiscoverDialogs(all, selection.selected);
  // Loaded before there are rows, whose warnings would otherwise push content down.
  useQuery(commentedChannelsQuery);

  const submit = () => {
    if (search.submit()) selection.clear();
  };
  const clear = () => {
    search.clear();
    selection.clear();
  };

  const { focus } = useListKeys({
    list,
    videos: search.isSearching ? NONE : videos,
    keys: {
      x: (current) => current && !isClosed(current) && selection.toggle(current.id),
      g: (current) => {
        if (selection.selected.size > 0) dialogs.openBulk();
        else if (current && canGenerate(current)) dialogs.generate(current);
      },
    },
    others: { '/': () => field.current?.focus() },
  });

  return (
    <>
      <PageHeader
        title="Discover Videos"
        tabs={<DiscoverTabs current="search" />}
        actions={
          <>
            {search.query.data && search.submitted && (
              <KeepLooking q={search.submitted.q} viewCount={search.submitted.viewCount} />
            )}
            {search.query.data && (
              <Button variant="ghost" title="Clear Results" className="max-lg:px-2.5" onClick={clear}>
                <X aria-hidden className="lg:hidden" />
                <span className="max-lg:sr-only">Clear Results</span>
              </Button>
            )}
            <ExportQueueButton />
          </>
        }
      >
        <SearchField
          ref={field}
          search={search}
          isMainAction={selection.selected.size === 0}
          onSubmit={submit}
          onLeave={() => focus(0)}
        />
      </PageHeader>
      <FilterRow search={search} found={all} />
      <NoSearchesLeft />
      <Suspense fallback={null}>
        <BulkRunLine
          hasResults={videos.length > 0}
          onLeft={(left) => {
            const found = videos.filter(({ id }) => left.includes(id)).map(({ id }) => id);
            selection.select([...selection.selected, ...found]);
          }}
        />
      </Suspense>
      <SearchResults
        search={search}
        videos={videos}
        selection={selection}
        list={list}
        on={{
          onGenerate: (video) => dialogs.generate(video),
          onGenerateSelected: dialogs.openBulk,
          onView: dialogs.view,
          onAddToQueue: (video) => void found.queueVideo(video),
          onApproach: preloadDialogs,
        }}
      />
      <DiscoverDialogs dialogs={dialogs} onBulkProcessed={selection.clear} />
    </>
  );
}

const addressContract = z.object({ setup: z.literal('open'), view: z.literal('fresh') });

const setupPreference = createPreference('setup', z.enum(['open', 'closed']), 'open');

/**
 * Whether the first run is shown: asked for by the address, or while nothing was queued or posted. Undefined until
 * that is known; then it stays, so that a queued draft does not take the page away.
 */
function useSetup() {
  const [{ setup: asked }, setAddress] = useAddress(addressContract);
  const [preference, setPreference] = usePreference(setupPreference);
  const stats = useQuery(statsQuery);
  const [shown, setShown] = useState<boolean>();
  const { data } = stats;
  const isNew = data && data.inQueue === 0 && data.commentsPosted === 0;
  // An address that names a search or a video is shown as it says.
  const isPlain = useSearch() === '';
  if (shown && !isPlain && !asked) setShown(false);
  const found = preference === 'closed' || stats.isError || !isPlain ? false : isNew;
  useEffect(() => {
    if (shown !== undefined || found === undefined) return;
    setShown(found);
    // The next load need not wait for the figures.
    if (isNew === false) setPreference('closed');
  }, [shown, found, isNew, setPreference]);
  const close = useCallback(() => {
    setPreference('closed');
    setShown(false);
    setAddress({ setup: undefined });
  }, [setAddress, setPreference]);
  return { isOpen: asked ? true : (shown ?? found), close };
}

const FirstRun = lazyWithPreload(async () => (await import('./first-run.tsx')).FirstRun);

const FreshPage = lazyWithPreload(async () => (await import('./fresh.tsx')).FreshPage);

const waiting = (
  <>
    <PageHeader title="Discover Videos" />
    <PageBody>
      <DiscoverSkeleton />
    </PageBody>
  </>
);

/** Discover Videos, or what comes before it the first time. */
export function DiscoverScreen() {
  const { isOpen, close } = useSetup();
  const [{ view }] = useAddress(addressContract);
  if (view === 'fresh')
    return (
      <Suspense fallback={waiting}>
        <FreshPage />
      </Suspense>
    );
  if (isOpen) return <FirstRun onClose={close} />;
  if (isOpen === false) return <DiscoverPage />;
  return waiting;
}
