import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { writeBackup } from '../backup/backup-file.ts';
import { backedUpTables, tableNames } from '../backup/format.ts';
import { type RestoreChoices, restoreBackup } from '../backup/restore-backup.ts';
import type { Database, Db } from '../db/database.ts';
import { fakeClock } from './clock.ts';
import { openTestDatabase, testDatabase } from './database.ts';
import { tempDir } from './processes.ts';

const origin = 'sandbox';

export const textIn = (path: string) => gunzipSync(readFileSync(path)).toString();

/**
 * Provides a database to back up and another one, `target`, to restore into. Both are
 * empty at the start of each test. Call it at the top of a file.
 */
export function testBackups() {
  const test = testDatabase();
  const clock = fakeClock();
  const minutes = (count: number) => new Date(clock.now().getTime() + count * 60_000);
  let target: Database;
  beforeAll(async () => {
    target = await openTestDatabase();
  });
  afterAll(() => target.close());
  beforeEach(async () => {
    for (const name of tableNames.toReversed())
      await target.db.delete(backedUpTables[name]);
  });

  async function backUp(db: Db): Promise<string> {
    const path = join(tempDir(), 'backup.jsonl.gz');
    await writeBackup({ db, origin, now: clock.now(), path });
    return path;
  }

  return {
    clock,
    origin,
    get db() {
      return test.db;
    },
    get database() {
      return test.database;
    },
    get target() {
      return target;
    },
    /** The time so many minutes from now. */
    minutes,
    hours: (count: number) => minutes(count * 60),
    backUp,

    /** Writes a backup of the database with its lines changed. */
    async edited(edit: (lines: string[]) => string[]): Promise<string> {
      const path = await backUp(test.db);
      const lines = textIn(path).trimEnd().split('\n');
      writeFileSync(path, gzipSync(`${edit(lines).join('\n')}\n`));
      return path;
    },

    restore: (
      database: Pick<Database, 'db'>,
      path: string,
      choices: Partial<RestoreChoices> = {},
      now = clock.now(),
    ) =>
      restoreBackup({
        database,
        path,
        origin,
        now,
        choices: { replace: false, keepSchedule: false, ...choices },
      }),
  };
}
