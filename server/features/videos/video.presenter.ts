import type { Video } from '#shared/contracts/videos.ts';
import type { VideoRow } from './video-row.rules.ts';

export function presentVideo(row: Omit<VideoRow, 'language' | 'fetchedAt' | 'absentSince'>): Video {
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
    matchScore: row.matchScore,
    engagementScore: row.engagementScore,
    contentInsights: row.contentInsights,
    createdAt: row.createdAt.toISOString(),
  };
}
