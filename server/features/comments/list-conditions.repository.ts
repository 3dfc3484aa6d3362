import { and, eq, exists, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import { commentStatuses } from '#shared/contracts/enums.ts';
import type { CommentListQuery, QueueListQuery } from '#shared/contracts/lists.ts';
import { comments, postAttempts, queueItems, shownAt } from '#shared/schema.ts';
import type { Db } from '../../db/database.ts';

export type CommentFilter = Omit<CommentListQuery, 'limit' | 'cursor' | 'ids' | 'fields' | 'sort'>;
export type QueueFilter = Omit<QueueListQuery, 'limit' | 'cursor' | 'ids' | 'fields' | 'sort'>;

/** Of all but words, as the next one too. */
export function commentConditions({
  status,
  style,
  visibility,
  from,
  to,
}: CommentFilter): (SQL | undefined)[] {
  return [
    status && eq(comments.status, status),
    style && eq(comments.style, style),
    visibility && eq(comments.visibility, visibility),
    from ? gte(shownAt(comments), from) : undefined,
    to ? lt(shownAt(comments), to) : undefined,
  ];
}

/** A list of the others, unlike `<>`, lets the index on the status find the few. */
const unposted = commentStatuses.filter((status) => status !== 'posted');

export function queueConditions(db: Db, filter: QueueFilter): (SQL | undefined)[] {
  const { status, scheduled, posting } = filter;
  const beingPosted = exists(
    db
      .select({ one: sql`1` })
      .from(postAttempts)
      .where(and(eq(postAttempts.commentId, queueItems.commentId), isNull(postAttempts.closedAt))),
  );
  return [
    inArray(comments.status, unposted),
    status && eq(comments.status, status),
    scheduled === true ? and(isNotNull(queueItems.scheduledFor), eq(comments.status, 'approved')) : undefined,
    scheduled === false ? isNull(queueItems.scheduledFor) : undefined,
    posting === true ? beingPosted : undefined,
    posting === false ? not(beingPosted) : undefined,
  ];
}
