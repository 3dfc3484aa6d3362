import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for this user alone, and deletes it afterwards. */
export async function withTempFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'chime-in-'));
  try {
    return await use(join(folder, 'backup.jsonl.gz'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
