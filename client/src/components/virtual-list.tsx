import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { focusIn } from '../lib/return-focus.ts';
import { useSteadyRow } from './use-steady-row.ts';

interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => number;
  /** Height of an item in pixels until it is measured. */
  estimate: number;
  gap?: number;
  steady?: boolean;
  /** Items of the whole list, if not all are loaded. */
  total?: number;
  /** Called while the window is near the last item. */
  onNearEnd?: (() => void) | undefined;
  children: (item: Item, index: number) => ReactNode;
}

/** The fixed bar at the bottom of a phone. */
const SCROLL_PADDING = 88;
/** Items left below the window when the next ones are asked for. */
const NEAR_END = 15;

/** Measured heights by label, as Back must find a list as high as it was left. */
const measured = new Map<string, VirtualItem[]>();

/** Mounts the items near the window, and the last focused one, so that the keyboard keeps its place. */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  estimate,
  gap = 0,
  steady = false,
  total = items.length,
  onNearEnd,
  children,
}: VirtualListProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const focusedIndex = items.findIndex((item) => keyOf(item) === focused);
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
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
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
            onFocus={() => setFocused(keyOf(item))}
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
