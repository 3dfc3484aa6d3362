import type { Clock } from '../../clock.ts';
import { notFound } from '../../errors.ts';
import type { Events } from '../../events.ts';
import type { VideoRepository, VideoRow } from './video.repository.ts';
import { storedVideo, vanishedVideo } from './video-row.rules.ts';
import type { YouTubeReads } from './youtube-reads.ts';

interface Deps {
  repository: VideoRepository;
  reads: Pick<YouTubeReads, 'listVideos'>;
  events: Events;
  clock: Clock;
}

/** How old YouTube's metadata may become (DESIGN §5). */
const maxAgeMs = 30 * 86_400_000;

export interface StaleOutcome {
  deleted: number;
  refreshed: number;
  vanished: number;
}

/** The stored videos: what other features ask about one, and keeping their metadata young. */
export function createVideoService({ repository, reads, events, clock }: Deps) {
  return {
    /** By the database's id. Throws 404. */
    async get(id: number): Promise<VideoRow> {
      const row = await repository.find(id);
      if (!row) throw notFound('This video');
      return row;
    },

    /** Learned from a refusal; the next fetch says what YouTube says then. */
    async markCommentsOff(id: number): Promise<void> {
      await repository.update([id], { commentsOff: true });
      events.changed('comments', 'queue');
    },

    /**
     * At most `limit` videos of each kind whose metadata is older than 30 days: deleted where no comment hangs
     * on them, else fetched again. Throws what reading YouTube throws; the deletions are done by then.
     */
    async refreshStale(limit: number): Promise<StaleOutcome> {
      const now = clock.now();
      const before = new Date(now.getTime() - maxAgeMs);
      const deleted = await repository.deleteStaleWithoutComment(before, limit);
      const stale = await repository.staleWithComment(before, limit);
      const fetched = await reads.listVideos(stale.map(({ youtubeId }) => youtubeId));

      const known = new Map(stale.map((row) => [row.youtubeId, row]));
      await repository.save(
        fetched.flatMap((video) => {
          const row = known.get(video.youtubeId);
          return row
            ? { ...storedVideo(video, now), matchScore: row.matchScore, createdAt: row.createdAt }
            : [];
        }),
      );
      const seen = new Set(fetched.map(({ youtubeId }) => youtubeId));
      const vanished = stale.filter(({ youtubeId }) => !seen.has(youtubeId));
      await repository.update(
        vanished.map(({ id }) => id),
        { ...vanishedVideo, fetchedAt: now },
      );
      if (stale.length > 0) events.changed('comments', 'queue', 'analytics');
      return { deleted, refreshed: fetched.length, vanished: vanished.length };
    },
  };
}

export type VideoService = ReturnType<typeof createVideoService>;
