import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

/** In milliseconds: by then the second half of a double click or double tap is over. Tests press without it. */
export const PressPause = createContext(400);

export interface PressGuard {
  /** A press that comes now does nothing. */
  isPaused: boolean;
  /** Ignores presses for a moment. */
  pause: () => void;
  /** Does what a press is for, then pauses; nothing within a pause. */
  press: (act: () => void) => void;
}

/** Lets a double click or double tap decide once, whatever its second half lands on. */
export function usePressGuard(): PressGuard {
  const length = useContext(PressPause);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isPaused, setIsPaused] = useState(false);

  const pause = useCallback(() => {
    if (length === 0) return;
    clearTimeout(timer.current);
    setIsPaused(true);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setIsPaused(false);
    }, length);
  }, [length]);

  const press = useCallback(
    (act: () => void) => {
      if (timer.current !== undefined) return;
      pause();
      act();
    },
    [pause],
  );

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );

  return useMemo(() => ({ isPaused, pause, press }), [isPaused, pause, press]);
}
