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
  useRef,
  useState,
} from 'react';
import type { LoadedPages } from '../api/lists.ts';
import { classNames } from '../lib/browser.ts';
import { formatNumber } from '../lib/formats.ts';
import { focusIn } from '../lib/presses.ts';
import { LoadFailure } from './page.tsx';
import { Button, Loading, Skeleton } from './ui/button.tsx';

function Rows<Item>(props: {
  label: string;
  items: readonly Item[];
  total: number;
  virtualizer:
    | Virtualizer<Window, HTMLLIElement>
    | Virtualizer<HTMLDivElement, HTMLLIElement>;
  list?: ComponentProps<'ol'>;
  children: (item: Item, index: number) => ReactNode;
}) {
  const { label, items, total, virtualizer, list, children } = props;
  return (
    <ol
      {...list}
      aria-label={label}
      className="relative list-none"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const item = items[index];
        return (
          item !== undefined && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="absolute top-0 left-0 w-full"
              style={{
                transform: `translateY(${start - virtualizer.options.scrollMargin}px)`,
              }}
            >
              {children(item, index)}
            </li>
          )
        );
      })}
    </ol>
  );
}

/** More rows are loaded when fewer than this many are left below the visible area. */
const NEAR_END = 15;

function useNearEnd(
  virtualizer: { range: { endIndex: number } | null },
  count: number,
  loadMore?: () => void,
) {
  const end = virtualizer.range?.endIndex ?? -1;
  useEffect(() => {
    if (end >= count - NEAR_END) loadMore?.();
  }, [end, count, loadMore]);
}

/**
 * Keeps the row under the pointer in place while rows above it come and go. The space of
 * removed rows stays until the pointer has left the list.
 */
function useSteadyRow(
  list: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<Window, HTMLLIElement>,
) {
  const held = useRef<{ id: number; top: number } | null>(null);
  const room = useRef(0);
  const topOf = (id: number) => {
    const row = virtualizer.getVirtualItems().find(({ key }) => key === id);
    return row && row.start - virtualizer.options.scrollMargin;
  };
  const makeRoom = (height: number) => {
    room.current = height;
    if (list.current) list.current.style.marginTop = `${height}px`;
  };
  const hold = (id: number | undefined) => {
    const top = id === undefined ? undefined : topOf(id);
    held.current = id === undefined || top === undefined ? null : { id, top };
    // Otherwise the virtualizer would also correct the scroll position for the same
    // change.
    virtualizer.shouldAdjustScrollPositionOnItemSizeChange = held.current
      ? () => false
      : undefined;
  };
  useLayoutEffect(() => {
    const was = held.current;
    if (!was) return;
    hold(was.id);
    const wanted = room.current + was.top - (held.current?.top ?? was.top);
    if (wanted === room.current) return;
    makeRoom(Math.max(0, wanted));
    if (wanted < 0) window.scrollBy(0, -wanted);
  });
  return {
    hold,
    release() {
      hold(undefined);
      makeRoom(0);
    },
  };
}

/** Height in pixels of the fixed bar at the bottom of a phone. */
const SCROLL_PADDING = 88;

/**
 * Measured row heights by list label, so that a list is as high after Back as it was
 * before.
 */
const measured = new Map<string, VirtualItem[]>();

/**
 * Mounts only the items near the visible area, and the last
 * focused one, so that keyboard users keep their place.
 */
export function VirtualList<Item extends { id: number }>(props: {
  label: string;
  items: readonly Item[];
  /** Height of an item in pixels until it is measured. */
  estimate: number;
  gap?: number;
  steady?: boolean;
  /** Number of items in the whole list, if not all are loaded. */
  total?: number;
  onNearEnd?: (() => void) | undefined;
  /** Index of the open item, which stays mounted wherever it is; -1 for none. */
  openIndex?: number;
  children: (item: Item, index: number) => ReactNode;
}) {
  const {
    label,
    items,
    estimate,
    gap = 0,
    steady = false,
    onNearEnd,
    openIndex = -1,
    children,
  } = props;
  const list = useRef<HTMLOListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [focused, setFocused] = useState<number | undefined>();
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
      if (openIndex >= 0 && openIndex < items.length) shown.add(openIndex);
      return [...shown].sort((a, b) => a - b);
    },
  });

  useEffect(
    () => () => void measured.set(label, virtualizer.takeSnapshot()),
    [label, virtualizer],
  );
  useNearEnd(virtualizer, items.length, onNearEnd);
  const { hold, release } = useSteadyRow(list, virtualizer);

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

  const idAt = ({ target }: { target: EventTarget }) => {
    const row = target instanceof Element && target.closest<HTMLElement>('[data-index]');
    return row ? items[Number(row.dataset['index'])]?.id : undefined;
  };

  return (
    <Rows
      label={label}
      items={items}
      total={props.total ?? items.length}
      virtualizer={virtualizer}
      list={{
        ref: list,
        onFocus: (event) => setFocused(idAt(event)),
        ...(steady && {
          onPointerOver: (event) => hold(idAt(event)),
          onPointerLeave: release,
        }),
      }}
    >
      {children}
    </Rows>
  );
}

/**
 * Mounts only the rows in or near the visible area, so that a list of thousands stays
 * fast.
 */
export function PaneList<Item extends { id: number }>(props: {
  label: string;
  items: readonly Item[];
  /** How to load more items, if they are loaded page by page. */
  pages?: LoadedPages & { total: number; loadMore: (() => void) | undefined };
  heightOf: (item: Item) => number;
  /** Index of the open item; -1 if it is not in the list. */
  index: number;
  /**
   * Whether the list is in view. When it comes into view, it is scrolled to the open
   * item.
   */
  isShown?: boolean;
  renderRow: (item: Item, isOpen: boolean) => ReactNode;
  children: ReactNode;
}) {
  const { label, items, pages, heightOf, index, isShown, renderRow, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at] ? heightOf(items[at]) : 0),
    getItemKey: (at) => items[at]?.id ?? at,
    overscan: 8,
  });

  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, isShown ? { align: 'center' } : {});
  }, [index, isShown, virtualizer]);

  useNearEnd(virtualizer, items.length, pages?.loadMore);

  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-(--strip)"
    >
      <Rows
        label={label}
        items={items}
        total={pages?.total ?? items.length}
        virtualizer={virtualizer}
      >
        {(item, at) => renderRow(item, at === index)}
      </Rows>
      {children}
      {pages && (
        <div
          className={classNames('px-4 empty:hidden lg:px-7', pages.moreFailed && 'py-3')}
        >
          <ListEnd {...pages} />
        </div>
      )}
    </div>
  );
}

export const PaneRow = ({
  isOpen,
  className,
  ...props
}: ComponentProps<'button'> & { isOpen: boolean }) => (
  <button
    type="button"
    aria-current={isOpen || undefined}
    className={classNames(
      'w-full border-b border-line px-4 text-left -outline-offset-2 transition-colors lg:pl-7',
      isOpen
        ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]'
        : 'hover:bg-hover',
      className,
    )}
    {...props}
  />
);

/** Shown below the loaded rows while more are loading or after that has failed. */
export function ListEnd({ isLoadingMore, moreFailed, retryMore }: LoadedPages) {
  if (moreFailed)
    return (
      <LoadFailure onRetry={retryMore}>The next ones could not be loaded.</LoadFailure>
    );
  if (!isLoadingMore) return null;
  return (
    <Loading label="Loading the next ones" className="flex flex-col gap-2 py-3">
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/4" />
    </Loading>
  );
}

/** How much of the next filter shows that the row scrolls. */
const PEEK_PX = 24;

/**
 * On a phone, the filters are in one row that scrolls. Scrolls it to the chosen one when
 * the row appears.
 */
function useChosenInView() {
  const ref = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const row = ref.current;
    if (!row) return;
    const observer = new ResizeObserver(() => {
      const chosen = row.querySelector<HTMLElement>('[aria-pressed="true"]');
      if (!chosen) return;
      const end = chosen.offsetLeft + chosen.offsetWidth + PEEK_PX;
      row.scrollLeft = end - row.clientWidth;
    });
    observer.observe(row);
    return () => observer.disconnect();
  }, []);
  return ref;
}

/** Buttons that filter a list, each with the number of rows it shows. */
export function FilterButtons<Value extends string | undefined>(props: {
  label?: string;
  value: Value;
  onChange: (value: Value) => void;
  filters: readonly { value: Value; label: string; count: number | undefined }[];
}) {
  const { label = 'Filter', value, onChange, filters } = props;
  return (
    <fieldset
      ref={useChosenInView()}
      aria-label={label}
      className="relative -ml-2.5 flex min-w-0 gap-0.5 [scrollbar-width:none] max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-1.5 sm:flex-wrap"
    >
      {filters.map((filter) => (
        <Button
          key={filter.label}
          variant="ghost"
          aria-pressed={filter.value === value}
          className="gap-1.5 px-2.5 -outline-offset-2 aria-pressed:bg-hover aria-pressed:text-text"
          onClick={() => onChange(filter.value)}
        >
          {filter.label}{' '}
          <span className="min-w-[1ch] font-normal text-muted tabular-nums">
            {filter.count !== undefined && formatNumber(filter.count)}
          </span>
        </Button>
      ))}
    </fieldset>
  );
}
