import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LoadedPages } from '../api/lists.ts';
import { classNames } from '../lib/browser.ts';
import { focusIn } from '../lib/presses.ts';
import { LoadFailure } from './page.tsx';
import { Skeleton } from './ui/button.tsx';

type RowKey = string | number | bigint;

interface Held {
  key: RowKey;
  top: number;
  /** Restored when a shorter page makes the browser scroll back. */
  scrollY: number;
}

/** Keeps one row in place while rows above change, with extra margins where the page cannot scroll that far. */
function useSteadyRow(
  list: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<Window, HTMLLIElement>,
  enabled: boolean,
) {
  const held = useRef<Held | null>(null);
  const room = useRef({ above: 0, below: 0 });

  const controls = useMemo(() => {
    const topOf = (key: RowKey) => {
      const row = virtualizer.getVirtualItems().find((item) => item.key === key);
      return row && row.start - virtualizer.options.scrollMargin;
    };
    const makeRoom = (above: number, below: number) => {
      room.current = { above, below };
      if (!list.current) return;
      list.current.style.marginTop = `${above}px`;
      list.current.style.marginBottom = `${below}px`;
    };
    const hold = (next: Held | null) => {
      held.current = next;
      // Otherwise the virtualizer would correct for the same change.
      virtualizer.shouldAdjustScrollPositionOnItemSizeChange = next ? () => false : undefined;
    };
    return {
      hold(key: RowKey) {
        const top = enabled ? topOf(key) : undefined;
        hold(top === undefined ? null : { key, top, scrollY: window.scrollY });
      },
      release() {
        hold(null);
        if (room.current.above > 0 || room.current.below > 0) makeRoom(0, 0);
      },
      settle() {
        if (!held.current) return;
        const { key } = held.current;
        const top = topOf(key);
        if (top === undefined) return hold(null);
        const moved = top - held.current.top;
        const { scrollY } = held.current;
        if (moved === 0 && window.scrollY >= scrollY) return;
        const wanted = scrollY + moved - room.current.above;
        const above = Math.max(0, -wanted);
        const scrollTop = Math.max(0, wanted);
        // A margin of one window below makes the page high enough to measure.
        makeRoom(above, window.innerHeight);
        const most = document.documentElement.scrollHeight - window.innerHeight;
        makeRoom(above, Math.max(0, scrollTop + window.innerHeight - most));
        window.scrollTo(window.scrollX, scrollTop);
        hold({ key, top, scrollY: scrollTop });
      },
      onScroll() {
        if (held.current) held.current.scrollY = window.scrollY;
        const { above, below } = room.current;
        const box = list.current?.getBoundingClientRect();
        if (!box || (above === 0 && below === 0)) return;
        const aboveIsSeen = box.top > 0;
        const belowIsSeen = box.bottom < window.innerHeight;
        if (aboveIsSeen && belowIsSeen) return;
        makeRoom(aboveIsSeen ? above : 0, belowIsSeen ? below : 0);
        if (aboveIsSeen || above === 0) return;
        window.scrollTo(window.scrollX, window.scrollY - above);
        if (held.current) held.current.scrollY = window.scrollY;
      },
    };
  }, [list, virtualizer, enabled]);

  useLayoutEffect(() => {
    if (enabled) controls.settle();
  });

  useEffect(() => {
    if (!enabled) return;
    window.addEventListener('scroll', controls.onScroll, { passive: true });
    return () => window.removeEventListener('scroll', controls.onScroll);
  }, [enabled, controls]);

  return controls;
}

/** The fixed bar at the bottom of a phone. */
const SCROLL_PADDING = 88;
/** Items left below the window when the next ones are asked for. */
const NEAR_END = 15;

/** Measured heights by label, as Back must find a list as high as it was left. */
const measured = new Map<string, VirtualItem[]>();

/** Mounts the items near the window, and the last focused one, so that the keyboard keeps its place. */
export function VirtualList<Item extends { id: number }>(props: {
  label: string;
  items: readonly Item[];
  /** Height of an item in pixels until it is measured. */
  estimate: number;
  gap?: number;
  steady?: boolean;
  /** Items of the whole list, if not all are loaded. */
  total?: number;
  onNearEnd?: (() => void) | undefined;
  children: (item: Item, index: number) => ReactNode;
}) {
  const { label, items, estimate, gap = 0, steady = false, onNearEnd, children } = props;
  const { total = items.length } = props;
  const list = useRef<HTMLOListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const focusedIndex = items.findIndex((item) => item.id === focused);
  const lastFocused = useRef(-1);

  // Content above the list may change its height at any time.
  useLayoutEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      setScrollMargin(Math.round(top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: items.length,
    estimateSize: () => estimate,
    getItemKey: (index) => items[index]?.id ?? index,
    gap,
    initialMeasurementsCache: measured.get(label) ?? [],
    overscan: 6,
    scrollMargin,
    scrollPaddingStart: 16,
    scrollPaddingEnd: SCROLL_PADDING,
    useFlushSync: false,
    rangeExtractor: (range: Range) => {
      const shown = new Set(defaultRangeExtractor(range));
      if (focusedIndex >= 0) shown.add(focusedIndex);
      return [...shown].sort((a, b) => a - b);
    },
  });

  useEffect(() => () => void measured.set(label, virtualizer.takeSnapshot()), [label, virtualizer]);

  const steadyRow = useSteadyRow(list, virtualizer, steady);

  const shown = virtualizer.getVirtualItems();
  const end = virtualizer.range?.endIndex ?? -1;
  useEffect(() => {
    if (end >= items.length - NEAR_END) onNearEnd?.();
  }, [end, items.length, onNearEnd]);

  // When the focused row leaves, focus the row that takes its place.
  useLayoutEffect(() => {
    if (focusedIndex >= 0) lastFocused.current = focusedIndex;
    else if (lastFocused.current >= 0) {
      const index = Math.min(lastFocused.current, items.length - 1);
      lastFocused.current = -1;
      if (document.activeElement === document.body)
        focusIn(list.current?.querySelector(`:scope > [data-index="${index}"]`));
    }
  }, [focusedIndex, items.length]);

  return (
    <ol
      ref={list}
      aria-label={label}
      className="relative list-none"
      onPointerLeave={(event) => event.pointerType === 'mouse' && steadyRow.release()}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {shown.map(({ key, index, start }) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            onFocus={() => setFocused(item.id)}
            onPointerOver={() => steadyRow.hold(key)}
            data-index={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
          >
            {children(item, index)}
          </li>
        );
      })}
    </ol>
  );
}

/** Rows left below the list's edge when the next ones are asked for. */
const ROWS_AHEAD = 15;

/** Mounts only the rows near its edges, so that thousands are as quick as ten. */
export function PaneList<Item>(props: {
  label: string;
  pages: LoadedPages & { rows: readonly Item[]; total: number; loadMore: (() => void) | undefined };
  things?: string;
  keyOf: (item: Item) => number;
  heightOf: (item: Item) => number;
  /** -1 if the open item is not in the list. */
  index: number;
  /** Whether the list is in view; it opens at the open item. */
  isShown?: boolean;
  renderRow: (item: Item, isOpen: boolean) => ReactNode;
  children: ReactNode;
}) {
  const { label, pages, things, keyOf, heightOf, index, isShown, renderRow, children } = props;
  const { rows: items, total, loadMore } = pages;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at] ? heightOf(items[at]) : 0),
    getItemKey: (at) => (items[at] ? keyOf(items[at]) : at),
    overscan: 8,
  });

  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, isShown ? { align: 'center' } : {});
  }, [index, isShown, virtualizer]);

  const end = virtualizer.range?.endIndex ?? -1;
  useEffect(() => {
    if (end >= items.length - ROWS_AHEAD) loadMore?.();
  }, [end, items.length, loadMore]);

  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-(--strip)">
      <ol aria-label={label} className="relative list-none" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index: at, start }) => {
          const item = items[at];
          return (
            item && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={at}
                aria-setsize={total}
                aria-posinset={at + 1}
                className="absolute top-0 left-0 w-full"
                style={{ transform: `translateY(${start}px)` }}
              >
                {renderRow(item, at === index)}
              </li>
            )
          );
        })}
      </ol>
      {children}
      <div className={classNames('px-4 empty:hidden lg:px-7', pages.moreFailed && 'py-3')}>
        <ListEnd {...pages} {...(things && { things })} />
      </div>
    </div>
  );
}

export const PaneRow = ({ isOpen, className, ...props }: ComponentProps<'button'> & { isOpen: boolean }) => (
  <button
    type="button"
    aria-current={isOpen || undefined}
    className={classNames(
      'w-full border-b border-line px-4 text-left -outline-offset-2 transition-colors lg:pl-7',
      isOpen ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]' : 'hover:bg-hover',
      className,
    )}
    {...props}
  />
);

interface ListEndProps extends LoadedPages {
  things?: string;
}

/** Below the loaded rows, while the next ones load or after that failed. */
export function ListEnd({ isLoadingMore, moreFailed, retryMore, things = 'comments' }: ListEndProps) {
  if (moreFailed)
    return <LoadFailure onRetry={retryMore}>The next {things} could not be loaded.</LoadFailure>;
  if (!isLoadingMore) return null;
  return (
    <div role="status" className="flex flex-col gap-2 py-3">
      <span className="sr-only">Loading the next {things}</span>
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/4" />
    </div>
  );
}
