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
  startedAt: look(process.pid)?.startedAt ?? null,
  bootId: bootId(),
});

/** Whether that very process still runs. In doubt it does. */
export function isRunning(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId()) return false;
  if (!exists(identity.pid)) return false;
  const seen = look(identity.pid);
  // A zombie has ended: its parent has not asked for its exit code yet.
  if (seen?.state.startsWith('Z')) return false;
  return !seen || identity.startedAt === null || seen.startedAt === identity.startedAt;
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

/** Null where the system does not tell. */
function look(pid: number): { state: string; startedAt: string } | null {
  try {
    if (process.platform !== 'linux') {
      const columns = ['-o', 'stat=', '-o', 'lstart='];
      const said = execFileSync('ps', [...columns, '-p', String(pid)], { encoding: 'utf8' }).trim();
      const [, state, startedAt] = /^(\S+)\s+(.+)$/.exec(said) ?? [];
      return state && startedAt ? { state, startedAt } : null;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields are counted from after the name, which may itself hold spaces and brackets; start time is the 22nd.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startedAt] = [fields[0], fields[19]];
    return state && startedAt ? { state, startedAt } : null;
  } catch {
    return null;
  }
}
