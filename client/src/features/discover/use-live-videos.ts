import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { commentStatesQuery } from '../../api/comment-states.ts';

/**
 * Found videos with the present state of their comments. A search is never repeated for that: it costs quota.
 * `adding` are the videos on their way into the queue.
 */
export function useLiveVideos(videos: readonly FoundVideo[], adding: ReadonlySet<number>): FoundVideo[] {
  const states = useQuery(commentStatesQuery(videos.map(({ id }) => id))).data;
  return useMemo(() => {
    const byVideo = new Map(states?.map(({ videoId, ...state }) => [videoId, state]));
    return videos.map((video) => ({
      ...video,
      ...byVideo.get(video.id),
      ...(adding.has(video.id) && { inQueue: true }),
    }));
  }, [videos, states, adding]);
}
