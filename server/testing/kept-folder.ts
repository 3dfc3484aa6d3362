import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const kept = join(import.meta.dirname, '../../node_modules/.cache/chime-in-tests');

/** Returns the folder that `make` filled for this key, now or in an earlier run, and deletes those of other keys. */
export async function keptFolder(
  name: string,
  key: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const all = join(kept, name);
  const folder = join(all, key);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${randomUUID()}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  await make(unfinished);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  for (const other of readdirSync(all))
    if (!other.startsWith(key)) rmSync(join(all, other), { recursive: true, force: true });
  return folder;
}
