import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROUNDS = 5;
const main = join(import.meta.dirname, '../../dist/server/main.js');
const flags = ['--liftoff-only', '--enable-source-maps', '--disable-warning=DEP0169'];

interface Start {
  ms: number;
  /** Resident memory once it serves; null where /proc is missing. */
  megabytes: number | null;
}

/** Milliseconds from starting `args` to its first line, which the bare Node prints at once. */
async function start(args: string[], dataDir: string): Promise<Start> {
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: dataDir,
  };
  const begun = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  const ms = performance.now() - begun;
  const megabytes = residentMegabytes(child.pid);
  child.kill('SIGTERM');
  await ended;
  return { ms, megabytes };
}

function residentMegabytes(pid: number | undefined): number | null {
  if (process.platform !== 'linux') return null;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The built app with its sandbox: the first start on an empty folder, and later ones. */
export async function measureStartUp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'chime-in-bench-'));
  try {
    const bare: Start[] = [];
    const later: Start[] = [];
    const first = await start([...flags, main], dataDir);
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(await start(['--eval', "console.log('x')"], dataDir));
      later.push(await start([...flags, main], dataDir));
    }
    const middle = (starts: Start[]) => median(starts.map(({ ms }) => ms));
    return {
      bareMs: middle(bare),
      firstMs: first.ms,
      laterMs: middle(later),
      megabytes: later[0]?.megabytes ?? null,
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
