import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Tells one process from another that later gets the same number, also after a restart of the machine. */
export interface ProcessIdentity {
  pid: number;
  /** In the system's own unit; null where the system does not tell. */
  startedAt: string | null;
  /** Null where the system has none. */
  bootId: string | null;
}

export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  startedAt: startOf(process.pid),
  bootId: bootId(),
});

/** Whether that very process still runs. In doubt it does. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId()) return false;
  if (!exists(identity.pid)) return false;
  const startedAt = startOf(identity.pid);
  return startedAt === null || identity.startedAt === null || startedAt === identity.startedAt;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is there all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

function startOf(pid: number): string | null {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted from after the name, which may itself hold spaces and brackets; start time is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
