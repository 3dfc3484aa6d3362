import { z } from 'zod';
import { commentHardLimit } from './comments.ts';
import { mostRows, pageQuerySchema } from './lists.ts';
import { commentStatusSchema, countSchema, instant, textSchema } from './primitives.ts';
import { videoRowSchema } from './videos.ts';

export const replyStates = ['new', 'read', 'answered', 'dismissed'] as const;
export const replyStateSchema = z.enum(replyStates);
export type ReplyState = z.infer<typeof replyStateSchema>;

/** Name and text are null once YouTube's data had to be deleted. */
const writtenSchema = z.object({
  authorName: z.string().nullable(),
  text: z.string().nullable(),
  /** Where YouTube shows a picture with the text, or alone. */
  pictureUrl: z.string().nullable(),
  likeCount: z.int().nullable(),
  isVideoAuthor: z.boolean(),
  publishedAt: instant,
});

/** What somebody wrote in a thread, the owner's comment first, then oldest first. */
export const threadEntrySchema = writtenSchema.extend({ replyId: z.int().nullable(), isOurs: z.boolean() });
export type ThreadEntry = z.infer<typeof threadEntrySchema>;
export const threadSchema = z.array(threadEntrySchema);

export const replySchema = writtenSchema.extend({
  id: z.int(),
  /** The owner's comment that it stands under. */
  commentId: z.int(),
  fetchedAt: instant,
  state: replyStateSchema,
  youtubeUrl: z.string(),
  /** The owner's comment. */
  thread: z.object({
    content: z.string(),
    postedAt: instant.nullable(),
    youtubeUrl: z.string().nullable(),
    replyCount: z.int().nullable(),
  }),
  video: videoRowSchema.extend({ thumbnailUrl: z.string().nullable() }),
  answer: z.object({ commentId: z.int(), status: commentStatusSchema }).nullable(),
});
export type Reply = z.infer<typeof replySchema>;
export const replyListSchema = z.array(replySchema);

/** A question mark of any script; where a letter or figure follows it, it belongs to an address. */
export const questionPattern = '[？﹖؟՞;፧⸮⁇⁈⁉‽꘏꛷᥅]|[?]([^0-9A-Za-z]|$)';

/**
 * Newest first; the Link header leads to the next page, X-Total-Count counts all of the states, which commas
 * separate.
 */
export const replyListQuerySchema = pageQuerySchema.extend({
  state: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(replyStateSchema))
    .optional(),
  /** Only replies that ask something. */
  questions: z.literal('true').optional(),
  limit: countSchema(mostRows).default(50),
});
export type ReplyListQuery = z.infer<typeof replyListQuerySchema>;

/** `questions` are those of the new and read ones. */
export const replyCountsSchema = z.record(z.enum([...replyStates, 'questions']), z.int());
export type ReplyCounts = z.infer<typeof replyCountsSchema>;

/** A reply becomes `answered` only by its answer's being posted. */
export const updateReplySchema = z.strictObject({ state: z.enum(['new', 'read', 'dismissed']) });

/** POST /api/replies/{id}/answer: the person's own words. */
export const typedAnswerSchema = z.strictObject({ content: textSchema(commentHardLimit) });

export const repliesRefreshedSchema = z.object({ added: z.int(), asOf: instant });
