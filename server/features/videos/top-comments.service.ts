import type { TopComment } from '#shared/contracts/material.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { TopCommentsRepository } from './top-comments.repository.ts';
import type { VideoService } from './video.service.ts';
import { storableText, type VideoRow } from './video-row.rules.ts';
import type { YouTubeReads } from './youtube-reads.service.ts';

interface Deps {
  repository: TopCommentsRepository;
  reads: Pick<YouTubeReads, 'listTopComments'>;
  videos: Pick<VideoService, 'markCommentsOff'>;
  clock: Clock;
}

export type CommentedVideo = Pick<VideoRow, 'id' | 'youtubeId' | 'available' | 'commentsOff'>;

export interface TopComments {
  comments: TopComment[];
  readAt: Date | null;
  /** Why there are none, in words. */
  missing: string | null;
}

const keptMs = 86_400_000;
const longestName = 200;
const longestText = 2_000;

/** Reads what others say under a video, once a day at most. */
export function createTopCommentsService({ repository, reads, videos, clock }: Deps) {
  const reading = new Map<number, Promise<TopComments>>();
  const expired = () => new Date(clock.now().getTime() - keptMs);

  async function keptOrRead(video: CommentedVideo): Promise<TopComments> {
    const kept = await repository.find(video.id, expired());
    if (kept) return { comments: kept.comments, readAt: kept.fetchedAt, missing: null };
    if (!video.available) return without(postingReason('video_not_found'));
    if (video.commentsOff) return without(postingReason('comments_off'));
    try {
      const comments = (await reads.listTopComments(video.youtubeId)).map(storable);
      const readAt = clock.now();
      await repository.save({ videoId: video.id, comments, fetchedAt: readAt });
      return { comments, readAt, missing: null };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'comments_off') await videos.markCommentsOff(video.id);
      return without(error.message);
    }
  }

  return {
    /** Never throws for YouTube's sake. Two at once make one request. */
    of(video: CommentedVideo): Promise<TopComments> {
      const started = reading.get(video.id) ?? keptOrRead(video).finally(() => void reading.delete(video.id));
      reading.set(video.id, started);
      return started;
    },

    forgetOld: (): Promise<void> => repository.dropUpTo(expired()),
  };
}

export type TopCommentsService = ReturnType<typeof createTopCommentsService>;

const without = (missing: string): TopComments => ({ comments: [], readAt: null, missing });

const storable = ({ author, text, likeCount }: TopComment): TopComment => ({
  author: storableText(author.slice(0, longestName)),
  text: storableText(text.slice(0, longestText)),
  likeCount,
});
