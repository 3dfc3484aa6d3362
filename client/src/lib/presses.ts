import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

/** Milliseconds, longer than a double click or double tap takes; 0 in tests. */
export const PressPause = createContext(400);

export interface PressGuard {
  isPaused: boolean;
  pause: () => void;
  /**
   * Returns false if the press came too soon and did nothing. Of keys only a second press of the same one is left out:
   * another key is always meant.
   */
  press: (act: () => void, key?: string) => boolean;
}

/** Makes a double click, tap or key press act once, wherever its second half lands. */
export function usePressGuard(): PressGuard {
  const length = useContext(PressPause);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Not the timer: on a busy page a press comes before one that is over.
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
      if (performance.now() < endsAt.current && (key === undefined || key === lastKey.current)) return false;
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

/** A press or focus outside elements with this attribute disarms. */
export const ARMED = 'data-armed';

const isArmedButton = ({ target }: Event) =>
  target instanceof Element && target.closest(`[${ARMED}]`) !== null;

/** Arms at most one comment: its next press posts it. */
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
    window.addEventListener('focusin', elsewhere);
    window.addEventListener('pointerdown', elsewhere);
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focusin', elsewhere);
      window.removeEventListener('pointerdown', elsewhere);
      window.removeEventListener('keydown', onKey);
    };
  }, [armed]);

  return { armed, setArmed };
}

/** Whether something is armed that Escape takes back before it closes a dialog. */
export const isSomethingArmed = (): boolean => document.querySelector(`[${ARMED}]`) !== null;

const FOCUSABLE = '[tabindex], a[href], button:enabled, input:enabled, textarea:enabled, select:enabled';

const openDialogs: (readonly Element[])[] = [];

function placesToReturn(): Element[] {
  const opener = document.activeElement;
  if (!opener || opener === document.body) return openDialogs.toReversed().flat();
  const row = opener.closest('li') ?? opener.closest('article');
  const near = [row, row?.nextElementSibling, row?.previousElementSibling, row?.parentElement].filter(
    (each) => each != null,
  );
  return [opener, ...near, ...openDialogs.toReversed().flat()];
}

export function focusIn(place: Element | null | undefined): boolean {
  if (!place?.isConnected) return false;
  const target = place.matches(FOCUSABLE) ? place : place.querySelector(FOCUSABLE);
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
  return target !== null && target === document.activeElement;
}

/** For `onCloseAutoFocus`, as Radix knows only its own trigger: focuses the opener, a neighbour or the page. */
export function useReturnFocus(): (event: Event) => void {
  // Read while rendering: in an effect, focus is already in the dialog.
  const [places] = useState<readonly Element[]>(placesToReturn);

  useEffect(() => {
    openDialogs.push(places);
    return () => void openDialogs.splice(openDialogs.indexOf(places), 1);
  }, [places]);

  return (event) => {
    event.preventDefault();
    // A quick key may have moved the focus on by now.
    if (document.activeElement !== document.body) return;
    // What is open now stands for one that left with its decision.
    if (!places.some(focusIn))
      focusIn(document.querySelector('main article[tabindex]') ?? document.querySelector('main'));
  };
}
