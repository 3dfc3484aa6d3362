import { useLayoutEffect } from 'react';
import { usePressGuard } from '../../lib/press-guard.ts';

/** Ignores presses for a moment, so that a double click on the opener does not answer the dialog (rule 12.1). */
export function useSettling(isOpen: boolean) {
  const { isPaused, pause } = usePressGuard();
  useLayoutEffect(() => {
    if (isOpen) pause();
  }, [isOpen, pause]);
  return { isPaused, style: isPaused ? ({ pointerEvents: 'none' } as const) : {} };
}
