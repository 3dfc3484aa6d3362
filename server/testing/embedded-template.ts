import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../db/database.ts';
import { embeddedDatabase } from '../db/embedded/embedded-database.ts';
import { FairLite } from '../db/embedded/fair-lite.ts';
import { findMigrations, migrateDatabase } from '../db/migrate.ts';

const root = join(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache/chime-in-tests');

/** A new, migrated embedded database in memory; made from a kept copy, since making one takes seconds. */
export async function openFromTemplate(): Promise<Database> {
  const file = join(cache, `${fingerprint()}.tar`);
  const copy = readIfThere(file) ?? (await makeTemplate(file));
  const lite = new FairLite({ loadDataDir: new Blob([copy]) });
  await lite.waitReady;
  return embeddedDatabase(lite);
}

async function makeTemplate(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const lite = new FairLite();
  await lite.waitReady;
  const database = embeddedDatabase(lite);
  await migrateDatabase(database);
  const dump = new Uint8Array(await (await lite.dumpDataDir('none')).arrayBuffer());
  await database.close();
  mkdirSync(cache, { recursive: true });
  // Several workers may do this at once; each sees none or all of it.
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, dump);
  renameSync(draft, file);
  removeOutdated(file);
  return dump;
}

function removeOutdated(current: string): void {
  const templates = readdirSync(cache).filter((name) => name.endsWith('.tar'));
  for (const name of templates) if (join(cache, name) !== current) rmSync(join(cache, name), { force: true });
}

function readIfThere(file: string): Uint8Array<ArrayBuffer> | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

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
