import type { Events } from '../../core/events.ts';
import type { YouTubeVideo } from '../../providers/youtube/youtube.ts';
import type { VideoService } from '../videos/videos.service.ts';
import type { FoundFresh } from './following.repository.ts';
import { appearance, freshMs, isShort } from './following.rules.ts';

interface Deps {
  videos: Pick<VideoService, 'save'>;
  events: Events;
}

/** Handles the videos that were found on followed channels and by standing searches. */
export function createFoundVideos({ videos, events }: Deps) {
  return {
    /**
     * Stores the videos that appeared in the last two days, and returns them as rows of
     * Fresh.
     */
    async saveYoung(
      listed: readonly YouTubeVideo[],
      searchId: number | null,
      now: Date,
    ): Promise<FoundFresh[]> {
      const young = listed.flatMap((video) => {
        const appearedAt = appearance(video, now);
        return appearedAt && now.getTime() - appearedAt.getTime() <= freshMs
          ? [{ video, appearedAt }]
          : [];
      });
      const rows = await videos.save(
        young.map(({ video }) => video),
        now,
      );
      const ids = new Map(rows.map(({ youtubeId, id }) => [youtubeId, id]));
      return young.flatMap(({ video, appearedAt }) => {
        const videoId = ids.get(video.youtubeId);
        return videoId
          ? [{ videoId, searchId, isShort: isShort(video), appearedAt, foundAt: now }]
          : [];
      });
    },

    /**
     * Tells open pages what a round changed. `added` is the number of videos that it
     * added to Fresh.
     */
    announce(added: number): void {
      if (added > 0) events.changed('following', 'fresh', 'stats');
      else events.changed('following');
    },
  };
}

export type FoundVideos = ReturnType<typeof createFoundVideos>;
