import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../core/errors.ts';
import { isExpired, madeAtOf, stampedName } from './nightly.rules.ts';

export interface NightlyFile {
  madeAt: Date;
  bytes: number;
}

export function createNightlyFolder(folder: string, prefix: string) {
  const unfinished = join(folder, `${prefix}.part`);

  async function files(): Promise<{ name: string; madeAt: Date }[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
    return names.flatMap((name) => {
      const madeAt = madeAtOf(prefix, name);
      return madeAt ? [{ name, madeAt }] : [];
    });
  }

  return {
    /** Ignores files from the future, made while the clock was wrong. */
    async newest(now: Date): Promise<NightlyFile | null> {
      const [newest] = (await files())
        .filter(({ madeAt }) => madeAt <= now)
        .sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
      if (!newest) return null;
      const { size } = await stat(join(folder, newest.name));
      return { madeAt: newest.madeAt, bytes: size };
    },

    /** When a process ended while it wrote; null while none did. */
    async brokenOffAt(now: Date): Promise<Date | null> {
      const { mtime = null } = (await stat(unfinished).catch(() => null)) ?? {};
      return mtime && mtime <= now ? mtime : null;
    },

    /** A file gets its name only when it is complete and on the disk. */
    async add(madeAt: Date, write: (path: string) => Promise<unknown>): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rm(unfinished, { force: true });
      try {
        await write(unfinished);
        await rename(unfinished, join(folder, stampedName(prefix, madeAt)));
      } finally {
        await rm(unfinished, { force: true });
      }
      await syncFolder(folder);
    },

    async removeExpired(now: Date): Promise<void> {
      for (const { name, madeAt } of await files())
        if (isExpired(madeAt, now)) await rm(join(folder, name), { force: true });
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
