import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** Claims that may lose against one another before we call the file taken. */
const ATTEMPTS = 20;

/**
 * Makes the file ours; false where a running process has it. It is written beside and linked into place, so
 * that nobody ever reads half of one; one that a dead process left behind is moved away first.
 */
export function claimPidFile(path: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(ownIdentity()), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (link(draft, path)) return true;
      const holder = readPidFile(path);
      if (holder && isRunning(holder)) return false;
      removeStale(path, holder);
    }
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Who holds it; null where the file is missing or not readable. */
export function readPidFile(path: string): ProcessIdentity | null {
  try {
    const { pid, startedAt, bootId } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof pid === 'number' ? { pid, startedAt: startedAt ?? null, bootId: bootId ?? null } : null;
  } catch {
    return null;
  }
}

/** Removes the file if it is still ours. */
export function releasePidFile(path: string): void {
  if (isDeepStrictEqual(readPidFile(path), ownIdentity())) rmSync(path, { force: true });
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Two may find the same stale file: what was moved away is looked at again, and put back if it is a new one. */
function removeStale(path: string, stale: ProcessIdentity | null): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  try {
    if (!isDeepStrictEqual(readPidFile(aside), stale)) link(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}
