import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const readPid = (file: string): number => {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return Number.NaN;
  }
};

/** Keeps two processes from writing one world. @throws Error with a sentence when another one lives there. */
export const lockDirectory = (dir: string): (() => void) => {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, 'sandbox.pid');
  const claim = () => writeFileSync(file, String(process.pid), { flag: 'wx' });
  try {
    claim();
  } catch {
    const holder = readPid(file);
    if (holder > 0 && holder !== process.pid && isAlive(holder)) {
      throw new Error(`The sandbox world in ${dir} is already in use by process ${holder}.`);
    }
    rmSync(file, { force: true });
    claim();
  }
  return () => rmSync(file, { force: true });
};
