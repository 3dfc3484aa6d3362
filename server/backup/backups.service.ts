import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type { Backups } from '#shared/contracts/settings.ts';
import { backupFailures } from '#shared/schema.ts';
import { errorCode } from '../core/errors.ts';
import type { ClockAndEvents } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import { lastNight } from '../core/night.ts';
import type { Db } from '../db/database.ts';
import { isEmptyDatabase, newestFailure } from './backup.repository.ts';
import { withTempFile, writeBackup } from './backup-file.ts';

/** In the local time of this machine. */
const backupTime = { hour: 3, minute: 0 };
/** A backup contains YouTube's data, which may be kept for 30 days (rule 3.7). */
const keptMs = 28 * 24 * 3_600_000;
/**
 * A little under an hour, because the check an hour later may start some milliseconds
 * early.
 */
const retryMs = 55 * 60_000;

export const stampedName = (prefix: string, madeAt: Date): string =>
  `${prefix}-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.jsonl.gz`;

function madeAtOf(prefix: string, name: string): Date | null {
  const stamp = name.startsWith(`${prefix}-`) ? name.slice(prefix.length + 1) : '';
  const [, day, hour, minute, second] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.jsonl\.gz$/.exec(stamp) ?? [];
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : madeAt;
}

/**
 * Returns true if no backup was made since 3:00 local time and none failed within the
 * last hour.
 */
export function isBackupDue(
  now: Date,
  last: Date | null,
  failedAt: Date | null,
): boolean {
  if (
    failedAt !== null &&
    failedAt <= now &&
    now.getTime() - failedAt.getTime() < retryMs
  )
    return false;
  return last === null || last < lastNight(now, backupTime);
}

const brokenOff =
  'Chime In ended before it was whole. The log of the server, or of what ended it, says why: ' +
  'often there was too little memory.';

export function failureReason(error: unknown, folder: string): string {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room left for ${folder}. Free some, or set BACKUP_DIR to another folder.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `Chime In may not write to ${folder}. Give its user the right to, or set BACKUP_DIR to another folder.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `${folder} is not a folder. Set BACKUP_DIR to one.`;
    default:
      return 'The log of the server says why.';
  }
}

function createNightlyFolder(folder: string, prefix: string) {
  const unfinished = join(folder, `${prefix}.part`);

  /**
   * Returns the files in the order of their names, which is also the order of their
   * timestamps.
   */
  async function files(): Promise<{ name: string; madeAt: Date }[]> {
    const names = await readdir(folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    });
    return names.sort().flatMap((name) => {
      const madeAt = madeAtOf(prefix, name);
      return madeAt ? [{ name, madeAt }] : [];
    });
  }

  return {
    /** Ignores files with a timestamp in the future, made while the clock was wrong. */
    async newest(now: Date): Promise<{ madeAt: Date; bytes: number } | null> {
      const newest = (await files()).findLast(({ madeAt }) => madeAt <= now);
      if (!newest) return null;
      const { size } = await stat(join(folder, newest.name));
      return { madeAt: newest.madeAt, bytes: size };
    },

    /** Returns when a process last ended while writing a backup, or null if none did. */
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
        if (now.getTime() - madeAt.getTime() >= keptMs)
          await rm(join(folder, name), { force: true });
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

interface Deps extends ClockAndEvents {
  db: Db;
  origin: string;
  folder: string;
  log: Pick<Log, 'error'>;
}

export function createBackupsService({ db, origin, folder, clock, events, log }: Deps) {
  // A backup of the sandbox must not count as tonight's backup of the real data.
  const files = createNightlyFolder(
    folder,
    origin === 'sandbox' ? 'chime-in-sandbox-nightly' : 'chime-in-nightly',
  );
  const oneAtATime = pLimit(1);
  /**
   * Kept in memory too, because with a full disk the failure may not reach the database.
   */
  let failureHere: { at: Date; reason: string } | null = null;

  /** The last failure since a backup was made, also if a previous process recorded it. */
  const lastFailure = async () => failureHere ?? (await newestFailure(db));

  const newest = (now: Date) => files.newest(now).catch(() => null);

  async function makeNightly(now: Date): Promise<void> {
    // If the data was lost, the last backups of it must not expire.
    if (await isEmptyDatabase(db)) return;
    await oneAtATime(() =>
      files.add(now, (path) => writeBackup({ db, origin, now, path })),
    );
    await files.removeExpired(now);
    failureHere = null;
    await db.delete(backupFailures);
    events.changed('backups');
  }

  async function failed(at: Date, reason: string, error?: unknown): Promise<void> {
    log.error({ err: error, reason }, 'the nightly backup failed');
    failureHere = { at, reason };
    events.changed('backups');
    await db.insert(backupFailures).values({ reason, failedAt: clock.now() });
  }

  return {
    async nightly(): Promise<void> {
      const now = clock.now();
      try {
        const before = await lastFailure();
        const brokenOffAt = await files.brokenOffAt(now);
        // Without this, a backup that crashes the process would be tried again at every
        // start.
        if (brokenOffAt && (!before || brokenOffAt > before.at))
          await failed(brokenOffAt, brokenOff);
        const last = await newest(now);
        const failure = await lastFailure();
        if (isBackupDue(now, last?.madeAt ?? null, failure?.at ?? null))
          await makeNightly(now);
      } catch (error) {
        await failed(now, failureReason(error, folder), error);
      }
    },

    async status(): Promise<Backups> {
      const last = await newest(clock.now());
      const failure = await lastFailure();
      return {
        last: last && { ...last, madeAt: last.madeAt.toISOString() },
        failure: failure && { reason: failure.reason, at: failure.at.toISOString() },
        folder,
      };
    },

    /**
     * Returns when the newest nightly backup was made, or null if there is none or the
     * folder cannot be read.
     */
    lastMadeAt: async (): Promise<Date | null> =>
      (await newest(clock.now()))?.madeAt ?? null,

    /**
     * Writes the backup to a file first, because a slow download must not block the
     * embedded database.
     */
    download(): Promise<{ name: string; bytes: number; content: Readable }> {
      const now = clock.now();
      return oneAtATime(() =>
        withTempFile(async (path) => {
          await writeBackup({ db, origin, now, path });
          const file = await open(path);
          const { size } = await file.stat();
          return {
            name: stampedName('chime-in', now),
            bytes: size,
            content: file.createReadStream(),
          };
        }),
      );
    },
  };
}

export type BackupsService = ReturnType<typeof createBackupsService>;
