import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pLimit from 'p-limit';
import { DurableFs } from './durable-fs.ts';
import { FairLite } from './fair-lite.ts';

const settings = [
  // fdatasync does nothing in WebAssembly.
  'wal_sync_method=fsync',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  // WebAssembly has all of it in memory from the start; 128 MB, the default, made no query faster.
  'shared_buffers=32MB',
  'timezone=UTC',
  // Data lies on a solid disk or in memory; the default is a spinning disk's.
  'random_page_cost=1.1',
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

/** Renamed into place when complete: a killed start must not leave half a cluster. */
async function create(folder: string, options: Options): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const lite = await start(unfinished, options);
  await lite.exec('CHECKPOINT');
  await lite.close();
  await syncTree(unfinished);
  renameSync(unfinished, folder);
  const dataDir = dirname(folder);
  await syncPath(dataDir);
  await syncPath(dirname(dataDir));
}

/** Creates a missing cluster. The caller must hold the folder's lock. */
export async function openCluster(folder: string, options: Options = {}): Promise<FairLite> {
  if (!existsSync(folder)) await create(folder, options);
  return start(folder, options);
}

/** In parallel: one after another takes ten times as long. */
async function syncTree(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  const atOnce = pLimit(32);
  await atOnce.map([...paths, folder], syncPath);
}

async function syncPath(path: string): Promise<void> {
  const isFolder = statSync(path).isDirectory();
  // Windows cannot open a folder, and needs no fsync for it.
  if (isFolder && process.platform === 'win32') return;
  const file = await open(path, isFolder ? 'r' : 'r+');
  await file.sync().finally(() => file.close());
}
