import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Db } from '../db/database.ts';
import { newestMigration } from '../db/migrate.ts';
import { createSnapshotRepository, type TableBatch } from './backup.repository.ts';
import {
  type BackupHeader,
  formatVersion,
  noRows,
  type RowCounts,
  schemaFingerprint,
  toLine,
} from './format.ts';

interface BackupOptions {
  db: Db;
  origin: string;
  now: Date;
  /** Must not exist yet; an error leaves it incomplete. */
  path: string;
}

export async function writeBackup({ db, origin, now, path }: BackupOptions): Promise<RowCounts> {
  const header: BackupHeader = {
    format: 'chime-in backup',
    version: formatVersion,
    origin,
    madeAt: now.toISOString(),
    schema: { fingerprint: schemaFingerprint(), migration: newestMigration() },
  };
  const counts = noRows();
  // Write to a disk only: until it is done the embedded database answers nobody else.
  await createSnapshotRepository(db).read((batches) =>
    pipeline(
      Readable.from(lines(header, batches, counts)),
      createGzip(),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    ),
  );
  return counts;
}

async function* lines(
  header: BackupHeader,
  batches: AsyncIterable<TableBatch>,
  counts: RowCounts,
): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`;
  for await (const [table, rows] of batches) {
    counts[table] += rows.length;
    yield rows.map((row) => toLine(table, row)).join('');
  }
  yield `${JSON.stringify({ end: counts })}\n`;
}

/** Makes a folder for this user alone, and deletes it afterwards. */
export async function withTempFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'chime-in-'));
  try {
    return await use(join(folder, 'backup.jsonl.gz'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
