import {
  desc,
  getTableColumns,
  getTableName,
  type SQL,
  type SQLChunk,
  sql,
} from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import { backupFailures } from '#shared/schema.ts';
import { type Db, firstRow, queryRows, type Tx } from '../db/database.ts';
import { backedUpTables, type TableName, tableNames } from './format.ts';

export type TableBatch = readonly [TableName, readonly Record<string, unknown>[]];

/** Kept small because a draft's record with its transcript can have 200 kB or more. */
const batchRows = 50;

export function readSnapshot<T>(
  db: Db,
  use: (batches: AsyncIterable<TableBatch>) => Promise<T>,
): Promise<T> {
  return db.transaction((tx) => use(batches(tx)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function* batches(tx: Tx): AsyncGenerator<TableBatch> {
  for (const name of tableNames)
    for await (const rows of byPrimaryKey(tx, backedUpTables[name])) yield [name, rows];
}

async function* byPrimaryKey(
  tx: Tx,
  table: PgTable,
): AsyncGenerator<Record<string, unknown>[]> {
  const together = getTableConfig(table).primaryKeys.flatMap(({ columns }) =>
    columns.map(({ name }) => name),
  );
  const key = Object.entries(getTableColumns(table)).filter(
    ([, { primary, name }]) => primary || together.includes(name),
  );
  const columns = key.map(([, column]) => column);
  const tuple = (values: SQLChunk[]): SQL => sql`(${sql.join(values, sql`, `)})`;
  let after: SQL | undefined;
  for (;;) {
    const rows: Record<string, unknown>[] = await tx
      .select()
      .from(table)
      .where(after)
      .orderBy(...columns)
      .limit(batchRows);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchRows) return;
    after = sql`${tuple(columns)} > ${tuple(key.map(([name]) => sql`${last[name]}`))}`;
  }
}

const contentTables: readonly TableName[] = [
  'videos',
  'comments',
  'voiceProfiles',
  'googleAccount',
];

export const sqlNameOf = (name: TableName): SQL =>
  sql.identifier(getTableName(backedUpTables[name])).getSQL();

export async function isEmptyDatabase(db: Db | Tx): Promise<boolean> {
  for (const name of contentTables) {
    if ((await queryRows(db, sql`select 1 from ${sqlNameOf(name)} limit 1`)).length > 0)
      return false;
  }
  return true;
}

/**
 * Returns the last failure, or null if no backup has failed since the last successful
 * one.
 */
export async function newestFailure(
  db: Db,
): Promise<{ at: Date; reason: string } | null> {
  const { failedAt: at, reason, id } = backupFailures;
  return firstRow(
    db.select({ at, reason }).from(backupFailures).orderBy(desc(id)).limit(1),
  );
}
