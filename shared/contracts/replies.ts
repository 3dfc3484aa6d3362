import { z } from 'zod';
import { commentHardLimit } from './comments.ts';
import { commentStatusSchema, instant, textSchema } from './primitives.ts';
import { videoRowSchema } from './videos.ts';

export const replyStates = ['new', 'read', 'answered', 'dismissed'] as const;
export const replyStateSchema = z.enum(replyStates);
export type ReplyState = z.infer<typeof replyStateSchema>;

/** States of the replies that wait for the owner. */
export const waitingStates = ['new', 'read'] as const satisfies readonly ReplyState[];

/** Name and text are null once YouTube's data had to be deleted. */
const writtenSchema = z.object({
  authorName: z.string().nullable(),
  text: z.string().nullable(),
  /**
   * Link to the reply on YouTube if it has a picture, otherwise null. Such a reply may have
   * no text.
   */
  pictureUrl: z.string().nullable(),
  likeCount: z.int().nullable(),
  byCreator: z.boolean(),
  publishedAt: instant,
});

/**
 * An entry in a thread. The owner's comment comes first, followed by the replies, oldest
 * first.
 */
export const threadEntrySchema = writtenSchema.extend({
  replyId: z.int().nullable(),
  isOurs: z.boolean(),
});
export type ThreadEntry = z.infer<typeof threadEntrySchema>;
export const threadSchema = z.array(threadEntrySchema);

export const replySchema = writtenSchema.extend({
  id: z.int(),
  /** Id of the owner's comment that was replied to. */
  commentId: z.int(),
  fetchedAt: instant,
  state: replyStateSchema,
  youtubeUrl: z.string(),
  /** The owner's comment that was replied to. */
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

/**
 * Matches a question mark of any script. One that is followed by
 * a letter or digit belongs to a web address and does not count.
 */
export const questionPattern = '[？﹖؟՞;፧⸮⁇⁈⁉‽꘏꛷᥅]|[?]([^0-9A-Za-z]|$)';

/** Replies by the creator of the video that wait for the owner come before all others. */
export const comesFirst = ({
  byCreator,
  state,
}: Pick<Reply, 'byCreator' | 'state'>): boolean =>
  byCreator && (state === 'new' || state === 'read');

/**
 * A reply whose answer is scheduled counts only as `scheduled`, not as new or read.
 * `questions` and `byCreator` count only among new and read replies.
 */
export const replyCountsSchema = z.record(
  z.enum([...replyStates, 'questions', 'byCreator', 'scheduled']),
  z.int(),
);
export type ReplyCounts = z.infer<typeof replyCountsSchema>;

/** A reply becomes `answered` only when its answer is posted. */
export const updateReplySchema = z.strictObject({
  state: z.enum(['new', 'read', 'dismissed']),
});

/** POST /api/replies/{id}/answer: an answer in the owner's own words. */
export const typedAnswerSchema = z.strictObject({
  content: textSchema(commentHardLimit),
});

export const repliesRefreshedSchema = z.object({ added: z.int(), asOf: instant });
