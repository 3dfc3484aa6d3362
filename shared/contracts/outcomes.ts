import { z } from 'zod';

/** `public`: strangers see it; `only_you`: its author alone; `removed`: nobody; `unknown`: we cannot tell. */
export const visibilities = ['public', 'only_you', 'removed', 'unknown'] as const;
export const visibilitySchema = z.enum(visibilities);
export type Visibility = z.infer<typeof visibilitySchema>;

/** Why it cannot be told, or what a miss means. */
export const visibilityReasons = [
  'held_or_hidden',
  'not_on_the_video',
  'gone_with_comment',
  'comments_off',
  'video_not_found',
  'too_many_comments',
  'no_api_key',
  'not_connected',
  'other_channel',
  'refused_by_youtube',
  'youtube_unavailable',
] as const;
export const visibilityReasonSchema = z.enum(visibilityReasons);
export type VisibilityReason = z.infer<typeof visibilityReasonSchema>;

/**
 * One look at YouTube; `seenBy` is null where it could not be told, `reason` says why. Without either it is a first
 * miss, of which nothing is told before the second look, five minutes later.
 */
export const lookSchema = z.object({
  at: z.string(),
  seenBy: z.enum(['everyone', 'owner', 'nobody']).nullable(),
  reason: visibilityReasonSchema.nullable(),
});
export type Look = z.infer<typeof lookSchema>;

/** The channel that a comment was posted from, and whether it is connected now. */
export const postedAsSchema = z.object({ title: z.string().nullable(), isConnected: z.boolean() });
export type PostedAs = z.infer<typeof postedAsSchema>;

/** Hidden: found by a look within the last seven days to be seen by nobody but its author, or by nobody. */
export const outcomesSummarySchema = z.object({ hiddenThisWeek: z.int(), newReplies: z.int() });
export type OutcomesSummary = z.infer<typeof outcomesSummarySchema>;
