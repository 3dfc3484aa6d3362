import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { errorCode } from '../../core/error-code.ts';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';

const ATTEMPTS = 20;

/** False if a running process has the file. Linked into place: nobody reads half of one. */
export function claimPidFile(path: string): boolean {
  const tempFile = `${path}.${randomUUID()}`;
  writeFileSync(tempFile, JSON.stringify(ownIdentity()), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (link(tempFile, path)) return true;
      const holder = readPidFile(path);
      if (holder && isRunning(holder)) return false;
      removeStale(path, holder);
    }
    return false;
  } finally {
    rmSync(tempFile, { force: true });
  }
}

export function readPidFile(path: string): ProcessIdentity | null {
  try {
    const { pid, startedAt, bootId } = JSON.parse(readFileSync(path, 'utf8'));
    return typeof pid === 'number' ? { pid, startedAt: startedAt ?? null, bootId: bootId ?? null } : null;
  } catch {
    return null;
  }
}

export function releasePidFile(path: string): void {
  if (isDeepStrictEqual(readPidFile(path), ownIdentity())) rmSync(path, { force: true });
}

function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Puts back a file that another process replaced meanwhile. */
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
