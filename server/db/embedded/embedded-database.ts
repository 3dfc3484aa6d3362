import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import * as schema from '#shared/schema.ts';
import type { Database } from '../database.ts';
import { createLocalNotices } from '../local-notices.ts';
import { mapRowsQuickly } from '../quick-rows.ts';
import type { LiteClient } from './reviving-lite.ts';

/** Our Database over a PGlite that runs. `release` is called once, after it was closed. */
export function embeddedDatabase(lite: LiteClient, release: () => Promise<void> = async () => {}): Database {
  // Drizzle calls query and transaction alone, but asks for the whole class.
  const db = mapRowsQuickly(drizzle({ client: lite as PGlite, schema }));
  const notices = createLocalNotices();
  let closing: Promise<void> | null = null;

  async function vacuum(): Promise<void> {
    const { rows } = await lite.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    );
    // One at a time, so that other queries get in between.
    for (const { name } of rows) await lite.exec(`VACUUM ANALYZE ${name}`);
  }

  async function shutDown(): Promise<void> {
    try {
      await lite.close();
    } finally {
      await release();
    }
  }

  return {
    kind: 'embedded',
    db,
    sessionPool: { query: (text, params = []) => lite.query(text, params) },
    maintenance: {
      vacuum,
      checkpoint: async () => {
        await lite.exec('CHECKPOINT');
      },
    },
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    notify: notices.notify,
    listen: notices.listen,
    ping: async () => {
      await lite.query('select 1');
    },
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}
