import { z } from 'zod';
import type { PostingReason } from '../rules/posting-reasons.ts';

export const idSchema = z.int().min(1).max(2_147_483_647);

export const idParamSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number')
  .transform(Number)
  .pipe(idSchema);

export const idPathSchema = z.object({ id: idParamSchema });

const earliestMs = Date.parse('1970-01-01T00:00:00Z');
/** The first moment that is too late. */
const latestMs = Date.parse('2200-01-01T00:00:00Z');

/**
 * Returns whether a user can mean this date. Calendars and
 * databases cannot handle every year outside this range.
 */
export const isPlausibleDate = (at: Date): boolean =>
  at.getTime() >= earliestMs && at.getTime() < latestMs;

export const instantSchema = z.iso
  .datetime({ offset: true, abort: true })
  .refine((text) => isPlausibleDate(new Date(text)), 'must be a date from 1970 to 2199');

/** A calendar day (YYYY-MM-DD) in a request. */
export const daySchema = z.iso
  .date({ abort: true })
  .refine(
    (day) => isPlausibleDate(new Date(`${day}T00:00:00Z`)),
    'must be a date from 1970 to 2199',
  );

/**
 * A timestamp in a response. The server passes a Date, which
 * is sent as text and stays text in the client (decision 028).
 */
export const instant = z.preprocess(
  (at: Date | string) => (at instanceof Date ? at.toISOString() : at),
  z.string(),
);

/** PostgreSQL text cannot hold NUL. */
const withoutNul = (value: string) => !value.includes('\u0000');

/** `missing` is the error message if the text is missing. */
export const textSchema = (max: number, missing?: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? missing : undefined) })
    .max(max, {
      error: () => `must be at most ${max.toLocaleString('en-US')} characters`,
    })
    .refine(withoutNul, 'must not contain NUL characters')
    .refine((value) => value.isWellFormed(), 'must not contain half of a character pair');

export const flagSchema = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true');

/** Ids separated by commas. */
export const idListSchema = (most: number) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(idParamSchema).max(most));

/** A number of rows in a query parameter. */
export const countSchema = (most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(most));

export const commentStyles = ['insightful', 'supportive', 'questioning'] as const;
export const commentStyleSchema = z.enum(commentStyles);
export type CommentStyle = z.infer<typeof commentStyleSchema>;
export const defaultCommentStyle: CommentStyle = 'insightful';

export const commentStyleLabels: Record<CommentStyle, string> = {
  insightful: 'Insightful & Technical',
  supportive: 'Supportive & Encouraging',
  questioning: 'Thought-Provoking',
};

export const commentStatuses = [
  'pending',
  'approved',
  'rejected',
  'posted',
  'failed',
] as const;
export const commentStatusSchema = z.enum(commentStatuses);
export type CommentStatus = z.infer<typeof commentStatusSchema>;

/** A problem document (RFC 9457). */
export const problemSchema = z.looseObject({
  status: z.int(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
});
export type Problem = z.infer<typeof problemSchema>;

/** Includes the reasons why a comment cannot be posted. */
export type ProblemCode =
  | PostingReason
  | 'invalid_request'
  | 'malformed_json'
  | 'body_too_large'
  | 'not_found'
  | 'unauthenticated'
  | 'cross_site'
  | 'unknown_host'
  | 'rate_limited'
  | 'internal'
  | 'database_unavailable'
  | 'comment_exists'
  | 'draft_kept'
  | 'no_draft'
  | 'nothing_to_add'
  | 'reply_gone'
  | 'video_unavailable'
  | 'status_conflict'
  | 'revision_conflict'
  | 'already_undone'
  | 'version_gone'
  | 'schedule_in_past'
  | 'not_empty'
  | 'not_the_owner'
  | 'auto_post_required'
  | 'queue_id_mismatch'
  | 'empty_text'
  | 'last_profile'
  | 'channel_not_found'
  | 'too_many_followed'
  | 'posting_held'
  | 'search_expired'
  | 'no_model'
  | 'model_unavailable'
  | 'model_refused'
  | 'model_quota'
  | 'model_misconfigured'
  | 'model_bad_answer'
  | 'model_window';

/**
 * Must never contain searches, since refreshing one costs quota. `assessments` are
 * assessments of found videos that arrived after their search.
 */
export const eventResourceSchema = z.enum([
  'auth',
  'comments',
  'queue',
  'replies',
  'commented-channels',
  'bulk-run',
  'stats',
  'voice-profiles',
  'user-settings',
  'model-settings',
  'analytics',
  'assessments',
  'quota',
  'following',
  'fresh',
  'posting-status',
  'backups',
  'notices',
]);
export type EventResource = z.infer<typeof eventResourceSchema>;

/**
 * `comments` are ids of comments whose row, queue item or attempt changed. `videos`
 * are ids of the videos of new comments, and of videos whose details changed. The
 * resources `comments` and `queue` mean that any row may have changed (rule 10.5).
 */
export const refreshEventSchema = z.object({
  resources: z.array(eventResourceSchema),
  comments: z.array(z.int()),
  videos: z.array(z.int()),
});
export type RefreshEvent = z.infer<typeof refreshEventSchema>;
