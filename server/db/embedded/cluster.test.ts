import { fsyncSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { placeEmbedded } from '../../testing/embedded-template.ts';
import { runModule } from '../../testing/node-process.ts';
import { openCluster } from './cluster.ts';
import type { FairLite } from './fair-lite.ts';

const t = testDatabase();

async function open(folder: string, options: Parameters<typeof openCluster>[1] = {}): Promise<FairLite> {
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

const clusterModule = new URL('./cluster.ts', import.meta.url).href;

test('every commit is on disk before it is acknowledged, by one fsync, and reading needs none', async () => {
  const fsync = vi.fn(fsyncSync);
  const lite = await open(folder, { fsync });
  await lite.query('create table synced (id int, text text)');
  fsync.mockClear();
  for (let id = 1; id <= 3; id++) await lite.query('insert into synced values ($1, $2)', [id, 'text']);
  expect(fsync).toHaveBeenCalledTimes(3);
  await lite.transaction(async (tx) => {
    await tx.query('update synced set text = $1', ['other']);
    await tx.query('delete from synced where id = 3');
  });
  expect(fsync).toHaveBeenCalledTimes(4);
  await lite.query('select * from synced');
  expect(fsync).toHaveBeenCalledTimes(4);
});

test('kill -9 in the middle of writing loses nothing that was acknowledged (rule 7.16)', async () => {
  const writer = runModule(
    `const { openCluster } = await import('${clusterModule}');
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

test('a long row of queries lets timers run in between', async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  // Without yielding, all of them pass before the first tick.
  for (let i = 0; i < 20_000 && ticks < 3; i++) await t.database.sessionPool.query('select $1::int', [i]);
  clearInterval(timer);
  expect(ticks).toBe(3);
});

test('a PANIC is reported once, nothing is written after it, and what was acknowledged is there', async () => {
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
  await expect(first.query('insert into before_panic values (2)')).rejects.toMatchObject({
    severity: 'PANIC',
  });
  diskFails = false;
  await expect(first.query('insert into before_panic values (3)')).rejects.toMatchObject({
    severity: 'PANIC',
  });
  expect(onPanic).toHaveBeenCalledOnce();
  const lite = await open(folder);
  const { rows } = await lite.query<{ id: number }>('select id from before_panic where id <> 2');
  expect(rows).toEqual([{ id: 1 }]);
});
