import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { videos } from '#shared/schema.ts';
import { placeEmbedded } from '../../testing/embedded-template.ts';
import { makeVideo } from '../../testing/factories.ts';
import { tempDir } from '../../testing/temp-dir.ts';
import { openDatabase } from '../client.ts';
import { migrateDatabase } from '../migrate.ts';

async function open(dataDir: string) {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  onTestFinished(() => database.close());
  return database;
}

test('keeps its rows from start to start, and refuses a second opening (rule 3.10)', async () => {
  const dataDir = join(tempDir(), 'new', 'data');
  // What a first start that was killed half-way leaves.
  mkdirSync(join(dataDir, 'cluster.new', 'base'), { recursive: true, mode: 0o700 });
  const first = await open(dataDir);
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  await migrateDatabase(first);
  await makeVideo(first.db, { title: 'Kept' });
  await expect(open(dataDir)).rejects.toThrow('is in use by another Chime In');
  await first.close();
  const second = await open(dataDir);
  await migrateDatabase(second);
  expect(await second.db.select({ title: videos.title }).from(videos)).toEqual([{ title: 'Kept' }]);
  await Promise.all([second.close(), second.close()]);
  await expect(second.ping()).rejects.toThrow();
  expect(readdirSync(dataDir)).toEqual(['cluster']);
});

test('a checkpoint and a vacuum keep the write-ahead log within bounds', async () => {
  const dataDir = join(tempDir(), 'data');
  await placeEmbedded(dataDir);
  const database = await open(dataDir);
  const log = join(dataDir, 'cluster', 'pg_wal');
  for (let round = 0; round < 6; round++) {
    // 12 MB of log each; a segment holds 16 MB.
    await database.sessionPool.query(`select pg_logical_emit_message(false, '', repeat('x', 12000000))`);
    await database.maintenance?.checkpoint();
  }
  await database.maintenance?.vacuum();
  const bytes = readdirSync(log).map((name) => statSync(join(log, name)).size);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(96 * 1024 * 1024);
});

test('refuses a folder that is no database, or cannot be made, with a sentence, and releases the lock', async () => {
  const dataDir = tempDir();
  mkdirSync(join(dataDir, 'cluster'));
  writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '9.6\n');
  await expect(open(dataDir)).rejects.toThrow(/^The embedded database in .* could not be opened/);
  expect(readdirSync(dataDir)).toEqual(['cluster']);
  writeFileSync(join(dataDir, 'file'), '');
  await expect(open(join(dataDir, 'file', 'data'))).rejects.toThrow(/^The folder .* cannot be made/);
});
