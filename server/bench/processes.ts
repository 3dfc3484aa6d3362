import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import project from '../../package.json' with { type: 'json' };
import { builtEntry } from '../testing/start-app-process.ts';

export interface Served {
  child: ChildProcess;
  origin: string;
  stop(): Promise<void>;
}

export async function startServer(args: string[], env: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'silent', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  let origin: string | undefined;
  while (origin === undefined) {
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (child.exitCode !== null) throw new Error(`It ended before it served: ${args.join(' ')}`);
    origin = /https?:\/\/[^\s]+:\d+/.exec(said)?.[0];
  }
  const answer = await fetch(`${origin}/healthz`);
  if (!answer.ok) throw new Error(`/healthz answered ${answer.status}.`);
  return {
    child,
    origin,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export const appCommand = [
  ...project.scripts.start.split(' ').filter((word) => word.startsWith('--')),
  builtEntry,
];

export function residentMegabytes(child: ChildProcess): number {
  const sums = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8');
  return Number(/^Rss:\s+(\d+)/m.exec(sums)?.[1]) / 1024;
}
