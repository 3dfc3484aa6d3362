import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { CommentSort, QueueSort } from '#shared/contracts/lists.ts';
import { comments, fromHighest, orLast, queueItems, shownAt } from '#shared/schema.ts';
import type { SortKey } from './list-cursor.rules.ts';

export interface Order {
  columns: SQL[];
  inDirection: (column: SQLWrapper) => SQL;
  orderBy: SQL[];
  after: (key: SortKey) => SQL;
}

const comma = sql`, `;

/** All columns in one direction: so an index finds the rows after any other. */
function order(direction: typeof asc | typeof desc, columns: SQL[]): Order {
  const beyond = direction === asc ? sql`>` : sql`<`;
  const row = (values: SQL[]) => sql`(${sql.join(values, comma)})`;
  return {
    columns,
    inDirection: direction,
    orderBy: columns.map((column) => direction(column)),
    after: (key) => sql`${row(columns)} ${beyond} ${row(key.map((value) => sql`${value}`))}`,
  };
}

const shown = [shownAt(comments), sql`${comments.id}`];

export const commentOrders: Record<CommentSort, Order> = {
  newest: order(desc, shown),
  oldest: order(asc, shown),
};

const { priority, createdAt, scheduledFor, commentId } = queueItems;

export const queueOrders: Record<QueueSort, Order> = {
  position: order(asc, [fromHighest(priority), sql`${createdAt}`, sql`${commentId}`]),
  latest: order(desc, [sql`${createdAt}`, sql`${commentId}`]),
  time: order(asc, [orLast(scheduledFor), sql`${commentId}`]),
};
