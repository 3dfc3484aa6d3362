import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

/** One change: a record of a table was written, or removed (value null). */
export type Entry = readonly [table: string, id: string, value: unknown];

export interface Journal {
  append(entry: Entry, durable: boolean): void;
  /** Replaces everything by these entries, at once or not at all. */
  rewrite(entries: Iterable<Entry>): void;
  close(): void;
}

const parseLine = (line: string): Entry | null => {
  try {
    const value: unknown = JSON.parse(line);
    if (!Array.isArray(value) || typeof value[0] !== 'string' || typeof value[1] !== 'string') return null;
    return [value[0], value[1], value[2]];
  } catch {
    return null;
  }
};

const writeAll = (fd: number, text: string) => {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written);
};

/** An append-only file of JSON lines; a line torn by a crash is the last one and was never acknowledged. */
export const openJournal = (dir: string): { journal: Journal; entries: Entry[] } => {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, 'world.jsonl');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const entries = lines.map(parseLine).filter((entry) => entry !== null);
  let fd: number | null = null;

  const syncDirectory = () => {
    const handle = openSync(dir, 'r');
    fsyncSync(handle);
    closeSync(handle);
  };

  const journal: Journal = {
    append(entry, durable) {
      if (fd === null) throw new Error('The sandbox is closed; nothing more is written.');
      writeAll(fd, `${JSON.stringify(entry)}\n`);
      if (durable) fsyncSync(fd);
    },
    rewrite(replacement) {
      const temporary = `${file}.new`;
      const out = openSync(temporary, 'w', 0o600);
      writeAll(out, [...replacement].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      fsyncSync(out);
      closeSync(out);
      renameSync(temporary, file);
      syncDirectory();
      if (fd !== null) closeSync(fd);
      fd = openSync(file, 'a', 0o600);
    },
    close() {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
  return { journal, entries };
};
