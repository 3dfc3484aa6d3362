import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DurableFs } from './durable-fs.ts';
import { FairLite } from './fair-lite.ts';

const settings = [
  // fdatasync does nothing in WebAssembly.
  'wal_sync_method=fsync',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'timezone=UTC',
];

/** PGlite's own parameters without -F, which turns fsync off. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
];

interface Options {
  onPanic?: (() => void) | undefined;
  fsync?: (fd: number) => void;
}

async function start(folder: string, { onPanic, fsync }: Options): Promise<FairLite> {
  const lite = new FairLite({ fs: new DurableFs(folder, fsync), startParams }, onPanic);
  await lite.waitReady;
  return lite;
}

/** Renames a new cluster into place once all of it is on disk: a killed start must not leave half of one. */
async function create(folder: string, options: Options): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const lite = await start(unfinished, options);
  await lite.exec('CHECKPOINT');
  await lite.close();
  syncTree(unfinished);
  renameSync(unfinished, folder);
  const dataDir = dirname(folder);
  syncPath(dataDir, true);
  syncPath(dirname(dataDir), true);
}

/** Opens the cluster in `folder`, created if missing. The caller holds the lock of the folder around it. */
export async function openCluster(folder: string, options: Options = {}): Promise<FairLite> {
  if (!existsSync(folder)) await create(folder, options);
  return start(folder, options);
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path, false);
  }
  syncPath(folder, true);
}

/** Windows cannot open a folder, and needs no fsync for it. */
function syncPath(path: string, isFolder: boolean): void {
  if (isFolder && process.platform === 'win32') return;
  const fd = openSync(path, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
