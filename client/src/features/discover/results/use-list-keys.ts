import { type RefObject, useRef } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  /** In the order of the rows; none while they rest. */
  videos: readonly FoundVideo[];
  onToggle: (video: FoundVideo) => void;
  /** `current` is the focused row's. */
  onGenerate: (current: FoundVideo | undefined) => void;
  onFind: () => void;
}

/** j and k focus a row, x selects it, g generates, / leads to the search field. Returns what focuses the first row. */
export function useListKeys({ list, videos, onToggle, onGenerate, onFind }: ListKeys) {
  const last = useRef(-1);
  const rows = () => [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
  const focus = (index: number) => {
    const all = rows();
    last.current = Math.max(0, Math.min(index, all.length - 1));
    all[last.current]?.focus();
  };
  const move = (by: number) => {
    const from = focused();
    focus(from < 0 ? Math.max(last.current, 0) : from + by);
  };

  useShortcuts({
    ...(videos.length > 0 && {
      j: () => move(1),
      k: () => move(-1),
      x: () => {
        const video = videos[focused()];
        if (video) onToggle(video);
      },
      g: () => onGenerate(videos[focused()]),
    }),
    '/': onFind,
  });
  return () => focus(0);
}
