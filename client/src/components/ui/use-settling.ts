import { useLayoutEffect } from 'react';
import { usePressGuard } from '../../lib/press-guard.ts';

/** A dialog takes no press for a moment: a double click on what opened it must not answer it too. */
export function useSettling(isOpen: boolean) {
  const { isPaused, pause } = usePressGuard();
  useLayoutEffect(() => {
    if (isOpen) pause();
  }, [isOpen, pause]);
  return { isPaused, style: isPaused ? ({ pointerEvents: 'none' } as const) : {} };
}
