import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Rename this file whenever the tables change; a file with the old name is ignored. */
const FILE = 'sandbox.sqlite';

const tables = `
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value NOT NULL);
CREATE TABLE IF NOT EXISTS quota (day TEXT, bucket TEXT, used INTEGER NOT NULL, PRIMARY KEY (day, bucket));
CREATE TABLE IF NOT EXISTS grants (
  id TEXT PRIMARY KEY, accountId TEXT NOT NULL, clientId TEXT NOT NULL, scopes TEXT NOT NULL,
  refreshToken TEXT UNIQUE, issuedAt INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS accessTokens (
  token TEXT PRIMARY KEY, grantId TEXT NOT NULL REFERENCES grants ON DELETE CASCADE, expiresAt INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS comments (
  id TEXT PRIMARY KEY, videoId TEXT NOT NULL, videoChannelId TEXT NOT NULL, parentId TEXT,
  accountId TEXT, authorChannelId TEXT, authorHandle TEXT NOT NULL, text TEXT NOT NULL,
  hasPicture INTEGER NOT NULL DEFAULT 0,
  publishedAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  state TEXT NOT NULL, laterState TEXT, laterAt INTEGER);
CREATE INDEX IF NOT EXISTS commentsByVideo ON comments (videoId);
CREATE INDEX IF NOT EXISTS commentsByParent ON comments (parentId);`;

export type Store = DatabaseSync;

/** Null keeps everything in memory. The caller locks the folder. */
export const openStore = (dataDir: string | null): Store => {
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true });
  const store = new DatabaseSync(dataDir === null ? ':memory:' : join(dataDir, FILE));
  // If the process is killed, nothing is lost; a power cut may lose the last seconds, but
  // never the file.
  store.exec(
    'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL',
  );
  store.exec(`BEGIN;${tables}\nCOMMIT`);
  return store;
};

/** Deletes all rows, including the time of the sandbox's first start. */
export const emptyStore = (store: Store): void =>
  store.exec(`BEGIN; DELETE FROM accessTokens; DELETE FROM grants; DELETE FROM comments; DELETE FROM quota;
    DELETE FROM facts; COMMIT`);

/**
 * Returns the time of the very first start, because a restart must not change a video's
 * age.
 */
export const rememberedStart = (store: Store, now: Date): Date => {
  store
    .prepare("INSERT INTO facts VALUES ('start', ?) ON CONFLICT DO NOTHING")
    .run(now.getTime());
  const fact = store.prepare("SELECT value FROM facts WHERE name = 'start'").get();
  return new Date(Number(fact?.['value']));
};
