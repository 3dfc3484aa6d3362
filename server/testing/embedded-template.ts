import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { embeddedDatabase, FairLite, openCluster } from '../db/embedded.ts';
import { findMigrations, migrateDatabase } from '../db/open-database.ts';
import { keptFolder } from './start-app-process.ts';

const root = join(import.meta.dirname, '../..');

/**
 * The template is a database as the app's first start leaves it: its dataDir, and an
 * archive of the cluster.
 */
const parts = { dataDir: 'data', archive: 'cluster.tar' };

/**
 * Opens a new, migrated database in memory from a cached copy, because a first start
 * takes seconds.
 */
export async function openFromTemplate(): Promise<Database> {
  const archive = readFileSync(join(await makeTemplate(), parts.archive));
  const lite = new FairLite({ loadDataDir: new Blob([archive]) });
  await lite.waitReady;
  return embeddedDatabase(lite);
}

/**
 * Copies a new, migrated database to the folder where the app will look for it, for tests
 * that start whole processes.
 */
export async function placeEmbedded(dataDir: string): Promise<void> {
  cpSync(join(await makeTemplate(), parts.dataDir), dataDir, { recursive: true });
}

/** Vitest's global set-up: creates the template once, before the workers need it. */
export default async function setup(): Promise<void> {
  await makeTemplate();
}

const makeTemplate = () =>
  keptFolder('embedded', sources(), async (folder) => {
    const dataDir = join(folder, parts.dataDir);
    mkdirSync(dataDir, { mode: 0o700 });
    // No fsync is needed: after a power cut the template is created again.
    const lite = await openCluster(join(dataDir, 'cluster'), { fsync: () => {} });
    const database = embeddedDatabase(lite);
    await migrateDatabase(database);
    const archive = await lite.dumpDataDir('none');
    writeFileSync(
      join(folder, parts.archive),
      new Uint8Array(await archive.arrayBuffer()),
    );
    await database.close();
  });

/**
 * Returns everything that the template depends on: the migrations, the code that runs
 * after them, and PGlite's version.
 */
function sources(): Buffer[] {
  const migrations = findMigrations();
  const scripts = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
  const others = [
    'node_modules/@electric-sql/pglite/package.json',
    'server/db/open-database.ts',
  ];
  const paths = [
    ...others.map((path) => join(root, path)),
    ...scripts.sort().map((name) => join(migrations, name)),
  ];
  return paths.map((path) => readFileSync(path));
}
