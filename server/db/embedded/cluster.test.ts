import { existsSync, fsyncSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { placeEmbedded } from '../../testing/embedded-template.ts';
import { runModule } from '../../testing/node-process.ts';
import { tempDir } from '../../testing/temp-dir.ts';
import { openCluster } from './cluster.ts';
import type { FairLite } from './fair-lite.ts';
import { createRevivingLite } from './reviving-lite.ts';

async function open(folder: string, fsync?: (fd: number) => void): Promise<FairLite> {
  const lite = await openCluster(folder, fsync);
  onTestFinished(async () => {
    if (!lite.closed && !lite.hasPanicked) await lite.close();
  });
  return lite;
}

/** A cluster as its first start leaves it, without the seconds that takes. */
async function copyOfNew(): Promise<string> {
  const dataDir = join(tempDir(), 'data');
  await placeEmbedded(dataDir);
  return join(dataDir, 'cluster');
}

const clusterModule = new URL('./cluster.ts', import.meta.url).href;

test('every commit is on disk before it is acknowledged: one fsync each, none for reading', async () => {
  const fsync = vi.fn(fsyncSync);
  const lite = await open(await copyOfNew(), fsync);
  await lite.query('create table notes (id int, text text)');
  fsync.mockClear();
  for (let id = 1; id <= 10; id++) await lite.query('insert into notes values ($1, $2)', [id, 'text']);
  expect(fsync).toHaveBeenCalledTimes(10);
  await lite.transaction(async (tx) => {
    await tx.query('update notes set text = $1', ['other']);
    await tx.query('delete from notes where id = 3');
  });
  expect(fsync).toHaveBeenCalledTimes(11);
  await lite.query('select * from notes');
  expect(fsync).toHaveBeenCalledTimes(11);
});

test('kill -9 in the middle of writing loses nothing that was acknowledged', async () => {
  const folder = await copyOfNew();
  const writer = `
    const { openCluster } = await import('${clusterModule}');
    const lite = await openCluster(process.argv[1]);
    await lite.query('create table if not exists notes (id serial primary key, text text)');
    for (;;) {
      const { rows } = await lite.query("insert into notes (text) values (repeat('x', 500)) returning id");
      process.stdout.write(rows[0].id + '\\n');
    }`;
  const acknowledged: number[] = [];
  for (const lines of [1, 40, 130]) {
    const child = runModule(writer, folder);
    await child.said(lines);
    await child.kill();
    expect(child.lines.length).toBeGreaterThanOrEqual(lines);
    acknowledged.push(...child.lines.map(Number));
  }
  const lite = await open(folder);
  const { rows } = await lite.query<{ id: number }>('select id from notes');
  const stored = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
});

test('a first start that was killed half-way leaves nothing in the way of the next one', async () => {
  const folder = join(tempDir(), 'cluster');
  const child = runModule(`(await import('${clusterModule}')).openCluster(process.argv[1])`, folder);
  // By now the files are being copied; the last moment before they are all there is not needed.
  await expect
    .poll(() => existsSync(`${folder}.new`) && readdirSync(`${folder}.new`).length > 3, { interval: 5 })
    .toBe(true);
  await child.kill();
  expect(existsSync(folder)).toBe(false);
  const lite = await open(folder);
  expect((await lite.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(existsSync(`${folder}.new`)).toBe(false);
});

test('a long row of queries lets timers run in between', async () => {
  const lite = await open(await copyOfNew());
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 1);
  for (let i = 0; i < 800; i++) await lite.query('select $1::int', [i]);
  clearInterval(timer);
  // Without yielding, all 800 pass before the first tick.
  expect(ticks).toBeGreaterThan(5);
});

test('using the database inside its own transaction is an error, not a wait for ever', async () => {
  const lite = await open(await copyOfNew());
  const nested = lite.transaction(async () => lite.query('select 1'));
  await expect(nested).rejects.toThrow('Inside a transaction only `tx` can be used, not `db`.');
  const twice = lite.transaction(async () => lite.transaction(async () => {}));
  await expect(twice).rejects.toThrow('only `tx` can be used');
  // What merely began inside one may use the database once it is over.
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let later = Promise.resolve<unknown>(null);
  await lite.transaction(async () => {
    later = over.then(() => lite.query('select 1'));
  });
  end();
  await later;
});

test('after a PANIC it opens itself anew, with everything that was acknowledged', async () => {
  const folder = await copyOfNew();
  let diskFails = false;
  const fsync = (fd: number) => {
    if (diskFails) throw new Error('no space left');
    fsyncSync(fd);
  };
  const first = await open(folder, fsync);
  const lite = createRevivingLite(first, () => open(folder, fsync), undefined, 50);
  await lite.query('create table notes (id int)');
  await lite.query('insert into notes values (1)');
  diskFails = true;
  await expect(lite.query('insert into notes values (2)')).rejects.toMatchObject({ severity: 'PANIC' });
  expect(first.hasPanicked).toBe(true);
  await expect(lite.query('select id from notes')).rejects.toMatchObject({ code: '57P03' });
  diskFails = false;
  await expect(lite.query('select id from notes')).rejects.toMatchObject({ code: '57P03' });
  await delay(60);
  await lite.query('insert into notes values (3)');
  const { rows } = await lite.query<{ id: number }>('select id from notes where id <> 2 order by id');
  expect(rows).toEqual([{ id: 1 }, { id: 3 }]);
});
