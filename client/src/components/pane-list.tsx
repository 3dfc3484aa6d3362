import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

interface PaneListProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => number;
  /** Pixels of a row. */
  heightOf: (item: Item) => number;
  /** Items of the whole list, loaded or not. */
  total: number;
  /** -1 if the open item is not in the list. */
  index: number;
  onNearEnd: (() => void) | undefined;
  renderRow: (item: Item, isOpen: boolean) => ReactNode;
  /** Below the loaded rows. */
  children: ReactNode;
}

/** Rows left below the list's edge when the next ones are asked for. */
const NEAR_END = 15;

/** Mounts only the rows near its edges, so that thousands are as quick as ten. */
export function PaneList<Item>(props: PaneListProps<Item>) {
  const { label, items, keyOf, heightOf, total, index, onNearEnd, renderRow, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at] ? heightOf(items[at]) : 0),
    getItemKey: (at) => (items[at] ? keyOf(items[at]) : at),
    overscan: 8,
  });

  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index);
  }, [index, virtualizer]);

  const end = virtualizer.range?.endIndex ?? -1;
  useEffect(() => {
    if (end >= items.length - NEAR_END) onNearEnd?.();
  }, [end, items.length, onNearEnd]);

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
    </div>
  );
}
