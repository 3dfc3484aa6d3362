import { strictEqual } from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { draftRecords } from '#shared/schema.ts';
import project from '../../package.json' with { type: 'json' };
import { loadConfig } from '../config/config.ts';
import { createLog } from '../core/log.ts';
import { openConfigured } from '../db/open-database.ts';
import { freePort } from '../testing/processes.ts';
import { builtEntry } from '../testing/start-app-process.ts';
import { type BenchEnvironment, onPostgres } from './environment.ts';
import {
  compare,
  type Finding,
  median,
  megabytes,
  milliseconds,
  noMoreThan,
  times,
} from './finding.ts';

const appCommand = [
  ...project.scripts.start.split(' ').filter((word) => word.startsWith('--')),
  builtEntry,
];
const bareExpress = [
  '--input-type=module',
  '--eval',
  "import express from 'express'; express().get('/', (_req, res) => void res.json({})).listen(process.env.PORT);",
];

interface Started {
  child: ChildProcess;
  origin: string;
  /**
   * Returns the milliseconds from the start of the process to the first byte of the
   * response.
   */
  get(path: string): Promise<number>;
  stop(): Promise<void>;
}

async function start(args: string[], env: Record<string, string>): Promise<Started> {
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
  const origin = `http://localhost:${port}`;
  return {
    child,
    origin,
    async get(path) {
      for (;;) {
        try {
          await ask(`${origin}${path}`);
          return performance.now() - begun;
        } catch (error) {
          const isClosed =
            error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
          if (!isClosed || child.exitCode !== null) throw error;
          await delay(1);
        }
      }
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function ask(url: string, agent: Agent | false = false): Promise<void> {
  const request = get(url, { headers: { Accept: 'text/html, application/json' }, agent });
  const [answer]: IncomingMessage[] = await once(request, 'response');
  if (answer?.statusCode !== 200)
    throw new Error(`${url} answered ${answer?.statusCode}.`);
  await once(answer.resume(), 'end');
}

const STARTS = 9;

/**
 * Compares how soon an app with a migrated database responds with how soon Express alone
 * does.
 */
export async function startUp({
  kinds,
  processEnv,
}: BenchEnvironment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of kinds) {
    const env = await processEnv(kind);
    const firstAnswers: number[] = [];
    const page = async () => {
      const app = await start(appCommand, env);
      const first = await app.get('/');
      firstAnswers.push(await app.get('/api/auth/user'));
      await app.stop();
      return first;
    };
    const bare = async () => {
      const express = await start(bareExpress, {});
      const first = await express.get('/');
      await express.stop();
      return first;
    };
    // The first start migrates the database.
    await page();
    firstAnswers.length = 0;
    const { ours, theirs, ratio } = await compare(page, bare, STARTS);
    const api = median(firstAnswers);
    const against = `${milliseconds(theirs)} (bare Express)`;
    findings.push(
      {
        what: `start to the first byte of the page, migrated, ${kind}`,
        ours: milliseconds(ours),
        against,
        value: ratio,
        target: times(2.5),
      },
      {
        what: `start to the first API answer, migrated, ${kind}`,
        ours: milliseconds(api),
        against,
        value: api / theirs,
        target: onPostgres(kind, times(4)),
      },
    );
  }
  return findings;
}

const CLIENTS = 8;

export async function memory({
  kinds,
  processEnv,
}: BenchEnvironment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of kinds) {
    const env = await processEnv(kind);
    const first = await start(appCommand, env);
    await first.get('/api/auth/user');
    await first.stop();
    const app = await start(appCommand, env);
    await app.get('/api/auth/user');
    const resident = () => {
      const sums = readFileSync(`/proc/${app.child.pid}/smaps_rollup`, 'utf8');
      return Number(/^Rss:\s+(\d+)/m.exec(sums)?.[1]) / 1024;
    };
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const request = async (count: number) => {
      const client = async () => {
        for (let left = count / CLIENTS; left > 0; left -= 1)
          await ask(`${app.origin}/api/auth/user`, agent);
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
    };
    const idle = resident();
    await request(10_000);
    const after = resident();
    await request(40_000);
    const long = resident();
    agent.destroy();
    await app.stop();
    findings.push(
      {
        what: `resident memory of a second start, idle, MB, ${kind}`,
        ours: megabytes(idle),
        against: '256 MB',
        value: idle,
        target: noMoreThan(256),
      },
      {
        what: `resident memory after 10,000 requests, ${kind}`,
        ours: megabytes(after),
        against: `${megabytes(idle)} (idle)`,
        value: after / idle,
        target: onPostgres(kind, times(1.6)),
      },
      {
        what: `resident memory after 50,000 requests, ${kind}`,
        ours: megabytes(long),
        against: `${megabytes(after)} (after 10,000)`,
        value: long / after,
        target: onPostgres(kind, times(1.1)),
      },
    );
  }
  return findings;
}

const FEW = 100;
const MANY = 3_000;
const HEAP_MB = 512;

/** Returns SQL for records with a transcript of 200 kB each. */
const seedRecords = (count: number) => [
  `insert into videos (youtube_id, title, channel_title, channel_id, published_at, fetched_at, created_at)
   select 'video' || n, 'Video', 'Channel', 'UC1', '2026-01-01T00:00:00Z', now(), now() from generate_series(1, ${count}) n`,
  `insert into comments (video_id, content, generated_content, style, quality_score, created_at, updated_at)
   select id, 'Text', 'Text', 'insightful', 1, created_at, created_at from videos`,
  `insert into draft_records (comment_id, why, material, created_at)
   select id, '{}', jsonb_build_object('transcript', repeat(md5(id::text), 6250)), created_at from comments`,
];

/**
 * Runs a command with the flags that npm passes, and returns its peak resident memory in
 * MB.
 */
function runBackup(args: string[], env: Record<string, string>): number {
  const sayPeak =
    'data:text/javascript,process.on("exit", () => console.log(process.resourceUsage().maxRSS))';
  const heap = [
    '--liftoff-only',
    '--max-semi-space-size=8',
    `--max-old-space-size=${HEAP_MB}`,
  ];
  const command = [join(builtEntry, '../backup.js'), ...args];
  const said = execFileSync(
    process.execPath,
    [...heap, '--import', sayPeak, ...command],
    {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  return Number(said) / 1024;
}

/**
 * Measures whether a backup needs more memory for more data. Also checks that a restore
 * brings back all records.
 */
export async function backupMemory({
  kinds,
  processEnv,
  folder,
}: BenchEnvironment): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const kind of kinds) {
    const peakOf = async (count: number) => {
      const env = await processEnv(kind);
      const open = () =>
        openConfigured(loadConfig(env), createLog('silent'), { access: 'owner' });
      const database = await open();
      for (const statement of seedRecords(count))
        await database.sessionPool.query(statement);
      await database.close();
      const file = join(folder, `${count}-${kind}.gz`);
      const peak = runBackup(['backup', file], env);
      if (count === FEW) return peak;
      runBackup(['restore', file, '--replace'], env);
      const { db, close } = await open();
      strictEqual(Number(await db.$count(draftRecords)), count);
      await close();
      return peak;
    };
    const few = await peakOf(FEW);
    const many = await peakOf(MANY);
    findings.push({
      what: `peak memory of a backup of ${MANY} records of 200 kB, heap of ${HEAP_MB} MB, ${kind}`,
      ours: megabytes(many),
      against: `${megabytes(few)} (${FEW} records)`,
      value: many / few,
      target: times(1.5),
    });
  }
  return findings;
}
