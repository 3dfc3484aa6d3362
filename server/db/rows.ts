import type { SQL } from 'drizzle-orm';
import type { Db, Tx } from './database.ts';

/** Both drivers name the number of changed rows differently, and both answer raw SQL with more than rows. */
interface DriverResult {
  rows: unknown[];
  rowCount?: number | null;
  affectedRows?: number;
}

/**
 * The rows of raw SQL. Counts (int8) are numbers and `numeric` is a string on both databases; instants come
 * as text in UTC: read them with Drizzle's columns, or `new Date(text)`.
 */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Db | Tx,
  query: SQL,
): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as DriverResult;
  return result.rows as Row[];
}

/** How many rows an insert, update or delete without `returning` changed. */
export function changedRows(result: unknown): number {
  const { rowCount, affectedRows } = result as DriverResult;
  return rowCount ?? affectedRows ?? 0;
}
