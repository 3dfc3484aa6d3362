import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../testing/processes.ts';
import { appHomes } from './app-homes.ts';
import { compare, median } from './compare.ts';
import type { BenchEnvironment } from './environment.ts';
import { atMost, type Finding, milliseconds } from './finding.ts';
import { appCommand } from './processes.ts';

const ROUNDS = 9;
const bareCommand = [join(import.meta.dirname, 'bare-express.ts')];

async function ask(url: string): Promise<void> {
  const request = get(url, { headers: { Accept: 'text/html, application/json' }, agent: false });
  const [answer]: IncomingMessage[] = await once(request, 'response');
  if (answer?.statusCode !== 200) throw new Error(`${url} answered ${answer?.statusCode}.`);
  answer.resume();
}

async function askUntilOpen(url: string, isRunning: () => boolean): Promise<void> {
  for (;;) {
    try {
      return await ask(url);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED' && isRunning()))
        throw error;
      await setTimeout(1);
    }
  }
}

/** Milliseconds from the start of the process to the first byte of each answer, asked one after the other. */
async function startAndAsk(args: string[], env: Record<string, string>, paths: string[]): Promise<number[]> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  const times: number[] = [];
  try {
    for (const path of paths) {
      await askUntilOpen(`http://localhost:${port}${path}`, () => child.exitCode === null);
      times.push(performance.now() - begun);
    }
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  return times;
}

export async function startUp(environment: BenchEnvironment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, env, hasTarget } of await appHomes(environment, 'start')) {
    const firstAnswers: number[] = [];
    const page = async () => {
      const [first = Number.NaN, api = Number.NaN] = await startAndAsk(appCommand, env, [
        '/',
        '/api/auth/user',
      ]);
      firstAnswers.push(api);
      return first;
    };
    const bare = async () => (await startAndAsk(bareCommand, {}, ['/healthz']))[0] ?? Number.NaN;
    // The first start migrates.
    await page();
    firstAnswers.length = 0;
    const { ours, theirs, ratio } = await compare(page, bare, ROUNDS);
    const api = median(firstAnswers);
    const against = `${milliseconds(theirs)} (bare Express)`;
    findings.push(
      {
        what: `start to the first byte of the page, migrated, ${name}`,
        ours: milliseconds(ours),
        against,
        value: ratio,
        target: atMost(1.6),
      },
      {
        what: `start to the first API answer, migrated, ${name}`,
        ours: milliseconds(api),
        against,
        value: api / theirs,
        target: hasTarget ? atMost(2) : null,
      },
    );
  }
  return findings;
}
