import { asc, gt } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { backedUpTables, type TableName, tableNames } from './tables.ts';

export type TableBatch = readonly [TableName, readonly Record<string, unknown>[]];

/** Few enough to hold in memory whatever the texts are, many enough to be quick. */
const batchRows = 500;

export function createSnapshotRepository(db: Db) {
  return {
    /** Hands every row to `use`, table by table and in batches, all as they were at one instant. */
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
    // Two rows a day: the one table that has no id is never large.
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
