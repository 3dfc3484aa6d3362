import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const kept = join(import.meta.dirname, '../../node_modules/.cache/chime-in-tests');

/**
 * The folder of that name which `make` filled for this key: now, or in an earlier run. Those of other keys go.
 * Several processes may ask at once; each gets all of it.
 */
export async function keptFolder(
  name: string,
  key: string,
  make: (draft: string) => Promise<void>,
): Promise<string> {
  const all = join(kept, name);
  const folder = join(all, key);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${randomUUID()}`;
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  await make(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  for (const other of readdirSync(all))
    if (!other.startsWith(key)) rmSync(join(all, other), { recursive: true, force: true });
  return folder;
}
