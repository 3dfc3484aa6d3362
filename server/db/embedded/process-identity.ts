import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from '../../core/error-code.ts';

/** Tells processes with the same number apart, also after a restart of the machine. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string | null;
  bootId: string | null;
}

export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  startedAt: look(process.pid)?.startedAt ?? null,
  bootId: bootId(),
});

export function isRunning(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId()) return false;
  if (!exists(identity.pid)) return false;
  const seen = look(identity.pid);
  // A zombie has ended.
  if (seen?.state.startsWith('Z')) return false;
  return !seen || identity.startedAt === null || seen.startedAt === identity.startedAt;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

function look(pid: number): { state: string; startedAt: string } | null {
  try {
    if (process.platform !== 'linux') {
      const columns = ['-o', 'stat=', '-o', 'lstart='];
      const said = execFileSync('ps', [...columns, '-p', String(pid)], { encoding: 'utf8' }).trim();
      const [, state, startedAt] = /^(\S+)\s+(.+)$/.exec(said) ?? [];
      return state && startedAt ? { state, startedAt } : null;
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may hold spaces and brackets: count from behind it. The start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, startedAt] = [fields[0], fields[19]];
    return state && startedAt ? { state, startedAt } : null;
  } catch {
    return null;
  }
}
