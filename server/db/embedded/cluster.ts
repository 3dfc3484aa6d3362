import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DurableFs } from './durable-fs.ts';
import { FairLite } from './fair-lite.ts';
import { syncPath, syncTree } from './sync-tree.ts';

const settings = [
  // fdatasync does nothing in WebAssembly.
  'wal_sync_method=fsync',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'timezone=UTC',
];

/** PGlite's own parameters, but for -F, which turns fsync off. */
const durableStart = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
];

type Fsync = (fd: number) => void;

async function start(folder: string, fsync?: Fsync): Promise<FairLite> {
  const lite = new FairLite({ fs: new DurableFs(folder, fsync), startParams: durableStart });
  await lite.waitReady;
  return lite;
}

/**
 * A new cluster gets its name only when all of it is on disk: a start that was killed half-way leaves nothing
 * that a later one would take for a database.
 */
async function create(folder: string, fsync?: Fsync): Promise<void> {
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  const lite = await start(draft, fsync);
  await lite.exec('CHECKPOINT');
  await lite.close();
  syncTree(draft);
  renameSync(draft, folder);
  syncPath(dirname(folder), true);
}

/** Opens the database cluster in `folder`, made where it is missing. The caller holds the folder's lock. */
export async function openCluster(folder: string, fsync?: Fsync): Promise<FairLite> {
  if (!existsSync(folder)) await create(folder, fsync);
  return start(folder, fsync);
}
