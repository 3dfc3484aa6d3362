import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Puts one file or folder on disk. Windows cannot open a folder, and needs no such call for it. */
export function syncPath(path: string, isFolder: boolean): void {
  if (isFolder && process.platform === 'win32') return;
  const fd = openSync(path, isFolder ? 'r' : 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Puts a folder with everything in it on disk. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else if (entry.isFile()) syncPath(path, false);
  }
  syncPath(folder, true);
}
