import { z } from 'zod';
import { commentStatusSchema } from './enums.ts';
import { idParamSchema, textSchema } from './primitives.ts';

export const contentInsightsSchema = z.object({
  videoType: z.string(),
  difficulty: z.enum(['easy', 'medium', 'hard']),
  commentOpportunity: z.enum(['high', 'medium', 'low']),
  keyTopics: z.array(z.string()),
  suggestedApproach: z.array(z.string()),
});
export type ContentInsights = z.infer<typeof contentInsightsSchema>;

/** The video as stored; embedded in every comment. */
export const videoSchema = z.object({
  id: z.int(),
  youtubeId: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  channelTitle: z.string(),
  channelId: z.string(),
  thumbnailUrl: z.string().nullable(),
  publishedAt: z.string(),
  viewCount: z.number().nullable(),
  likeCount: z.number().nullable(),
  commentCount: z.number().nullable(),
  commentsOff: z.boolean(),
  available: z.boolean(),
  tags: z.array(z.string()),
  matchScore: z.int().nullable(),
  engagementScore: z.int().nullable(),
  contentInsights: contentInsightsSchema.nullable(),
  createdAt: z.string(),
});
export type Video = z.infer<typeof videoSchema>;

/** Where a found video's comment stands (SPEC §3, commentStatus). */
export const videoCommentStatusSchema = z.object({
  status: commentStatusSchema,
  postedAt: z.string().nullable(),
  createdAt: z.string(),
  isScheduled: z.boolean(),
  scheduledFor: z.string().nullable(),
});
export type VideoCommentStatus = z.infer<typeof videoCommentStatusSchema>;

/** What a found video carries of its comment. */
const commentStateSchema = z.object({
  generatedComment: z.object({ id: z.int() }).nullable(),
  inQueue: z.boolean(),
  commentStatus: videoCommentStatusSchema.nullable(),
});

export const foundVideoSchema = videoSchema.extend(commentStateSchema.shape);
export type FoundVideo = z.infer<typeof foundVideoSchema>;

/** More than any search finds. */
const mostVideos = 200;

/** GET /api/videos/comment-states: ids as "4,8,15". Asked for instead of another search, which would cost quota. */
export const commentStatesQuerySchema = z.object({
  ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(idParamSchema).max(mostVideos)),
});
export const commentStatesSchema = z.array(commentStateSchema.extend({ videoId: z.int() }));
export type CommentStates = z.infer<typeof commentStatesSchema>;

/** GET /api/channels/commented: where the owner posted in the last seven days, and when last. */
export const commentedChannelsSchema = z.array(z.object({ channelId: z.string(), postedAt: z.string() }));
export type CommentedChannels = z.infer<typeof commentedChannelsSchema>;

export const uploadDates = ['day', 'week', 'month', 'year'] as const;
export const viewCounts = ['1k-10k', '10k-100k', '100k+'] as const;
export const relevances = ['relevance', 'date', 'views'] as const;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const queryRequired = 'Type something to search for';

/** GET /api/videos/search; empty parameters are the same as absent ones. */
export const videoSearchQuerySchema = z.object({
  q: textSchema(300, queryRequired).trim().min(1, queryRequired),
  uploadDate: z.enum(uploadDates).optional(),
  viewCount: z.enum(viewCounts).optional(),
  relevance: z.enum(relevances).optional(),
  intelligent: flag.optional(),
  /** With intelligent mode: ask the model once more about the videos it has given no scores for. */
  askMissing: flag.optional(),
});
export type VideoSearchQuery = z.infer<typeof videoSearchQuerySchema>;

export const videoSearchResponseSchema = z.object({
  videos: z.array(foundVideoSchema),
  totalResults: z.int(),
  /** True when the ids came from our own 30-minute cache and no search was spent. */
  cached: z.boolean(),
  /** True where the model gave scores in intelligent mode; for the missing ones plain rules stand in. */
  enhanced: z.boolean(),
  /** How many videos the model gave no scores for in intelligent mode; 0 without that mode. */
  missing: z.int(),
});
export type VideoSearchResponse = z.infer<typeof videoSearchResponseSchema>;
