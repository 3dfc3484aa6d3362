import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Rss } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FreshGroup, FreshVideo } from '#shared/contracts/following.ts';
import type { FreshSummary } from '#shared/contracts/fresh.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import {
  channelsQuery,
  dismissFresh,
  freshQuery,
  loadFreshAnew,
  seeFresh,
  standingSearchesQuery,
} from '../../api/following.ts';
import { freshSummaryQuery } from '../../api/fresh.ts';
import { toastFailure } from '../../api/http.ts';
import { useRelations } from '../../api/relations.ts';
import { useFollowChannel } from '../../components/follow-button.tsx';
import {
  DiscoverTabs,
  EmptyState,
  PageBody,
  PageHeader,
  QueryError,
} from '../../components/page.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { ResultSkeletons } from '../../components/skeletons.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import {
  preloadDialogs,
  useDiscoverDialogs,
  useFoundVideos,
  useListKeys,
} from '../../drafting/found-videos.tsx';
import { ResultRow } from '../../drafting/result-row.tsx';
import { SelectAll, SelectionBar } from '../../drafting/selection-bar.tsx';
import { canGenerate, useSelection } from '../../drafting/video-selection.ts';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';

const GROUPS: Record<FreshGroup, string> = {
  hours: 'Last 6 hours',
  today: 'Today',
  yesterday: 'Yesterday',
  older: 'Two days ago',
};

/** How long a video counts as fresh (rule 14.8). */
const FRESH_MS = 48 * 3_600_000;
const SEEN_PAUSE_MS = 1_000;
const NOTHING: ReadonlySet<number> = new Set();

const idOf = (row: Element) => Number((row as HTMLElement).dataset['video']);

/** Marks videos as seen once they are opened or scrolled past. */
function useSeen(list: RefObject<HTMLElement | null>, rows: readonly FreshVideo[]) {
  const client = useQueryClient();
  const [seen, setSeen] = useState(NOTHING);
  const waiting = useRef(new Set<number>());

  const see = useCallback(
    (id: number) => {
      const ids = waiting.current;
      if (ids.has(id)) return;
      // Sends the videos of one scroll in a single request.
      if (ids.size === 0)
        setTimeout(() => {
          waiting.current = new Set();
          setSeen((before) => new Set([...before, ...ids]));
          seeFresh([...ids]).then(
            () => client.invalidateQueries({ queryKey: freshSummaryQuery.queryKey }),
            // On failure, the videos are marked the next time they are seen.
            () => undefined,
          );
        }, SEEN_PAUSE_MS);
      ids.add(id);
    },
    [client],
  );

  useEffect(() => {
    const open = new Set(
      rows
        .filter((row) => !row.seen && !seen.has(row.video.id))
        .map(({ video }) => video.id),
    );
    const watch = new IntersectionObserver((entries) => {
      for (const { isIntersecting, boundingClientRect, target } of entries)
        if (!isIntersecting && boundingClientRect.bottom < 0) see(idOf(target));
    });
    for (const row of list.current?.querySelectorAll('[data-video]') ?? [])
      if (open.has(idOf(row))) watch.observe(row);
    return () => watch.disconnect();
  }, [list, rows, seen, see]);

  return { see, isSeen: (row: FreshVideo) => row.seen || seen.has(row.video.id) };
}

function useFreshRows() {
  const query = useInfiniteQuery(freshQuery);
  const [dismissed, setDismissed] = useState<readonly FoundVideo[]>([]);
  const rows = useMemo(() => {
    const gone = new Set(dismissed.map(({ id }) => id));
    return (query.data?.pages.flatMap((page) => page.rows) ?? []).filter(
      ({ video }) => !gone.has(video.id),
    );
  }, [query.data, dismissed]);

  async function dismiss(video: FoundVideo, isDismissed = true): Promise<void> {
    try {
      await dismissFresh(video.id, isDismissed);
    } catch (error) {
      return toastFailure(
        isDismissed ? 'Failed to set the video aside' : 'Failed to undo',
        error,
      );
    }
    setDismissed((before) => {
      const others = before.filter(({ id }) => id !== video.id);
      return isDismissed ? [...others, video] : others;
    });
    toast(
      isDismissed
        ? {
            title: 'Not for You',
            subject: video.title,
            action: { label: 'Undo', onAction: () => void dismiss(video, false) },
          }
        : { title: 'Back in Fresh', subject: video.title },
    );
  }

  return { query, rows, dismissed, dismiss };
}

function NothingFresh() {
  const channels = useQuery(channelsQuery).data;
  const searches = useQuery(standingSearchesQuery).data;
  if (!channels || !searches) return null;
  const followsNothing = channels.length === 0 && searches.length === 0;
  const isUnread =
    channels.some(
      ({ readAt, muted, trouble }) => readAt === null && !muted && !trouble,
    ) || searches.some(({ lastRunAt }) => lastRunAt === null);
  if (isUnread)
    return (
      <EmptyState icon={Rss} title="Looking at what you follow for the first time">
        New videos show up here within minutes. You can leave this page.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Rss}
      title={
        followsNothing
          ? 'Follow channels to comment early'
          : 'Nothing new in the last two days'
      }
      action={
        <>
          <ButtonLink href="/following" variant="primary">
            {followsNothing ? 'Choose Channels' : 'See What You Follow'}
          </ButtonLink>
          <SampleOffer />
        </>
      }
    >
      {followsNothing
        ? 'New videos of the channels you follow appear here within hours, best match first, while their authors still read the comments.'
        : 'New videos from your channels and standing searches appear here automatically.'}
    </EmptyState>
  );
}

type FreshRows = ReturnType<typeof useFreshRows>;

/**
 * Returns how many videos were found since the list was loaded. `listed` is the length of
 * the list.
 */
function useNewer(rows: FreshRows['rows'], listed: number) {
  const { data: summary, dataUpdatedAt: countedAt } = useQuery(freshSummaryQuery);
  // The counts exclude videos that became too old since the list was loaded. The list
  // still shows them.
  const old = rows.filter(
    ({ appearedAt }) => countedAt - Date.parse(appearedAt) >= FRESH_MS,
  ).length;
  return { summary, newer: summary ? summary.total - (listed - old) : 0 };
}

function leftOutText({ leftOut: { shorts, commentsOff } }: FreshSummary): string {
  const parts: string[] = [];
  if (shorts > 0) parts.push(counted(shorts, 'Short'));
  if (commentsOff > 0) parts.push(`${counted(commentsOff, 'video')} without comments`);
  return parts.join(', ');
}

interface FreshHeadProps {
  summary: FreshSummary;
  newer: number;
  children: ReactNode;
}

function FreshHead({ summary, newer, children }: FreshHeadProps) {
  const client = useQueryClient();
  const leftOut = leftOutText(summary);
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 border-y border-line px-(--gutter) text-sm text-muted">
      {/* Videos found since the list was loaded only appear when the user presses this button. */}
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
      {children}
      <p>Best match first, already commented last</p>
      {leftOut !== '' && <p className="ml-auto">Left out: {leftOut}</p>}
    </div>
  );
}

function LoadMore({ query }: Pick<FreshRows, 'query'>) {
  if (!query.hasNextPage) return null;
  return (
    <div className="px-(--gutter) py-4">
      <Button
        busy={query.isFetchingNextPage && 'Loading more...'}
        onClick={() => void query.fetchNextPage()}
      >
        Load more
      </Button>
    </div>
  );
}

/** Shows the videos of the last two days from followed channels and standing searches. */
export function FreshPage() {
  const { query, rows, dismissed, dismiss } = useFreshRows();
  const list = useRef<HTMLElement>(null);
  const { see, isSeen } = useSeen(list, rows);
  const videos = useFoundVideos(useMemo(() => rows.map(({ video }) => video), [rows]));
  const relations = useRelations(videos);
  // Fresh is one list, so its selection is never replaced by that of another search.
  const selection = useSelection('fresh', videos);
  const dialogs = useDiscoverDialogs(videos, selection);
  const followChannel = useFollowChannel();
  useEffect(() => preloadDialogs(), []);

  const view = (video: FoundVideo) => {
    see(video.id);
    dialogs.view(video);
  };
  const draft = (video: FoundVideo) => {
    see(video.id);
    if (canGenerate(video)) dialogs.generate(video);
    else dialogs.view(video);
  };
  const setAside = async (video: FoundVideo) => {
    const at = focused();
    if (selection.selected.has(video.id)) selection.toggle(video.id);
    await dismiss(video);
    if (at >= 0) requestAnimationFrame(() => focus(at));
  };
  const last = dismissed.at(-1);
  const { focus, focused } = useListKeys({
    list,
    videos,
    selection,
    onDraft: draft,
    onBulk: dialogs.openBulk,
    keys: (forRow) => ({
      d: forRow((video) => void setAside(video)),
      f: forRow(followChannel.run),
      o: forRow(view),
      ...(last && { u: () => void dismiss(last, false) }),
    }),
  });
  // Enter drafts only if the row itself has the focus. On a button in it, Enter presses
  // that button.
  const onEnter = ({ key, target }: KeyboardEvent) => {
    const video = videos[focused()];
    if (key === 'Enter' && (target as HTMLElement).matches('[data-video]') && video)
      draft(video);
  };

  const total = query.data?.pages[0]?.total ?? 0;
  const { summary, newer } = useNewer(rows, total - dismissed.length);
  const shown = rows.map((row, at) => ({ ...row, video: videos[at] ?? row.video }));
  return (
    <>
      <PageHeader
        title="Discover Videos"
        tabs={<DiscoverTabs current="fresh" />}
        actions={
          <ButtonLink href="/following" variant="ghost">
            Following
          </ButtonLink>
        }
      />
      {query.isPending && <ResultSkeletons isSearching />}
      {query.isError && !query.data && (
        <PageBody>
          <QueryError
            title="Fresh could not be loaded"
            query={query}
            fallback="Failed to load what is fresh."
          />
        </PageBody>
      )}
      {query.data && (
        <section aria-label="Fresh" ref={list} onKeyDown={onEnter} className="pb-28">
          {summary && (
            <FreshHead summary={summary} newer={newer}>
              {rows.length > 0 && <SelectAll selection={selection} />}
            </FreshHead>
          )}
          {rows.length === 0 && newer <= 0 && (
            <PageBody>
              <NothingFresh />
            </PageBody>
          )}
          {[...Map.groupBy(shown, ({ group }) => group)].map(([group, all]) => (
            <section key={group} aria-label={GROUPS[group]}>
              <h2 className="px-(--gutter) pt-4 pb-1 text-sm font-semibold text-soft">
                {GROUPS[group]}
              </h2>
              <ul>
                {all.map((row) => (
                  <ResultRow
                    key={row.video.id}
                    video={row.video}
                    selection={selection}
                    relation={relations.get(row.video.channelId)}
                    fresh={{
                      ...row,
                      seen: isSeen(row),
                      onDismiss: () => void setAside(row.video),
                    }}
                    on={{ onGenerate: draft, onView: view }}
                  />
                ))}
              </ul>
            </section>
          ))}
          <LoadMore query={query} />
        </section>
      )}
      <SelectionBar selection={selection} onGenerate={dialogs.openBulk} />
      {dialogs.dialog}
    </>
  );
}
