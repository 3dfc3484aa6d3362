import { useQuery } from '@tanstack/react-query';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { type FoundVideo, mostVideos } from '#shared/contracts/videos.ts';
import { toastFailure } from '../../api/http.ts';
import { announceQueued, useAddToQueue } from '../../api/posting.ts';
import { commentStatesQuery } from '../../api/videos.ts';
import { type Shortcuts, useShortcuts } from '../../lib/shortcuts.ts';

const NOTHING_ADDED: ReadonlySet<number> = new Set();

/** Brings the comments of found videos up to date without another search, which would cost quota. */
export function useFoundVideos(found: readonly FoundVideo[]) {
  const add = useAddToQueue();
  const [adding, setAdding] = useState(NOTHING_ADDED);
  const states = useQuery(commentStatesQuery(found.slice(0, mostVideos).map(({ id }) => id))).data;

  const videos = useMemo(() => {
    const byVideo = new Map(states?.map(({ videoId, ...state }) => [videoId, state]));
    return found.map((video) => ({
      ...video,
      ...byVideo.get(video.id),
      ...(adding.has(video.id) && { inQueue: true }),
    }));
  }, [found, states, adding]);

  /** Shows the video as queued until the server has answered. */
  async function queueVideo({ id, generatedComment }: FoundVideo): Promise<void> {
    if (!generatedComment) return;
    setAdding((before) => new Set(before).add(id));
    try {
      await add.mutateAsync({ commentId: generatedComment.id, priority: 0, autoPost: false });
      announceQueued(generatedComment.id);
    } catch (error) {
      toastFailure('Error', error, 'Failed to add to queue');
    } finally {
      setAdding((before) => new Set([...before].filter((each) => each !== id)));
    }
  }

  return { videos, queueVideo };
}

interface ListKeys {
  list: RefObject<HTMLElement | null>;
  /** In the order of the rows; none while they rest. */
  videos: readonly FoundVideo[];
  /** What keys do while there are rows, with the focused row's video. */
  keys: Readonly<Record<string, (current: FoundVideo | undefined) => void>>;
  others: Shortcuts;
}

/** j and k focus a row. Returns the focused row's place, and what focuses the row at a place. */
export function useListKeys({ list, videos, keys, others }: ListKeys) {
  const last = useRef(-1);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-video]') ?? [])];
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
  const onRow = Object.entries(keys).map(([key, act]) => [key, () => act(videos[focused()])] as const);

  useShortcuts({
    ...(videos.length > 0 && { j: () => move(1), k: () => move(-1), ...Object.fromEntries(onRow) }),
    ...others,
  });
  return { focus, focused };
}
