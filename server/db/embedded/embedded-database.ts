import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import * as schema from '#shared/schema.ts';
import type { Database } from '../database.ts';
import type { FairLite } from './fair-lite.ts';

export function embeddedDatabase(lite: FairLite, release: () => Promise<void> = async () => {}): Database {
  const db = drizzle({ client: lite, schema });
  let closing: Promise<void> | null = null;

  async function vacuum(): Promise<void> {
    const { rows } = await lite.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    );
    // One at a time, to let other queries in between.
    for (const { name } of rows) await lite.exec(`VACUUM ANALYZE ${name}`);
  }

  async function shutDown(): Promise<void> {
    try {
      if (!lite.hasPanicked) await lite.close();
    } finally {
      await release();
    }
  }

  return {
    db,
    sessionPool: { query: (text, params = []) => lite.query(text, params) },
    maintenance: {
      vacuum,
      async checkpoint() {
        await lite.exec('CHECKPOINT');
      },
    },
    migrate: (migrationsFolder) => migrate(db, { migrationsFolder }),
    async ping() {
      await lite.query('select 1');
    },
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}
