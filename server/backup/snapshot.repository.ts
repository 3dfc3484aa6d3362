import { getTableColumns, type SQL, type SQLChunk, sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../db/database.ts';
import { backedUpTables, type TableName, tableNames } from './tables.ts';

export type TableBatch = readonly [TableName, readonly Record<string, unknown>[]];

/** A draft's record with its transcript has 200 kB and more. */
const batchRows = 50;

export function createSnapshotRepository(db: Db) {
  return {
    read<T>(use: (batches: AsyncIterable<TableBatch>) => Promise<T>): Promise<T> {
      return db.transaction((tx) => use(batches(tx)), {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      });
    },
  };
}

async function* batches(tx: Tx): AsyncGenerator<TableBatch> {
  for (const name of tableNames)
    for await (const rows of byPrimaryKey(tx, backedUpTables[name])) yield [name, rows];
}

async function* byPrimaryKey(tx: Tx, table: PgTable): AsyncGenerator<Record<string, unknown>[]> {
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
