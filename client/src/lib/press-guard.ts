import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';

/** Milliseconds, longer than a double click or double tap takes; 0 in tests. */
export const PressPause = createContext(400);

export interface PressGuard {
  isPaused: boolean;
  pause: () => void;
  /** Of keys only a second press of the same one is left out: another key is always meant. */
  press: (act: () => void, key?: string) => void;
}

/** Makes a double click, tap or key press act once, wherever its second half lands. */
export function usePressGuard(): PressGuard {
  const length = useContext(PressPause);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastKey = useRef<string>(undefined);
  const [isPaused, setIsPaused] = useState(false);

  const pause = useCallback(() => {
    if (length === 0) return;
    clearTimeout(timer.current);
    setIsPaused(true);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      lastKey.current = undefined;
      setIsPaused(false);
    }, length);
  }, [length]);

  const press = useCallback(
    (act: () => void, key?: string) => {
      if (timer.current !== undefined && (key === undefined || key === lastKey.current)) return;
      lastKey.current = key;
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
