import { z } from 'zod';
import { idListSchema, instant } from './primitives.ts';
import { mostVideos } from './videos.ts';

export const relationsQuerySchema = z.object({ ids: idListSchema(mostVideos) });

/**
 * What the owner and the creator of a channel had to do with each other so far. Comments are those posted on its videos;
 * answers to replies and withdrawn comments are left out.
 */
export const relationSchema = z.object({
  channelId: z.string(),
  comments: z.int(),
  /** How many of the comments have a reply by the creator, as far as replies were read. */
  repliedByCreator: z.int(),
  /** When the first of the comments was posted. */
  since: instant,
  /** The newest comment; a long text is cut. */
  last: z.object({ postedAt: instant, content: z.string() }),
});
export type Relation = z.infer<typeof relationSchema>;

/** Holds one relation for each channel of the videos that has comments. */
export const relationsSchema = z.array(relationSchema);
