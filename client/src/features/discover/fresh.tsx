import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Rss, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { FreshGroup, FreshVideo } from '#shared/contracts/following.ts';
import {
  channelsQuery,
  dismissFresh,
  freshQuery,
  freshSummaryQuery,
  loadFreshAnew,
  seeFresh,
  standingSearchesQuery,
} from '../../api/following.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { commentStatesQuery } from '../../api/videos.ts';
import { useFollowChannel } from '../../components/follow-button.tsx';
import { DiscoverTabs } from '../../components/list-tabs.tsx';
import { EmptyState, ErrorState, PageBody, PageHeader } from '../../components/page.tsx';
import { ResultSkeletons } from '../../components/skeletons.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { counted, formatNumber } from '../../lib/formats.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { toast } from '../../lib/toast.ts';
import { DiscoverDialogs, preloadDialogs, useDiscoverDialogs } from './discover-dialogs.tsx';
import { canGenerate } from './discover-search.ts';
import { FreshRow } from './fresh-row.tsx';

const GROUPS: Record<FreshGroup, string> = {
  hours: 'Last 6 hours',
  today: 'Today',
  yesterday: 'Yesterday',
  older: 'Two days ago',
};

const SEEN_PAUSE_MS = 1_000;

/** Marks rows as seen that were scrolled past. */
function useSeen(list: RefObject<HTMLElement | null>, rows: readonly FreshVideo[]) {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const waiting = useRef(new Set<number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const see = (id: number) => {
    if (seen.has(id) || waiting.current.has(id)) return;
    waiting.current.add(id);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const ids = [...waiting.current];
      waiting.current.clear();
      setSeen((before) => new Set([...before, ...ids]));
      seeFresh(ids).then(
        () => client.invalidateQueries({ queryKey: freshSummaryQuery.queryKey }),
        // They are seen the next time.
        () => undefined,
      );
    }, SEEN_PAUSE_MS);
  };
  const latest = useRef(see);
  useEffect(() => {
    latest.current = see;
  });

  useEffect(() => {
    const root = list.current;
    if (!root || rows.length === 0) return;
    const watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, boundingClientRect, target } of entries)
        if (!isIntersecting && boundingClientRect.bottom < 0)
          latest.current(Number((target as HTMLElement).dataset['video']));
    });
    for (const row of root.querySelectorAll('[data-video]')) watch.observe(row);
    return () => watch.disconnect();
  }, [list, rows]);

  return { see, isSeen: (row: FreshVideo) => row.seen || seen.has(row.video.id) };
}

/** The rows with their comments of now, without those that are not for the person. */
function useFreshRows() {
  const query = useInfiniteQuery(freshQuery);
  const [dismissed, setDismissed] = useState<readonly FreshVideo[]>([]);
  const loaded = useMemo(() => query.data?.pages.flatMap(({ rows }) => rows) ?? [], [query.data]);
  const states = useQuery(commentStatesQuery(loaded.slice(0, 250).map(({ video }) => video.id))).data;
  const rows = useMemo(() => {
    const byVideo = new Map(states?.map(({ videoId, ...state }) => [videoId, state]));
    const gone = new Set(dismissed.map(({ video }) => video.id));
    return loaded
      .filter(({ video }) => !gone.has(video.id))
      .map((row) => ({ ...row, video: { ...row.video, ...byVideo.get(row.video.id) } }));
  }, [loaded, states, dismissed]);

  function dismiss(row: FreshVideo): void {
    setDismissed((before) => [...before, row]);
    const takeBack = () => setDismissed((before) => before.filter(({ video }) => video.id !== row.video.id));
    dismissFresh(row.video.id, true).catch((error: unknown) => {
      takeBack();
      toastFailure('Failed to set the video aside', error);
    });
    toast({
      title: 'Not for You',
      subject: row.video.title,
      action: { label: 'Undo', onAction: () => undo(row) },
    });
  }

  function undo(row: FreshVideo | undefined): void {
    if (!row) return;
    dismissFresh(row.video.id, false).then(
      () => {
        setDismissed((before) => before.filter(({ video }) => video.id !== row.video.id));
        toast({ title: 'Back in Fresh', subject: row.video.title });
      },
      (error: unknown) => toastFailure('Failed to undo', error),
    );
  }

  return { query, rows, dismiss, undo: () => undo(dismissed.at(-1)), dismissedCount: dismissed.length };
}

function NothingFresh() {
  const channels = useQuery(channelsQuery).data;
  const searches = useQuery(standingSearchesQuery).data;
  const followsNothing = channels?.length === 0 && searches?.length === 0;
  return (
    <EmptyState
      icon={Rss}
      title={followsNothing ? 'Follow channels to be early' : 'Nothing new in the last two days'}
      action={
        <Link href="/following" className={buttonClasses('primary')}>
          {followsNothing ? 'Choose Channels' : 'See What You Follow'}
        </Link>
      }
    >
      {followsNothing
        ? 'What the channels you follow publish comes here within hours, best match first, while its author still reads comments.'
        : 'New videos of your channels and standing searches come here by themselves.'}
    </EmptyState>
  );
}

const NOTHING: ReadonlySet<number> = new Set();

/** What channels and standing searches brought in the last two days. */
export function FreshPage() {
  const client = useQueryClient();
  const { query, rows, dismiss, undo, dismissedCount } = useFreshRows();
  const summary = useQuery(freshSummaryQuery).data;
  const list = useRef<HTMLDivElement>(null);
  const { see, isSeen } = useSeen(list, rows);
  const followChannel = useFollowChannel();
  const videos = useMemo(() => rows.map(({ video }) => video), [rows]);
  const dialogs = useDiscoverDialogs(videos, NOTHING);
  useEffect(() => preloadDialogs(), []);
  const last = useRef(-1);

  const elements = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-video]') ?? [])];
  const focused = () => elements().findIndex((row) => row.contains(document.activeElement));
  const focus = (index: number) => {
    const all = elements();
    last.current = Math.max(0, Math.min(index, all.length - 1));
    all[last.current]?.focus();
  };
  const move = (by: number) => {
    const from = focused();
    focus(from < 0 ? Math.max(last.current, 0) : from + by);
  };
  const view = (row: FreshVideo) => {
    see(row.video.id);
    dialogs.view(row.video);
  };
  const draft = (row: FreshVideo) => {
    see(row.video.id);
    if (canGenerate(row.video)) dialogs.generate(row.video);
    else dialogs.view(row.video);
  };
  const onFocused = (act: (row: FreshVideo) => void) => () => {
    const row = rows[focused()];
    if (row) act(row);
  };
  const setAside = (row: FreshVideo) => {
    const at = focused();
    dismiss(row);
    if (at >= 0) requestAnimationFrame(() => focus(at));
  };

  useShortcuts({
    ...(rows.length > 0 && {
      j: () => move(1),
      k: () => move(-1),
      x: onFocused(setAside),
      f: onFocused(({ video }) => followChannel.run(video)),
      o: onFocused(view),
    }),
    ...(dismissedCount > 0 && { u: undo }),
  });
  // Enter on a row drafts; on a button in it, it presses that.
  const onEnter = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target as HTMLElement).matches('[data-video]')) return;
    const row = rows[focused()];
    if (row) draft(row);
  };

  const total = query.data?.pages[0]?.total ?? 0;
  const newer = summary ? Math.max(0, summary.total - (total - dismissedCount)) : 0;
  const groups = [...Map.groupBy(rows, ({ group }) => group)];
  const leftOut = summary?.leftOut;
  const leftOutWords = leftOut && [
    leftOut.shorts > 0 && counted(leftOut.shorts, 'Short'),
    leftOut.commentsOff > 0 && `${counted(leftOut.commentsOff, 'video')} without comments`,
  ];
  return (
    <>
      <PageHeader
        title="Discover Videos"
        tabs={<DiscoverTabs current="fresh" />}
        actions={
          <>
            {dismissedCount > 0 && (
              <Button variant="ghost" onClick={undo} aria-keyshortcuts="u" className="max-sm:px-2">
                <Undo2 aria-hidden />
                <span className="max-sm:sr-only">Undo</span>
              </Button>
            )}
            <Link href="/following" className={buttonClasses('ghost')}>
              Following
            </Link>
          </>
        }
      />
      {query.isError && !query.data ? (
        <PageBody>
          <ErrorState title="Fresh could not be loaded" onRetry={() => void query.refetch()}>
            {errorText(query.error, 'Failed to load what is fresh.')}
          </ErrorState>
        </PageBody>
      ) : query.isPending ? (
        <ResultSkeletons isSearching />
      ) : (
        <section aria-label="Fresh" ref={list} onKeyDown={onEnter} className="pb-28">
          <div className="flex min-h-10 flex-wrap items-center gap-x-4 border-y border-line px-(--gutter) text-sm text-muted">
            <p role="status" className="empty:hidden">
              {newer > 0 && (
                <Button
                  variant="ghost"
                  className="-ml-3 font-semibold text-accent"
                  onClick={() => void loadFreshAnew(client)}
                >
                  {formatNumber(newer)} new
                </Button>
              )}
            </p>
            <p>Best match first</p>
            {leftOutWords?.some(Boolean) && (
              <p className="ml-auto">Left out: {leftOutWords.filter(Boolean).join(', ')}</p>
            )}
          </div>
          {rows.length === 0 && newer === 0 && (
            <PageBody>
              <NothingFresh />
            </PageBody>
          )}
          {groups.map(([group, all]) => (
            <section key={group} aria-label={GROUPS[group]}>
              <h2 className="px-(--gutter) pt-4 pb-1 text-sm font-semibold text-soft">{GROUPS[group]}</h2>
              <ul>
                {all.map((row) => (
                  <FreshRow
                    key={row.video.id}
                    row={row}
                    isSeen={isSeen(row)}
                    onView={() => view(row)}
                    onDraft={() => draft(row)}
                    onDismiss={() => setAside(row)}
                  />
                ))}
              </ul>
            </section>
          ))}
          {query.hasNextPage && (
            <div className="px-(--gutter) py-4">
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {query.isFetchingNextPage ? 'Loading more...' : 'Load more'}
              </Button>
            </div>
          )}
        </section>
      )}
      <DiscoverDialogs dialogs={dialogs} onBulkProcessed={() => undefined} />
    </>
  );
}
