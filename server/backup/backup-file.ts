import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Db } from '../db/database.ts';
import { newestMigration } from '../db/open-database.ts';
import { readSnapshot, type TableBatch } from './backup.repository.ts';
import {
  BackupError,
  type BackupHeader,
  type BackupRow,
  formatVersion,
  headerSchema,
  noRows,
  type RowCounts,
  rowLineSchema,
  type TableName,
  tableNames,
  toLine,
  trailerSchema,
  withCurrentNames,
} from './format.ts';

interface BackupOptions {
  db: Db;
  origin: string;
  now: Date;
  /** Must not exist yet. After an error an incomplete file is left behind. */
  path: string;
}

export async function writeBackup({
  db,
  origin,
  now,
  path,
}: BackupOptions): Promise<RowCounts> {
  const header: BackupHeader = {
    format: 'chime-in backup',
    version: formatVersion,
    origin,
    madeAt: now.toISOString(),
    schema: { migration: newestMigration() },
  };
  const counts = noRows();
  // The target must be a local disk: until the file is written, the embedded database
  // answers no other query.
  await readSnapshot(db, (batches) =>
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

/**
 * Provides a path in a folder that only this user can read, and deletes the folder
 * afterwards.
 */
export async function withTempFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'chime-in-'));
  try {
    return await use(join(folder, 'backup.jsonl.gz'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const batchRows = 50;

export type BackupBatch = readonly [TableName, readonly BackupRow[]];

/** Throws BackupError if the file is not a backup or was made by a newer version. */
export async function readHeader(path: string): Promise<BackupHeader> {
  for await (const line of parsedLines(path)) {
    const parsed = headerSchema.safeParse(line);
    if (!parsed.success) throw damaged('it does not begin as a backup does');
    const { version, schema } = parsed.data;
    if (version > formatVersion || schema.migration > newestMigration()) {
      throw new BackupError(
        'This backup was made by a newer version of Chime In. Update this one first.',
      );
    }
    return parsed.data;
  }
  throw damaged('it is empty');
}

/**
 * Throws BackupError for a damaged file. A file that is incomplete is noticed only after
 * its last row.
 */
export async function* readBatches(path: string): AsyncGenerator<BackupBatch> {
  const counts = noRows();
  let place: 'header' | 'rows' | 'end' = 'header';
  let table: TableName | null = null;
  let rows: BackupRow[] = [];
  for await (const line of parsedLines(path)) {
    if (place === 'end') throw damaged('it goes on after its end');
    if (place === 'header') {
      place = 'rows';
      continue;
    }
    const row = rowLineSchema.safeParse(line);
    if (!row.success) {
      checkTrailer(line, counts);
      place = 'end';
      continue;
    }
    const [name, values] = row.data;
    if (table !== null && (name !== table || rows.length >= batchRows)) {
      yield [table, rows];
      rows = [];
    }
    table = name;
    rows.push(withCurrentNames(name, values));
    counts[name] += 1;
  }
  if (place !== 'end') throw damaged('its end is missing');
  if (table !== null) yield [table, rows];
}

function checkTrailer(line: unknown, counts: RowCounts): void {
  const trailer = trailerSchema.safeParse(line);
  if (!trailer.success) throw damaged('it holds a line that is no row');
  const differing = tableNames.find(
    (name) => (trailer.data.end[name] ?? 0) !== counts[name],
  );
  if (differing) throw damaged(`rows of ${differing} are missing`);
}

async function* parsedLines(path: string): AsyncGenerator<unknown> {
  for await (const line of textLines(path)) {
    try {
      yield JSON.parse(line);
    } catch (error) {
      throw damaged('it holds a line that cannot be read', error);
    }
  }
}

async function* textLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  file.pipe(gunzip).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of gunzip) {
      const pieces = `${rest}${chunk}`.split('\n');
      rest = pieces.pop() ?? '';
      yield* pieces;
    }
  } catch (error) {
    throw readFailure(path, error);
  } finally {
    file.destroy();
  }
  if (rest !== '') yield rest;
}

function readFailure(path: string, error: unknown): unknown {
  if (error instanceof BackupError || !(error instanceof Error) || !('code' in error))
    return error;
  if (error.code === 'ENOENT')
    return new BackupError(`There is no file ${path}.`, { cause: error });
  if (String(error.code).startsWith('Z_'))
    return damaged('it is no whole gzip file', error);
  return new BackupError(`${path} cannot be read (${error.message}).`, { cause: error });
}

function damaged(how: string, cause?: unknown): BackupError {
  return new BackupError(
    `This file is not a backup of Chime In, or it is damaged: ${how}. Nothing was changed.`,
    { cause },
  );
}
