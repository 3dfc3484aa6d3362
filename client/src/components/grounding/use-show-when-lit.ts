import { type RefObject, useEffect } from 'react';

/** Where the sources scroll with their text, scrolling to one would leave the text. */
function scrollsAlone(item: Element): boolean {
  let pane = item.parentElement;
  while (pane && getComputedStyle(pane).overflowY !== 'auto') pane = pane.parentElement;
  return pane !== null && !pane.querySelector('[data-mark]');
}

/** Scrolls a source into view when something else lights it up; under the pointer it stays. */
export function useShowWhenLit(item: RefObject<HTMLElement | null>, isLit: boolean): void {
  useEffect(() => {
    if (!isLit || !item.current || item.current.matches(':hover') || !scrollsAlone(item.current)) return;
    item.current.scrollIntoView({ block: 'nearest' });
  }, [item, isLit]);
}
