import {
  existsSync,
  fsyncSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  PGlite,
  type PGliteOptions,
  type QueryOptions,
  type Results,
  type Transaction,
  types,
} from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pLimit from 'p-limit';
import * as schema from '#shared/schema.ts';
import { messageOf } from '../core/errors.ts';
import { type Database, DatabaseOpenError, type OpenOptions } from './database.ts';
import { lockDataDir } from './folder-lock.ts';

type ModuleOptions = Parameters<NodeFS['init']>[1];
type StreamOperations = Record<string, unknown>;

const WASI_EIO = 29;

/**
 * Adds fsync to PGlite's file system: without it, a power cut would corrupt the database.
 * This relies on internals of PGlite, so a test counts the calls.
 */
class DurableFs extends NodeFS {
  readonly #fsync: (fd: number) => void;

  constructor(folder: string, fsync: (fd: number) => void = fsyncSync) {
    super(folder);
    this.#fsync = fsync;
  }

  override async init(lite: PGlite, options: ModuleOptions) {
    const { emscriptenOpts } = await super.init(lite, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: object) => this.#addFsync(module),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #addFsync(module: object): void {
    const { NODEFS } = module as { NODEFS: { stream_ops: StreamOperations } };
    NODEFS.stream_ops['fsync'] = (stream: { nfd: number }) => {
      try {
        this.#fsync(stream.nfd);
        return 0;
      } catch {
        return WASI_EIO;
      }
    };
  }
}

const asText = (text: string) => text;
const { TIMESTAMP, TIMESTAMPTZ, INTERVAL, DATE } = types;
/**
 * Ids of the types that Drizzle parses itself: timestamps, and lists of timestamps and of
 * numerics.
 */
const readByDrizzle = [
  TIMESTAMP,
  TIMESTAMPTZ,
  INTERVAL,
  DATE,
  1115,
  1182,
  1185,
  1187,
  1231,
];
const drizzleParsers = Object.fromEntries(readByDrizzle.map((type) => [type, asText]));

/**
 * Removes the parsers that Drizzle passes with each query. For these PGlite would copy
 * its own 300 parsers, which takes half the time of a small query.
 */
const withoutParsers = ({ parsers: _, ...options }: QueryOptions = {}): QueryOptions =>
  options;

const TURN_MS = 8;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * PGlite runs queries on the event loop's thread. This subclass lets timers and sockets
 * run between queries.
 */
export class FairLite extends PGlite {
  readonly #onPanic: () => void;
  #turnBegan = 0;
  /** Set after a PANIC. The memory can no longer be trusted then, but the files can. */
  #panic: Error | null = null;

  constructor(options: PGliteOptions, onPanic: () => void = () => {}) {
    super(options);
    this.#onPanic = onPanic;
  }

  /**
   * True after a PANIC. The database must not be closed then, because closing writes the
   * memory to disk.
   */
  get hasPanicked(): boolean {
    return this.#panic !== null;
  }

  override async _initArrayTypes(options?: { force?: boolean }): Promise<void> {
    await super._initArrayTypes(options);
    Object.assign(this.parsers, drizzleParsers);
  }

  override query<T>(
    query: string,
    params?: unknown[],
    options?: QueryOptions,
  ): Promise<Results<T>> {
    return super.query(query, params, withoutParsers(options));
  }

  override transaction<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query: Transaction['query'] = (text, params, options) =>
        tx.query(text, params, withoutParsers(options));
      return run(Object.assign(Object.create(tx), { query }));
    });
  }

  override _runExclusiveQuery<T>(run: () => Promise<T>): Promise<T> {
    return super._runExclusiveQuery(async () => {
      if (this.#panic) throw this.#panic;
      if (performance.now() - this.#turnBegan > TURN_MS) {
        await nextTurn();
        this.#turnBegan = performance.now();
      }
      try {
        return await run();
      } catch (error) {
        if (isPanic(error)) {
          this.#panic = error;
          this.#onPanic();
        }
        throw error;
      }
    });
  }
}

function isPanic(error: unknown): error is Error {
  return error instanceof Error && 'severity' in error && error.severity === 'PANIC';
}

const settings = [
  // fdatasync does nothing in WebAssembly.
  'wal_sync_method=fsync',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  // WebAssembly allocates all of it at the start, and the default of 128 MB made no query
  // faster.
  'shared_buffers=32MB',
  'timezone=UTC',
  // The data is on an SSD or in memory; the default is meant for spinning disks.
  'random_page_cost=1.1',
];

/** PGlite's own parameters without -F, which turns fsync off. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...settings.flatMap((setting) => ['-c', setting]),
];

interface ClusterOptions {
  onPanic?: (() => void) | undefined;
  fsync?: (fd: number) => void;
}

async function start(
  folder: string,
  { onPanic, fsync }: ClusterOptions,
): Promise<FairLite> {
  const lite = new FairLite({ fs: new DurableFs(folder, fsync), startParams }, onPanic);
  await lite.waitReady;
  return lite;
}

/**
 * Creates the cluster in another folder and renames it when complete, so that a killed
 * start does not leave half a cluster.
 */
async function create(folder: string, options: ClusterOptions): Promise<void> {
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

/**
 * Opens the cluster, and creates it first if it is missing. The caller must hold the
 * folder's lock.
 */
export async function openCluster(
  folder: string,
  options: ClusterOptions = {},
): Promise<FairLite> {
  if (!existsSync(folder)) await create(folder, options);
  return start(folder, options);
}

/** Syncs all files in parallel, because one after another takes ten times as long. */
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

export function embeddedDatabase(
  lite: FairLite,
  release: () => Promise<void> = async () => {},
): Database {
  const db = drizzle({ client: lite, schema });
  let closing: Promise<void> | null = null;

  async function vacuum(): Promise<void> {
    const { rows } = await lite.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    );
    // One table at a time, so that other queries can run in between.
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
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

/**
 * A reader soon reports that the app is running. An owner waits longer, for the previous
 * process to stop.
 */
const readerPatienceMs = 1000;

export async function openEmbedded(
  dataDir: string,
  { access, onLost, log }: OpenOptions,
): Promise<Database> {
  makeFolder(dataDir);
  const lock = await lockDataDir(dataDir, {
    log,
    ...(access === 'reader' && { patienceMs: readerPatienceMs }),
  });
  const onPanic = () =>
    onLost?.(
      new Error(
        'The embedded database stopped, most likely because the disk is full, and Chime In with it. ' +
          'Nothing that was saved is lost. Start it again if nothing does so for you.',
      ),
    );
  try {
    const lite = await openCluster(join(dataDir, 'cluster'), { onPanic });
    log?.info({ dataDir }, 'embedded database opened');
    return embeddedDatabase(lite, lock.release);
  } catch (error) {
    await lock.release();
    throw new DatabaseOpenError(
      `The embedded database in ${dataDir} could not be opened (${messageOf(error)}). ` +
        'Check that the disk has room and that this user may write there, or restore a backup.',
      { cause: error },
    );
  }
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DatabaseOpenError(
      `The folder ${dataDir} cannot be made (${messageOf(error)}). Set DATA_DIR to one this user may write to.`,
      { cause: error },
    );
  }
}
