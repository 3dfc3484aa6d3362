import { z } from 'zod';
import { idListSchema, instant } from './primitives.ts';
import { mostVideos } from './videos.ts';

export const relationsQuerySchema = z.object({ ids: idListSchema(mostVideos) });

/**
 * The history between the owner and the creator of a channel. Counts the comments
 * posted on the channel's videos, without answers to replies and withdrawn comments.
 */
export const relationSchema = z.object({
  channelId: z.string(),
  comments: z.int(),
  /** Number of comments with a known reply by the creator. */
  repliedByCreator: z.int(),
  /** When the first of the comments was posted. */
  since: instant,
  /** The newest comment. A long text is shortened. */
  last: z.object({ postedAt: instant, content: z.string() }),
});
export type Relation = z.infer<typeof relationSchema>;

/**
 * Contains one relation for each channel of the given videos on which the owner
 * commented.
 */
export const relationsSchema = z.array(relationSchema);
