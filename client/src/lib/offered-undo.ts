import { useEffect } from 'react';

let undoOfPage: (() => void) | null = null;

/** Lets the command palette undo the last action, because a phone has no key for it. */
export function useOfferedUndo(undo: () => void): void {
  useEffect(() => {
    undoOfPage = undo;
    return () => {
      undoOfPage = null;
    };
  });
}

/**
 * Returns how the current page undoes the last action, or null if the page cannot undo
 * anything.
 */
export const offeredUndo = (): (() => void) | null => undoOfPage;
