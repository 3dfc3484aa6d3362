import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { toastFailure } from '../../../api/http.ts';
import { announceQueued, useAddToQueue } from '../../../api/use-add-to-queue.ts';
import { commentStatesQuery } from '../../../api/videos.ts';

const NONE: ReadonlySet<number> = new Set();

/** Brings the comments of found videos up to date without another search, which would cost quota. */
export function useFoundVideos(found: readonly FoundVideo[]) {
  const add = useAddToQueue();
  const [adding, setAdding] = useState(NONE);
  const states = useQuery(commentStatesQuery(found.map(({ id }) => id))).data;

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
