import { useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { counted } from '../lib/formats.ts';

export const isClosed = ({ commentsOff, available }: FoundVideo): boolean =>
  commentsOff || !available;

export const canGenerate = (video: FoundVideo): boolean =>
  video.commentStatus === null && !isClosed(video);

export const generateLabel = (count: number) => `Generate ${counted(count, 'Comment')}`;

const NONE: ReadonlySet<number> = new Set();

/**
 * Holds the videos selected in the results of one search. Another search starts with
 * none. `videos` are those in the list.
 */
export function useSelection(search: string, videos: readonly FoundVideo[]) {
  const [state, setState] = useState({ search, ids: NONE, last: null as number | null });
  const selected = state.search === search ? state.ids : NONE;
  const choose = (ids: ReadonlySet<number>, last: number | null = null) =>
    setState({ search, ids, last });
  const openIds = videos.flatMap((video) => (isClosed(video) ? [] : video.id));
  return {
    selected,
    /** The ids of all videos in the list that take comments. */
    openIds,
    /**
     * Toggles a video. `isRange` gives the same state to all videos between the last
     * toggled one and this one.
     */
    toggle(id: number, isRange = false) {
      const last = isRange && state.last !== null ? openIds.indexOf(state.last) : -1;
      const now = openIds.indexOf(id);
      const range =
        last < 0 ? [id] : openIds.slice(Math.min(last, now), Math.max(last, now) + 1);
      const after = new Set(selected);
      const isOn = !selected.has(id);
      for (const each of range) isOn ? after.add(each) : after.delete(each);
      choose(after, id);
    },
    select: (ids: readonly number[]) => choose(new Set(ids)),
    clear: () => choose(NONE),
  };
}

export type Selection = ReturnType<typeof useSelection>;
