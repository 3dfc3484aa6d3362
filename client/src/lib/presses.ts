import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { listen } from './browser.ts';

/**
 * How long a further press is ignored, in milliseconds: longer than a double click takes.
 * Tests set 0.
 */
export const PressPause = createContext(400);

export interface PressGuard {
  isPaused: boolean;
  pause: () => void;
  /**
   * Returns false if the press came too soon and did nothing. A key is ignored only if it
   * is the same one again: a different key is never an accident.
   */
  press: (act: () => void, key?: string) => boolean;
}

/**
 * Makes a double click, double tap or repeated key act only once, wherever the second
 * press lands.
 */
export function usePressGuard(): PressGuard {
  const length = useContext(PressPause);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Compares the clock instead of relying on the timer, which can fire late on a busy
  // page.
  const endsAt = useRef(0);
  const lastKey = useRef<string>(undefined);
  const [isPaused, setIsPaused] = useState(false);

  const pause = useCallback(() => {
    if (length === 0) return;
    clearTimeout(timer.current);
    setIsPaused(true);
    endsAt.current = performance.now() + length;
    timer.current = setTimeout(() => setIsPaused(false), length);
  }, [length]);

  const press = useCallback(
    (act: () => void, key?: string) => {
      if (
        performance.now() < endsAt.current &&
        (key === undefined || key === lastKey.current)
      )
        return false;
      lastKey.current = key;
      pause();
      act();
      return true;
    },
    [pause],
  );

  useEffect(() => () => clearTimeout(timer.current), []);

  return useMemo(() => ({ isPaused, pause, press }), [isPaused, pause, press]);
}

const ARMED_MS = 5_000;

/**
 * Marks the elements that belong to an armed button. A press or focus anywhere else
 * disarms it.
 */
export const ARMED = 'data-armed';

const isArmedButton = ({ target }: Event) =>
  target instanceof Element && target.closest(`[${ARMED}]`) !== null;

/**
 * Arms the post button of at most one comment: the next press on it posts the comment.
 * Disarms it after five seconds, on Escape, and on a press or focus elsewhere.
 */
export function useArming() {
  const [armed, setArmed] = useState<number | null>(null);

  useEffect(() => {
    if (armed === null) return;
    const disarm = () => setArmed(null);
    const elsewhere = (event: Event) => {
      if (!isArmedButton(event)) disarm();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') disarm();
    };
    const timer = setTimeout(disarm, ARMED_MS);
    const stop = listen({ focusin: elsewhere, pointerdown: elsewhere, keydown: onKey });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [armed]);

  return { armed, setArmed };
}

/**
 * Returns whether a button is armed. Escape then disarms it instead of closing the
 * dialog.
 */
export const isSomethingArmed = (): boolean =>
  document.querySelector(`[${ARMED}]`) !== null;

const FOCUSABLE =
  '[tabindex], a[href], button:enabled, input:enabled, textarea:enabled, select:enabled';

const openDialogs: (readonly Element[])[] = [];

function placesToReturn(): Element[] {
  const opener = document.activeElement;
  if (!opener || opener === document.body) return openDialogs.toReversed().flat();
  const row = opener.closest('li') ?? opener.closest('article');
  const near = [
    row,
    row?.nextElementSibling,
    row?.previousElementSibling,
    row?.parentElement,
  ].filter((each) => each != null);
  return [opener, ...near, ...openDialogs.toReversed().flat()];
}

export function focusIn(place: Element | null | undefined): boolean {
  if (!place?.isConnected) return false;
  const target = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE);
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  return target !== null && target === document.activeElement;
}

/**
 * Returns a handler for `onCloseAutoFocus` that focuses the element that opened the
 * dialog, or else a neighbor of it or the page. Radix itself returns focus only to its
 * own trigger component.
 */
export function useReturnFocus(): (event: Event) => void {
  // Read while rendering: by the time an effect runs, the focus is already inside the
  // dialog.
  const [places] = useState<readonly Element[]>(placesToReturn);

  useEffect(() => {
    openDialogs.push(places);
    return () => void openDialogs.splice(openDialogs.indexOf(places), 1);
  }, [places]);

  return (event) => {
    event.preventDefault();
    // A shortcut pressed right after closing may already have moved the focus.
    if (document.activeElement !== document.body) return;
    // The opener may be gone, for example with its decided comment. Then focus the item
    // that is open now.
    if (!places.some(focusIn))
      focusIn(
        document.querySelector('main article[tabindex]') ??
          document.querySelector('main'),
      );
  };
}
