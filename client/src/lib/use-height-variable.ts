import { type RefObject, useLayoutEffect } from 'react';

/** Tells the styles how high a part at the bottom of the window is, also after a resize. */
export function useHeightVariable(name: `--${string}`, part: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = part.current;
    if (!element) return;
    const { style } = document.documentElement;
    const measure = () => style.setProperty(name, `${element.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [name, part]);
}
