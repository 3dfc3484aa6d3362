import type { z } from 'zod';
import type { ContentInsights, Video, videoRowSchema } from '#shared/contracts/videos.ts';
import { videoTopics } from '#shared/rules/topics.ts';
import type { videos } from '#shared/schema.ts';
import type { YouTubeVideo } from '../../providers/youtube/youtube.ts';

export type VideoRow = typeof videos.$inferSelect;

/** What the model, or plain rules, say of a video. */
export interface Assessment {
  engagementScore: number;
  insights: ContentInsights;
}

export function storedVideo(video: YouTubeVideo, now: Date) {
  const title = storableText(video.title);
  const description = storableText(video.description);
  return {
    youtubeId: video.youtubeId,
    title,
    description,
    channelTitle: storableText(video.channelTitle),
    channelId: video.channelId,
    thumbnailUrl: video.thumbnailUrl,
    publishedAt: video.publishedAt,
    viewCount: video.viewCount,
    likeCount: video.likeCount,
    commentCount: video.commentCount,
    commentsOff: video.commentsOff,
    language: video.language,
    hasCaptions: video.hasCaptions,
    tags: videoTopics(title, description),
    available: true,
    absentSince: null,
    fetchedAt: now,
  };
}

export const unknownChannel = 'Unknown channel';

/** Keeps the video's ids: a comment refers to them. */
export const vanishedVideo = {
  title: 'This video is no longer available',
  description: null,
  channelTitle: unknownChannel,
  thumbnailUrl: null,
  viewCount: null,
  likeCount: null,
  commentCount: null,
  language: null,
  hasCaptions: null,
  tags: [],
  engagementScore: null,
  contentInsights: null,
  available: false,
};

/** Not renewed in 30 days. The title marks the video to be fetched again. */
export const forgottenVideo = {
  ...vanishedVideo,
  title: 'Video details are removed after 30 days without YouTube',
  available: true,
};

/** `matchScore` is null: only a search knows what to match with. */
export function presentVideo(
  row: Omit<VideoRow, 'language' | 'hasCaptions' | 'fetchedAt' | 'absentSince'>,
): Video {
  return {
    id: row.id,
    youtubeId: row.youtubeId,
    title: row.title,
    description: row.description,
    channelTitle: row.channelTitle,
    channelId: row.channelId,
    thumbnailUrl: row.thumbnailUrl,
    publishedAt: row.publishedAt,
    viewCount: row.viewCount,
    likeCount: row.likeCount,
    commentCount: row.commentCount,
    commentsOff: row.commentsOff,
    available: row.available,
    tags: row.tags,
    matchScore: null,
    engagementScore: row.engagementScore,
    contentInsights: row.contentInsights,
    createdAt: row.createdAt.toISOString(),
  };
}

type RowOfVideo = z.infer<typeof videoRowSchema>;

/** What a row of a list shows. */
export function presentVideoRow(row: Pick<VideoRow, keyof RowOfVideo>): RowOfVideo {
  const { id, youtubeId, title, channelTitle, channelId, viewCount } = row;
  return { id, youtubeId, title, channelTitle, channelId, viewCount };
}

/** Removes what PostgreSQL cannot hold: NUL and half surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
