import { asc, gt } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { backedUpTables, type TableName, tableNames } from './tables.ts';

export type TableBatch = readonly [TableName, readonly Record<string, unknown>[]];

const batchRows = 500;

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

export type SnapshotRepository = ReturnType<typeof createSnapshotRepository>;

async function* batches(tx: Tx): AsyncGenerator<TableBatch> {
  for (const name of tableNames) {
    const table = backedUpTables[name];
    // The only table without an id, quota_usage, has two rows a day.
    if (!('id' in table)) yield [name, await tx.select().from(table)];
    else for await (const rows of byId(tx, table)) yield [name, rows];
  }
}

type WithId = Extract<(typeof backedUpTables)[TableName], { id: unknown }>;

async function* byId(tx: Tx, table: WithId): AsyncGenerator<Record<string, unknown>[]> {
  let last = 0;
  for (;;) {
    const rows = await tx
      .select()
      .from(table)
      .where(gt(table.id, last))
      .orderBy(asc(table.id))
      .limit(batchRows);
    if (rows.length > 0) yield rows;
    if (rows.length < batchRows) return;
    last = rows.at(-1)?.id ?? last;
  }
}
