import type { TopComment } from '#shared/contracts/drafts.ts';
import { beginningOf } from '#shared/rules/cut-text.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { sharedRun } from '../../core/clock.ts';
import { AppError, notFound } from '../../core/errors.ts';
import type { Change, ClockAndEvents } from '../../core/events.ts';
import {
  forgottenVideo,
  storableText,
  type VideoRow,
  vanishedVideo,
} from './video.rules.ts';
import type { VideoRepository } from './videos.repository.ts';
import type { YouTubeReads } from './youtube-reads.service.ts';

interface Deps extends ClockAndEvents {
  repository: VideoRepository;
  reads: Pick<YouTubeReads, 'listVideos' | 'listTopComments'>;
}

const dayMs = 86_400_000;
/** YouTube's data must not be kept longer (rule 3.7). */
const maxAgeMs = 30 * dayMs;
/**
 * Two days before the limit: a video only counts as gone after two absences a day apart,
 * and YouTube may be down for a day.
 */
const renewAgeMs = 28 * dayMs;

type CommentedVideo = Pick<
  VideoRow,
  'id' | 'youtubeId' | 'available' | 'commentsOff' | 'commentCount'
>;

interface TopComments {
  comments: TopComment[];
  readAt: Date | null;
  /** Why there are no comments, as a sentence. */
  missing: string | null;
}

const keptMs = 86_400_000;
const longestName = 200;
const longestText = 2_000;

export function createVideoService({ repository, reads, events, clock }: Deps) {
  async function renew(stale: readonly VideoRow[], now: Date): Promise<void> {
    const fetched = await reads.listVideos(stale.map(({ youtubeId }) => youtubeId));
    const known = new Set(stale.map(({ youtubeId }) => youtubeId));
    await repository.save(
      fetched.filter(({ youtubeId }) => known.has(youtubeId)),
      now,
    );
    const seen = new Set(fetched.map(({ youtubeId }) => youtubeId));
    const missing = stale.filter(({ youtubeId }) => !seen.has(youtubeId));
    const { absent = [], vanished = [] } = Object.groupBy(missing, ({ absentSince }) =>
      absentSince === null ? 'absent' : 'vanished',
    );
    await repository.update(idsOf(absent), { absentSince: now });
    await repository.update(idsOf(vanished), { ...vanishedVideo, fetchedAt: now });
    if (stale.length > 0) events.changed(...named(idsOf(stale)), 'analytics');
  }

  async function markCommentsOff(id: number): Promise<void> {
    await repository.update([id], { commentsOff: true });
    events.changed({ video: id });
  }

  /** Raises the stored comment count if more comments than that were just read. */
  async function countAtLeast(
    { id, commentCount }: CommentedVideo,
    read: number,
  ): Promise<void> {
    if (commentCount === null || commentCount >= read) return;
    await repository.update([id], { commentCount: read });
    events.changed({ video: id });
  }

  const reading = sharedRun<TopComments, number>();
  const expired = () => new Date(clock.now().getTime() - keptMs);

  async function keptOrRead(video: CommentedVideo): Promise<TopComments> {
    const kept = await repository.keptTopComments(video.id, expired());
    if (kept) return { comments: kept.comments, readAt: kept.fetchedAt, missing: null };
    if (!video.available) return without(postingReason('video_not_found'));
    if (video.commentsOff) return without(postingReason('comments_off'));
    try {
      const comments = (await reads.listTopComments(video.youtubeId)).map(storable);
      const readAt = clock.now();
      await repository.saveTopComments({
        videoId: video.id,
        comments,
        fetchedAt: readAt,
      });
      await countAtLeast(video, comments.length);
      return { comments, readAt, missing: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'comments_off') await markCommentsOff(video.id);
      return without(error.message);
    }
  }

  return {
    save: repository.save,
    markCommentsOff,

    async get(id: number): Promise<VideoRow> {
      const row = await repository.find(id);
      if (!row) throw notFound('This video');
      return row;
    },

    /**
     * Deletes up to `limit` old videos without a comment, and renews up to `limit` old
     * ones with a comment. Returns true if more may be left.
     */
    async refreshStale(limit: number): Promise<boolean> {
      const now = clock.now();
      const ago = (ms: number) => new Date(now.getTime() - ms);
      const old = ago(renewAgeMs);
      const deleted = await repository.deleteStaleWithoutComment(old, limit);
      const stale = await repository.staleWithComment(
        old,
        forgottenVideo.title,
        ago(dayMs),
        limit,
      );
      try {
        await renew(stale, now);
        return deleted === limit || stale.length === limit;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const ids = await repository.overwriteStale(ago(maxAgeMs), {
          ...forgottenVideo,
          fetchedAt: now,
        });
        if (ids.length > 0) events.changed(...named(ids), 'analytics');
        return deleted === limit;
      }
    },

    /**
     * Returns what others wrote under a video, read at most once a day. Concurrent calls
     * share one request. If YouTube fails, returns the reason instead of throwing.
     */
    topComments: (video: CommentedVideo): Promise<TopComments> =>
      reading(video.id, () => keptOrRead(video)),

    forgetOldComments: (): Promise<void> => repository.dropTopCommentsUpTo(expired()),
  };
}

const named = (videoIds: readonly number[]): Change[] =>
  videoIds.map((video) => ({ video }));
const idsOf = (rows: readonly VideoRow[]) => rows.map(({ id }) => id);

export type VideoService = ReturnType<typeof createVideoService>;

const without = (missing: string): TopComments => ({
  comments: [],
  readAt: null,
  missing,
});

const storable = ({ author, text, likeCount }: TopComment): TopComment => ({
  author: storableText(beginningOf(author, longestName)),
  text: storableText(beginningOf(text, longestText)),
  likeCount,
});
