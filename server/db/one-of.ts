import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Any of these numbers, as one parameter; `inArray` writes and binds each by itself. */
export function isOneOf(column: PgColumn, values: readonly number[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}
