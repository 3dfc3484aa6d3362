import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is removed when the running test has finished. */
export function tempDir(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'chime-in-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * In memory where the system has room there. A killed process loses no more than on a disk, and the recovery after it
 * does not wait for the disk to sync a thousand files.
 */
export function memoryDir(): string {
  const { bavail, bsize } = statfsOf('/dev/shm');
  return tempDir(bavail * bsize > neededBytes ? '/dev/shm' : undefined);
}

const neededBytes = 1e9;

function statfsOf(path: string) {
  try {
    return statfsSync(path);
  } catch {
    return { bavail: 0, bsize: 0 };
  }
}
