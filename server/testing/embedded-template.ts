import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { embeddedDatabase, FairLite, openCluster } from '../db/embedded.ts';
import { findMigrations, migrateDatabase } from '../db/open-database.ts';
import { keptFolder } from './start-app-process.ts';

const root = join(import.meta.dirname, '../..');

/** A database as the first start of an app leaves it: its dataDir, and an archive of the cluster. */
const parts = { dataDir: 'data', archive: 'cluster.tar' };

/** Opens a new, migrated database in memory, from a cached copy: a first start takes seconds. */
export async function openFromTemplate(): Promise<Database> {
  const archive = readFileSync(join(await makeTemplate(), parts.archive));
  const lite = new FairLite({ loadDataDir: new Blob([archive]) });
  await lite.waitReady;
  return embeddedDatabase(lite);
}

/** Puts a new, migrated database where the app will look for it, for tests that start whole processes. */
export async function placeEmbedded(dataDir: string): Promise<void> {
  cpSync(join(await makeTemplate(), parts.dataDir), dataDir, { recursive: true });
}

/** Global set-up: makes the template once, before the workers need it. */
export default async function setup(): Promise<void> {
  await makeTemplate();
}

const makeTemplate = () =>
  keptFolder('embedded', sources(), async (folder) => {
    const dataDir = join(folder, parts.dataDir);
    mkdirSync(dataDir, { mode: 0o700 });
    // After a power cut it is simply made again.
    const lite = await openCluster(join(dataDir, 'cluster'), { fsync: () => {} });
    const database = embeddedDatabase(lite);
    await migrateDatabase(database);
    const archive = await lite.dumpDataDir('none');
    writeFileSync(join(folder, parts.archive), new Uint8Array(await archive.arrayBuffer()));
    await database.close();
  });

/** What the template depends on: the migrations, what follows them, and PGlite's version. */
function sources(): Buffer[] {
  const migrations = findMigrations();
  const scripts = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  const others = ['node_modules/@electric-sql/pglite/package.json', 'server/db/open-database.ts'];
  const paths = [
    ...others.map((path) => join(root, path)),
    ...scripts.sort().map((name) => join(migrations, name)),
  ];
  return paths.map((path) => readFileSync(path));
}
