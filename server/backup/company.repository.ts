import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { queryRows } from '../db/rows.ts';
import { BackupError } from './backup-error.ts';

/** Connections that were just closed are listed for a moment longer. */
const lingerMs = 3_000;
const askEveryMs = 100;

/**
 * A process that works on while the rows beneath it change would post, or draft, for another video than it
 * thinks. The embedded database's lock rules that out; PostgreSQL is asked who else is there.
 * @throws BackupError where another Chime In is connected. Nothing else may use `database` meanwhile.
 */
export async function refuseCompany({ kind, db }: Database, patienceMs = lingerMs): Promise<void> {
  if (kind === 'embedded') return;
  for (let waited = 0; ; waited += askEveryMs) {
    const others = await queryRows(
      db,
      sql`select 1 from pg_stat_activity where datname = current_database()
          and application_name = 'chime-in' and pid <> pg_backend_pid()`,
    );
    if (others.length === 0) return;
    if (waited >= patienceMs) break;
    await delay(askEveryMs);
  }
  throw new BackupError(
    'Another Chime In is connected to this database. Stop it first, or restore on the machine it runs on. ' +
      'Nothing was changed.',
  );
}
