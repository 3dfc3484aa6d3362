import { columnsOf, type Database } from '../db/database.ts';
import { originName } from '../db/open-database.ts';
import { type BackupBatch, readBatches, readHeader } from './backup-file.ts';
import {
  BackupError,
  backedUpTables,
  fromRow,
  noRows,
  type RowCounts,
  type TableName,
} from './format.ts';
import { type RestoreTarget, restoring } from './restore.repository.ts';

export interface RestoreChoices {
  /** Replaces existing data; otherwise the database has to be empty. */
  replace: boolean;
  /**
   * Keeps approved comments that are scheduled for later than now; all others go back to
   * review.
   */
  keepSchedule: boolean;
}

export interface RestoreSummary {
  madeAt: string;
  rows: RowCounts;
  returnedToReview: number;
  toConfirm: number;
  keptPosted: number;
}

interface RestoreOptions {
  database: Pick<Database, 'db'>;
  path: string;
  origin: string;
  now: Date;
  choices: RestoreChoices;
}

/** Restores everything, or throws BackupError and changes nothing. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { database, path, origin, now, choices } = options;
  const { origin: from, madeAt } = await readHeader(path);
  if (from !== origin)
    throw new BackupError(
      `This backup belongs to ${originName(from)}, but this database to ${originName(origin)}. Nothing was changed.`,
    );

  // Reads the whole file before touching the data, so that a damaged file is reported as
  // damaged.
  const rows = noRows();
  for await (const [table, batch] of readBatches(path)) rows[table] += batch.length;

  return restoring(database.db, async (target) => {
    await refusedBy('the restore', target.lockTables());
    if (!choices.replace && !(await target.isEmpty())) throw new BackupError(notEmpty);
    const before = await target.highestIds();
    await target.setPostedAside();
    await target.clear();
    await load(target, path);
    await refusedBy('the replies', target.checkReferences());
    await target.dateQuotes();
    await target.continueIdsAfter(before, await target.highestIds());
    const keptPosted = await target.bringBackPosted(now);
    await target.readOutcomesAgain(now);
    return {
      madeAt,
      rows,
      keptPosted,
      toConfirm: await target.confirmUnsettled(now),
      returnedToReview: await target.reviewAgain({
        madeAt: new Date(madeAt),
        keepSchedule: choices.keepSchedule,
        now,
      }),
    };
  });
}

async function load(target: RestoreTarget, path: string): Promise<void> {
  for await (const batch of readBatches(path)) {
    refuseOtherColumns(batch);
    const [table, rows] = batch;
    await loadRows(
      target,
      table,
      rows.map((row) => fromRow(table, row)),
    );
  }
}

export const loadRows = (
  target: RestoreTarget,
  table: TableName,
  rows: readonly Record<string, unknown>[],
): Promise<void> => refusedBy(`the rows of ${table}`, target.insert(table, rows));

/**
 * Reports the driver's own message, because Drizzle adds the query and its values to it.
 */
async function refusedBy(what: string, step: Promise<void>): Promise<void> {
  try {
    await step;
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    const reason = cause instanceof Error ? cause.message : 'the database is gone';
    throw new BackupError(
      `The database did not take ${what} (${reason}). Nothing was changed.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Accepts older backups if every column in them still exists and every missing column has
 * a default.
 */
function refuseOtherColumns([table, rows]: BackupBatch): void {
  const columns = columnsOf(backedUpTables[table]);
  const known = new Set(columns.map(({ key }) => key));
  for (const row of rows) {
    const unknown = Object.keys(row).find((key) => !known.has(key));
    const missing = columns.find(({ key, isRequired }) => isRequired && !(key in row));
    if (!unknown && !missing) continue;
    throw new BackupError(
      `This backup was made by another version of Chime In, whose table ${table} differs in ` +
        `${unknown ?? missing?.key}. Restore it with the version that made it, then update. Nothing was changed.`,
    );
  }
}

const notEmpty =
  'There is data in this database already. To replace it with the backup, add --replace (through npm: -- --replace); ' +
  'what was posted since the backup was made stays recorded. Nothing was changed.';
