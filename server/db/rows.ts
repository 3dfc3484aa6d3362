import type { SQL } from 'drizzle-orm';
import type { Db, Tx } from './database.ts';

interface DriverResult {
  rows: unknown[];
  rowCount?: number | null;
  affectedRows?: number;
}

/** Returns int8 as number, numeric as string, and instants as UTC text on both databases. */
export async function queryRows<Row extends Record<string, unknown>>(
  db: Db | Tx,
  query: SQL,
): Promise<Row[]> {
  const result = (await db.execute(query)) as unknown as DriverResult;
  return result.rows as Row[];
}

export function changedRows(result: unknown): number {
  const { rowCount, affectedRows } = result as DriverResult;
  return rowCount ?? affectedRows ?? 0;
}
