import { errorCode } from '../core/errors.ts';

const nightHour = 3;
const keptMs = 28 * 24 * 3_600_000;
/** A little under an hour: the look an hour later may start some milliseconds early. */
const retryMs = 55 * 60_000;

export const stampedName = (prefix: string, madeAt: Date): string =>
  `${prefix}-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.jsonl.gz`;

export function madeAtOf(prefix: string, name: string): Date | null {
  const stamp = name.startsWith(`${prefix}-`) ? name.slice(prefix.length + 1) : '';
  const [, day, hour, minute, second] =
    /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.jsonl\.gz$/.exec(stamp) ?? [];
  const madeAt = new Date(`${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : madeAt;
}

interface State {
  now: Date;
  last: Date | null;
  failedAt: Date | null;
}

/** True if none was made since 3:00 local time, nor failed within the hour. */
export function isBackupDue({ now, last, failedAt }: State): boolean {
  if (failedAt !== null && now.getTime() - failedAt.getTime() < retryMs) return false;
  const night = new Date(now);
  night.setHours(nightHour, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return last === null || last < night;
}

/** YouTube's data, which a backup holds, may be kept for 30 days (rule 3.7). */
export const isExpired = (madeAt: Date, now: Date): boolean => now.getTime() - madeAt.getTime() >= keptMs;

export const brokenOff =
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
