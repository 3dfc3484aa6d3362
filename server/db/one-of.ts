import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Binds all values as one parameter, unlike `inArray`. */
export function isOneOf(column: PgColumn, values: readonly number[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}
