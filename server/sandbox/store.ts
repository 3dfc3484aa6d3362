import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Raise it with every change of the tables: files of another format are set aside. */
const FORMAT = 3;
const FILE = 'sandbox.sqlite';

const tables = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value NOT NULL);
CREATE TABLE quota (day TEXT, bucket TEXT, used INTEGER NOT NULL, PRIMARY KEY (day, bucket));
CREATE TABLE grants (
  id TEXT PRIMARY KEY, accountId TEXT NOT NULL, clientId TEXT NOT NULL, scopes TEXT NOT NULL,
  refreshToken TEXT UNIQUE, issuedAt INTEGER NOT NULL);
CREATE TABLE accessTokens (
  token TEXT PRIMARY KEY, grantId TEXT NOT NULL REFERENCES grants ON DELETE CASCADE, expiresAt INTEGER NOT NULL);
CREATE TABLE comments (
  id TEXT PRIMARY KEY, videoId TEXT NOT NULL, videoChannelId TEXT NOT NULL, parentId TEXT,
  accountId TEXT, authorChannelId TEXT, authorHandle TEXT NOT NULL, text TEXT NOT NULL,
  hasPicture INTEGER NOT NULL DEFAULT 0,
  publishedAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  state TEXT NOT NULL, laterState TEXT, laterAt INTEGER);
CREATE TABLE videoChanges (
  videoId TEXT PRIMARY KEY, commentsOff INTEGER NOT NULL, isGone INTEGER NOT NULL);
CREATE INDEX commentsByVideo ON comments (videoId);
CREATE INDEX commentsByParent ON comments (parentId);`;

export type Store = DatabaseSync;

/** Null keeps all in memory. The caller locks the folder. A file of another format is set aside, and stderr tells. */
export const openStore = (dataDir: string | null): Store => {
  if (dataDir === null) return prepare(new DatabaseSync(':memory:'));
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, FILE);
  if (existsSync(path) && !hasOurFormat(path)) {
    for (const suffix of ['', '-wal'])
      if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.old${suffix}`);
    process.stderr.write(
      `${path} is of another version. It is kept as ${FILE}.old; the sandbox starts anew.\n`,
    );
  }
  return prepare(new DatabaseSync(path));
};

/** The first start ever: restarts must not change a video's age. */
export const rememberedStart = (store: Store, now: Date): Date => {
  store.prepare("INSERT INTO facts VALUES ('start', ?) ON CONFLICT DO NOTHING").run(now.getTime());
  const fact = store.prepare("SELECT value FROM facts WHERE name = 'start'").get();
  return new Date(Number(fact?.['value']));
};

export const clearStore = (store: Store): void => {
  for (const table of ['facts', 'quota', 'accessTokens', 'grants', 'comments', 'videoChanges'])
    store.exec(`DELETE FROM ${table}`);
};

const formatOf = (store: Store) => Number(store.prepare('PRAGMA user_version').get()?.['user_version']);

const hasOurFormat = (path: string): boolean => {
  const store = new DatabaseSync(path);
  try {
    return formatOf(store) === FORMAT;
  } catch {
    return false;
  } finally {
    store.close();
  }
};

const prepare = (store: Store): Store => {
  // A kill loses nothing; a power cut may lose the last seconds, never the file.
  store.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  if (formatOf(store) !== FORMAT) store.exec(`BEGIN;${tables}\nPRAGMA user_version = ${FORMAT}; COMMIT`);
  return store;
};
