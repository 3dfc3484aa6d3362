import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';

type RowKey = string | number | bigint;

interface Held {
  key: RowKey;
  top: number;
  /** Restored when a shorter page makes the browser scroll back. */
  scrollY: number;
}

/** Keeps one row in place while rows above change, with extra margins where the page cannot scroll that far. */
export function useSteadyRow(
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
