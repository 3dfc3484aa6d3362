import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { openCluster } from '../db/embedded/cluster.ts';
import { embeddedDatabase } from '../db/embedded/embedded-database.ts';
import { FairLite } from '../db/embedded/fair-lite.ts';
import { findMigrations, migrateDatabase } from '../db/migrate.ts';
import { keptFolder } from './kept-folder.ts';

const root = join(import.meta.dirname, '../..');

/** What is kept: a database as the first start of an app leaves it, as its `dataDir` and as an archive of that. */
const parts = { dataDir: 'data', archive: 'cluster.tar' };

/** A new, migrated embedded database in memory; made from a kept copy, since making one takes seconds. */
export async function openFromTemplate(): Promise<Database> {
  const archive = readFileSync(join(await makeTemplate(), parts.archive));
  const lite = new FairLite({ loadDataDir: new Blob([archive]) });
  await lite.waitReady;
  return embeddedDatabase(lite);
}

/**
 * Puts a new, migrated embedded database where the app will look for it. For tests that start whole processes and
 * are not about their first start.
 */
export async function placeEmbedded(dataDir: string): Promise<void> {
  cpSync(join(await makeTemplate(), parts.dataDir), dataDir, { recursive: true });
}

/** What a run of tests begins with, so that its workers find it there. */
export default async function setup(): Promise<void> {
  await makeTemplate();
}

const makeTemplate = () =>
  keptFolder('embedded', fingerprint(), async (draft) => {
    const dataDir = join(draft, parts.dataDir);
    mkdirSync(dataDir, { mode: 0o700 });
    // Lost in a power cut it is made anew.
    const lite = await openCluster(join(dataDir, 'cluster'), { fsync: () => {} });
    const database = embeddedDatabase(lite);
    await migrateDatabase(database);
    const archive = await lite.dumpDataDir('none');
    writeFileSync(join(draft, parts.archive), new Uint8Array(await archive.arrayBuffer()));
    await database.close();
  });

/** Changes with the migrations and with the version of PGlite. */
function fingerprint(): string {
  const migrations = findMigrations();
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')));
  for (const name of readdirSync(migrations)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    hash.update(readFileSync(join(migrations, name)));
  }
  return hash.digest('hex').slice(0, 16);
}
