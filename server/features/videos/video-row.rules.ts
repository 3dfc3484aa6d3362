import { videoTopics } from '#shared/rules/topics.ts';
import type { videos } from '#shared/schema.ts';
import type { YouTubeVideo } from '../../providers/youtube/youtube.ts';
import { storableText } from './stored-text.rules.ts';

export type VideoRow = typeof videos.$inferSelect;

/** A fetched video as it is stored, with the topics of SPEC §9. */
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
    tags: videoTopics(title, description),
    available: true,
    absentSince: null,
    fetchedAt: now,
  };
}

/** Stands where the name of a channel may no longer be kept. */
export const unknownChannel = 'Unknown channel';

/** What is left of a video that YouTube no longer shows: its ids, on which a comment hangs (DESIGN §5). */
export const vanishedVideo = {
  title: 'This video is no longer available',
  description: null,
  channelTitle: unknownChannel,
  thumbnailUrl: null,
  viewCount: null,
  likeCount: null,
  commentCount: null,
  language: null,
  tags: [],
  matchScore: null,
  engagementScore: null,
  contentInsights: null,
  available: false,
};

/**
 * What is left where YouTube could not be asked again in 30 days: what it said then may not be kept. The title
 * marks it, so that the details come back with the next answer.
 */
export const forgottenVideo = {
  ...vanishedVideo,
  title: 'Video details are removed after 30 days without YouTube',
  available: true,
};
