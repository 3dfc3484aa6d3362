import {
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { videos } from '#shared/schema.ts';
import { testDatabase } from '../testing/database.ts';
import { placeEmbedded } from '../testing/embedded-template.ts';
import { makeVideo } from '../testing/factories.ts';
import { runModule, tempDir } from '../testing/processes.ts';
import { bundledEntries } from '../testing/start-app-process.ts';
import { DatabaseOpenError } from './database.ts';
import { type FairLite, openCluster } from './embedded.ts';
import { lockDataDir } from './folder-lock.ts';
import { migrateDatabase, openDatabase } from './open-database.ts';

const entries = await bundledEntries();

describe('cluster', () => {
  const t = testDatabase();

  async function open(
    folder: string,
    options: Parameters<typeof openCluster>[1] = {},
  ): Promise<FairLite> {
    const lite = await openCluster(folder, options);
    onTestFinished(async () => {
      if (!lite.closed && !lite.hasPanicked) await lite.close();
    });
    return lite;
  }

  let dataDir: string;
  let folder: string;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'chime-in-cluster-'));
    await placeEmbedded(dataDir);
    folder = join(dataDir, 'cluster');
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test('each commit is written to disk by one fsync before it is acknowledged, and reading needs none', async () => {
    const fsync = vi.fn(fsyncSync);
    const lite = await open(folder, { fsync });
    await lite.query('create table synced (id int, text text)');
    fsync.mockClear();
    for (let id = 1; id <= 3; id++)
      await lite.query('insert into synced values ($1, $2)', [id, 'text']);
    expect(fsync).toHaveBeenCalledTimes(3);
    await lite.transaction(async (tx) => {
      await tx.query('update synced set text = $1', ['other']);
      await tx.query('delete from synced where id = 3');
    });
    expect(fsync).toHaveBeenCalledTimes(4);
    await lite.query('select * from synced');
    expect(fsync).toHaveBeenCalledTimes(4);
  });

  test('a kill in the middle of writing loses no row that was acknowledged (rule 7.16)', async () => {
    const writer = runModule(
      `const { openCluster } = await import('${entries.embedded}');
    const lite = await openCluster(process.argv[1]);
    await lite.query('create table notes (id serial primary key, text text)');
    for (;;) {
      const { rows } = await lite.query("insert into notes (text) values (repeat('x', 500)) returning id");
      process.stdout.write(rows[0].id + '\\n');
    }`,
      folder,
    );
    await writer.said(40);
    await writer.kill();
    const lite = await open(folder);
    const { rows } = await lite.query<{ id: number }>('select id from notes');
    const stored = new Set(rows.map(({ id }) => id));
    expect(writer.lines.map(Number).filter((id) => !stored.has(id))).toEqual([]);
  });

  test('many queries in a row let timers run in between', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    // Without yielding, all queries would finish before the first tick.
    for (let i = 0; i < 20_000 && ticks < 3; i++)
      await t.database.sessionPool.query('select $1::int', [i]);
    clearInterval(timer);
    expect(ticks).toBe(3);
  });

  test('a PANIC is reported once, nothing is written after it, and acknowledged rows survive', async () => {
    let diskFails = false;
    const fsync = (fd: number) => {
      if (diskFails) throw new Error('no space left');
      fsyncSync(fd);
    };
    const onPanic = vi.fn();
    const first = await open(folder, { fsync, onPanic });
    await first.query('create table before_panic (id int)');
    await first.query('insert into before_panic values (1)');
    diskFails = true;
    await expect(
      first.query('insert into before_panic values (2)'),
    ).rejects.toMatchObject({
      severity: 'PANIC',
    });
    diskFails = false;
    await expect(
      first.query('insert into before_panic values (3)'),
    ).rejects.toMatchObject({
      severity: 'PANIC',
    });
    expect(onPanic).toHaveBeenCalledOnce();
    const lite = await open(folder);
    const { rows } = await lite.query<{ id: number }>(
      'select id from before_panic where id <> 2',
    );
    expect(rows).toEqual([{ id: 1 }]);
  });
});

describe('open', () => {
  async function open(dataDir: string) {
    const database = await openDatabase({ databaseUrl: null, dataDir });
    onTestFinished(() => database.close());
    return database;
  }

  test('keeps its rows across starts, and refuses a second opening by any path (rule 3.10)', async () => {
    const dataDir = join(tempDir(), 'new', 'data');
    // A first start that was killed halfway leaves this folder.
    mkdirSync(join(dataDir, 'cluster.new', 'base'), { recursive: true, mode: 0o700 });
    const first = await open(dataDir);
    expect(statSync(dataDir).mode & 0o077).toBe(0);
    await migrateDatabase(first);
    await makeVideo(first.db, { title: 'Kept' });
    symlinkSync(dataDir, `${dataDir}-link`);
    await expect(open(`${dataDir}-link`)).rejects.toThrow(
      'is in use by another Chime In',
    );
    await first.close();
    const second = await open(dataDir);
    await migrateDatabase(second);
    expect(await second.db.select({ title: videos.title }).from(videos)).toEqual([
      { title: 'Kept' },
    ]);
    await Promise.all([second.close(), second.close()]);
    await expect(second.sessionPool.query('select 1')).rejects.toThrow();
    expect(readdirSync(dataDir)).toEqual(['cluster', 'lock.sqlite']);
  });

  test('limits the write-ahead log by checkpoints and a vacuum', async () => {
    const dataDir = join(tempDir(), 'data');
    await placeEmbedded(dataDir);
    const database = await open(dataDir);
    const log = join(dataDir, 'cluster', 'pg_wal');
    for (let round = 0; round < 6; round++) {
      // 12 MB of log each; a segment holds 16 MB.
      await database.sessionPool.query(
        `select pg_logical_emit_message(false, '', repeat('x', 12000000))`,
      );
      await database.maintenance?.checkpoint();
    }
    await database.maintenance?.vacuum();
    const bytes = readdirSync(log).map((name) => statSync(join(log, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(
      96 * 1024 * 1024,
    );
  });

  test('refuses a folder that is not a database or cannot be made, with a sentence, and releases the lock', async () => {
    const dataDir = tempDir();
    mkdirSync(join(dataDir, 'cluster'));
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '9.6\n');
    await expect(open(dataDir)).rejects.toThrow(
      /^The embedded database in .* could not be opened/,
    );
    expect(readdirSync(dataDir)).toEqual(['cluster', 'lock.sqlite']);
    writeFileSync(join(dataDir, 'file'), '');
    await expect(open(join(dataDir, 'file', 'data'))).rejects.toThrow(
      /^The folder .* cannot be made/,
    );
  });
});

/** Says "mine" and keeps the lock, or says "taken". */
const lockHolder = `
  const { lockDataDir } = await import('${entries.folderLock}');
  setInterval(() => {}, 1000);
  await lockDataDir(process.argv[1], { sleep: async () => {} }).then(
    () => process.stdout.write('mine\\n'),
    () => process.stdout.write('taken\\n'),
  );`;

test('a second process waits ten seconds, names the first one, and gets the folder once that is killed (rule 3.10)', async () => {
  const folder = tempDir();
  const other = runModule(lockHolder, folder);
  await other.said(1);
  expect(other.lines).toEqual(['mine']);
  let waitedMs = 0;
  const sleep = async (ms: number) => {
    waitedMs += ms;
  };
  const attempt = lockDataDir(folder, { sleep });
  await expect(attempt).rejects.toThrow(DatabaseOpenError);
  await expect(attempt).rejects.toThrow(
    `The data in ${folder} is in use by another Chime In (process ${other.child.pid}). ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
  expect(waitedMs).toBe(10_000);

  let pauses = 0;
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const lock = await lockDataDir(folder, {
    log,
    sleep: async () => {
      pauses += 1;
      if (pauses === 3) await other.kill();
    },
  });
  expect(pauses).toBe(3);
  expect(log.info.mock.calls).toEqual([
    [{ dataDir: folder, pid: other.child.pid }, 'waiting for another Chime In to end'],
  ]);
  await lock.release();
  expect(readdirSync(folder)).toEqual(['lock.sqlite']);
});

test('one of three processes that start at once gets the folder (rule 3.10)', async () => {
  const folder = tempDir();
  const all = [1, 2, 3].map(() => runModule(lockHolder, folder));
  await Promise.all(all.map((each) => each.said(1)));
  expect(all.flatMap(({ lines }) => lines).sort()).toEqual(['mine', 'taken', 'taken']);
});
