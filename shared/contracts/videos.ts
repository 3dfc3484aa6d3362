import { z } from 'zod';
import {
  commentStatusSchema,
  flagSchema,
  idListSchema,
  instant,
  textSchema,
} from './primitives.ts';

/**
 * The type of a video that no model has assessed. Its difficulty means nothing either.
 */
export const untoldType = 'Video';

export const contentInsightsSchema = z.object({
  videoType: z.string(),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  commentOpportunity: z.enum(['high', 'medium', 'low']),
  keyTopics: z.array(z.string()),
  suggestedApproach: z.array(z.string()),
});
export type ContentInsights = z.infer<typeof contentInsightsSchema>;

export const videoSchema = z.object({
  id: z.int(),
  youtubeId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  channelTitle: z.string(),
  channelId: z.string(),
  thumbnailUrl: z.string().nullable(),
  publishedAt: instant,
  viewCount: z.number().nullable(),
  likeCount: z.number().nullable(),
  commentCount: z.number().nullable(),
  commentsOff: z.boolean(),
  available: z.boolean(),
  tags: z.array(z.string()),
  /**
   * Null outside search results. It depends on the active profile or, if there is none,
   * on the query.
   */
  matchScore: z.int().nullable(),
  engagementScore: z.int().nullable(),
  contentInsights: contentInsightsSchema.nullable(),
  createdAt: instant,
});
export type Video = z.infer<typeof videoSchema>;

/** The fields of a video that a row in a list shows. */
export const videoRowSchema = videoSchema.pick({
  id: true,
  youtubeId: true,
  title: true,
  channelTitle: true,
  channelId: true,
  viewCount: true,
});

export const videoCommentStatusSchema = z.object({
  status: commentStatusSchema,
  postedAt: instant.nullable(),
  createdAt: instant,
  isScheduled: z.boolean(),
  scheduledFor: instant.nullable(),
});
export type VideoCommentStatus = z.infer<typeof videoCommentStatusSchema>;

const commentStateSchema = z.object({
  generatedComment: z.object({ id: z.int() }).nullable(),
  inQueue: z.boolean(),
  commentStatus: videoCommentStatusSchema.nullable(),
  /** When the video's last comment was withdrawn, if it has no comment now. */
  withdrawnAt: instant.nullable(),
});

export const foundVideoSchema = videoSchema.extend({
  ...commentStateSchema.shape,
  /** As reported by YouTube, such as "en" or "pt-BR". */
  language: z.string().nullable(),
  /**
   * False if the active profile has no area of expertise, so that the score says nothing
   * about the owner.
   */
  hasMatch: z.boolean(),
  /**
   * Terms of the active profile that the video mentions: first
   * areas of expertise, then other words, the clearest first.
   */
  matchedTopics: z.array(z.string()),
});
export type FoundVideo = z.infer<typeof foundVideoSchema>;

export const mostPages = 4;
/**
 * The most videos of a search: four pages of 50, plus what a
 * view filter lets through from two more pages that it may read.
 */
export const mostVideos = 250;

export const commentStatesQuerySchema = z.object({ ids: idListSchema(mostVideos) });
export const commentStatesSchema = z.array(
  commentStateSchema.extend({ videoId: z.int() }),
);
export type CommentStates = z.infer<typeof commentStatesSchema>;

export const commentedChannelsSchema = z.array(
  z.object({
    channelId: z.string(),
    /** The last comment of the past seven days; null if there is none. */
    postedAt: instant.nullable(),
    /**
     * When the comments that are scheduled on this channel will be posted, soonest first.
     */
    scheduledFor: z.array(instant),
  }),
);

export const uploadDates = ['day', 'week', 'month', 'year'] as const;
export const viewCounts = ['1k-10k', '10k-100k', '100k+'] as const;
export const relevances = ['relevance', 'date', 'views'] as const;

const queryRequired = 'Type something to search for';

export const keptSearchQuerySchema = z.object({
  q: textSchema(300, queryRequired).trim().min(1, queryRequired),
  uploadDate: z.enum(uploadDates).optional(),
  viewCount: z.enum(viewCounts).optional(),
  relevance: z.enum(relevances).optional(),
  intelligent: flagSchema.optional(),
});

export type KeptSearchQuery = z.infer<typeof keptSearchQuerySchema>;

export const videoSearchQuerySchema = keptSearchQuerySchema.extend({
  askMissing: flagSchema.optional(),
  /**
   * Number of result pages to return. Each press of Load more adds one; a repeated
   * request adds none.
   */
  pages: z.coerce.number().pipe(z.int().min(1).max(mostPages)).optional(),
});
export type VideoSearchQuery = z.infer<typeof videoSearchQuerySchema>;

export const videoSearchResponseSchema = z.object({
  videos: z.array(foundVideoSchema),
  totalResults: z.int(),
  cached: z.boolean(),
  enhanced: z.boolean(),
  /** More assessments will follow. The event `assessments` reports them. */
  assessing: z.boolean(),
  /**
   * Number of videos that were assessed by simple rules because
   * the model did not assess them; 0 outside intelligent mode.
   */
  missing: z.int(),
  pages: z.int(),
  /** Whether another page can be loaded. */
  more: z.boolean(),
});
export type VideoSearchResponse = z.infer<typeof videoSearchResponseSchema>;

/** Null if no results are stored, or they are older than half an hour. */
export const keptSearchSchema = videoSearchResponseSchema.nullable();
