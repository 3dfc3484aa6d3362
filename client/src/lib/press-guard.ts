import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

/** Milliseconds, longer than a double click or double tap takes; 0 in tests. */
export const PressPause = createContext(400);

export interface PressGuard {
  isPaused: boolean;
  pause: () => void;
  press: (act: () => void) => void;
}

/** Makes a double click or double tap act once, wherever its second half lands. */
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
