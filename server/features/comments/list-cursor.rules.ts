import { z } from 'zod';
import type { CommentSort, QueueSort } from '#shared/contracts/lists.ts';
import { idSchema, instantSchema } from '#shared/contracts/primitives.ts';
import type { comments, queueItems } from '#shared/schema.ts';
import { invalid } from '../../core/errors.ts';

export type Sort = CommentSort | QueueSort | 'replies' | 'fresh';

/**
 * The values of a row that a list is sorted by. The last one is unique, so it orders rows
 * whose other values are equal.
 */
export type SortKey = readonly (string | number)[];

type ShownKey = Pick<typeof comments.$inferSelect, 'id' | 'postedAt' | 'createdAt'>;
type Item = typeof queueItems.$inferSelect;
type QueueKey = Pick<Item, 'commentId' | 'priority' | 'createdAt' | 'scheduledFor'>;

export const commentKey = ({ postedAt, createdAt, id }: ShownKey): SortKey => [
  (postedAt ?? createdAt).toISOString(),
  id,
];

export const queueKeys: Record<QueueSort, (item: QueueKey) => SortKey> = {
  position: ({ priority, createdAt, commentId }) => [
    -priority,
    createdAt.toISOString(),
    commentId,
  ],
  latest: ({ createdAt, commentId }) => [createdAt.toISOString(), commentId],
  time: ({ scheduledFor, commentId }) => [
    scheduledFor?.toISOString() ?? 'infinity',
    commentId,
  ],
};

const shownKeySchema = z.tuple([instantSchema, idSchema]);
const keySchemas: Record<Sort, z.ZodType<SortKey>> = {
  newest: shownKeySchema,
  oldest: shownKeySchema,
  latest: shownKeySchema,
  replies: z.tuple([z.int32(), instantSchema, idSchema]),
  position: z.tuple([z.int32(), instantSchema, idSchema]),
  time: z.tuple([instantSchema.or(z.literal('infinity')), idSchema]),
  fresh: z.tuple([instantSchema, z.int32(), z.int32(), z.int32(), idSchema]),
};

export function writeCursor(sort: Sort, key: SortKey): string {
  return Buffer.from(JSON.stringify([sort, ...key])).toString('base64url');
}

/**
 * Throws AppError 400 if the cursor is malformed or was written for another sort order.
 */
export function readCursor(sort: Sort, cursor: string): SortKey {
  const [writtenFor, ...values] = parsed(cursor);
  const key = keySchemas[sort].safeParse(values);
  if (writtenFor === sort && key.success) return key.data;
  throw invalid('The field “cursor” belongs to another list. Reload the page.');
}

function parsed(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
