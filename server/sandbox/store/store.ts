import type { z } from 'zod';
import { type Entry, openJournal } from './journal.ts';

export interface Table<T> {
  get(id: string): T | undefined;
  set(id: string, value: T): void;
  delete(id: string): void;
  all(): T[];
  entries(): [string, T][];
}

export interface TableOptions {
  /** Wait for the disk on every write: for what has been acknowledged to a caller and cannot be made again. */
  durable: boolean;
}

/**
 * Small tables in memory, written through to a journal in `dataDir` (null keeps nothing).
 * The caller keeps other processes out of it.
 * @throws Error with a sentence when the directory holds something else.
 */
export const openStore = (dataDir: string | null) => {
  const opened = dataDir === null ? null : openJournal(dataDir);
  const tables = new Map<string, Map<string, unknown>>();
  const rows = (name: string) => {
    const found = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, found);
    return found;
  };
  const snapshot = function* (): Generator<Entry> {
    for (const [name, content] of tables) for (const [id, value] of content) yield [name, id, value];
  };
  for (const [name, id, value] of opened?.entries ?? []) {
    if (value === null) rows(name).delete(id);
    else rows(name).set(id, value);
  }
  opened?.journal.rewrite(snapshot());

  return {
    table<T>(name: string, schema: z.ZodType<T>, { durable }: TableOptions): Table<T> {
      const content = new Map<string, T>();
      for (const [id, value] of rows(name)) {
        const parsed = schema.safeParse(value);
        if (!parsed.success) {
          throw new Error(
            `${dataDir}/world.jsonl was not written by this version; remove it to start a new world.`,
          );
        }
        content.set(id, parsed.data);
      }
      tables.set(name, content);
      return {
        get: (id) => content.get(id),
        set(id, value) {
          opened?.journal.append([name, id, value], durable);
          content.set(id, value);
        },
        delete(id) {
          if (!content.has(id)) return;
          opened?.journal.append([name, id, null], durable);
          content.delete(id);
        },
        all: () => [...content.values()],
        entries: () => [...content.entries()],
      };
    },
    /** Forgets everything, in memory and on disk. */
    clear() {
      for (const content of tables.values()) content.clear();
      opened?.journal.rewrite([]);
    },
    close() {
      opened?.journal.close();
    },
  };
};

export type Store = ReturnType<typeof openStore>;
