import {
  type ComponentType,
  lazy,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';

export const classNames = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ');

export function downloadFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/**
 * Scrolls no further than needed: nothing moves while the part is in view. Returns nothing
 * on purpose: scrollIntoView may return a promise, which React would take for a cleanup
 * function.
 */
export const bringIntoView = (part: Element | null | undefined): void => {
  void part?.scrollIntoView({ block: 'nearest' });
};

const SECOND_TRY_MS = 1_000;

/**
 * Loads a component when it is first shown. Retries a failed load once, a second later.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  const Part = lazy(async () => ({
    default: await load().catch(async () => {
      // Firefox aborts imports when the user leaves the page.
      // After a second that page is gone, so it shows no error.
      await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
      return load();
    }),
  }));
  // Errors are ignored here: the component loads again, and reports a failure, when it is
  // shown.
  return Object.assign(Part, { preload: () => void load().catch(() => undefined) });
}

/**
 * Keeps the height of an element at the bottom of the window in a CSS variable, also
 * after a resize.
 */
export function useHeightVariable(
  name: `--${string}`,
  part: RefObject<HTMLElement | null>,
): void {
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

type Listeners = {
  [Name in keyof WindowEventMap]?: (event: WindowEventMap[Name]) => void;
} & { [ownEvent: `chime-in:${string}`]: () => void };

/** Listens for events of the window. Returns a function that removes the listeners. */
export function listen(
  listeners: Listeners,
  options?: AddEventListenerOptions,
): () => void {
  const stop = new AbortController();
  for (const [name, listener] of Object.entries(listeners))
    window.addEventListener(name, listener as EventListener, {
      ...options,
      signal: stop.signal,
    });
  return () => stop.abort();
}

const subscribe = (listener: () => void) =>
  listen({ online: listener, offline: listener });

/**
 * Returns whether the device has a network, which says nothing about whether the server
 * answers.
 */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(subscribe, () => navigator.onLine);

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/**
 * Returns whether the window is narrower than the breakpoint md: a list and its open row
 * do not fit side by side.
 */
export const useIsPhone = (): boolean => useMedia('(width < 52rem)');

export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
