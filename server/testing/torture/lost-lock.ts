import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { AppProcess } from '../start-app-process.ts';
import { stageWithBacklog } from './due-backlog.ts';
import { settle } from './settle.ts';
import type { Stage } from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

interface Plan {
  comments: number;
  dataDir: string;
  databaseUrl: string;
}

const postingMs = 120_000;
const endingMs = 30_000;

/**
 * While an app on PostgreSQL posts what is due, the connection of its lock is cut twice: each time it must end and,
 * started again, go on. Before that a second process on the same database must be refused.
 */
export async function lostLock({ comments, dataDir, databaseUrl }: Plan): Promise<Verdict> {
  const { stage, started, becomeDue } = await stageWithBacklog(dataDir, databaseUrl, comments);
  try {
    const violations = await startSecond(stage);
    let running = started;
    becomeDue();
    for (const part of [1 / 3, 2 / 3]) {
      const until = Date.now() + postingMs;
      while (stage.sandbox.admin.comments().length < comments * part && Date.now() < until) await delay(20);
      await cutLock(databaseUrl);
      if (!(await endsWithSentence(running.process)))
        violations.push('a process that lost its lock did not end with a sentence');
      await running.process.kill();
      running = await stage.start();
    }
    const verdict = judge(stage, await settle(stage, running));
    verdict.violations.push(...violations);
    return verdict;
  } finally {
    await stage.close();
  }
}

/** Returns what is wrong. */
async function startSecond(stage: Stage): Promise<string[]> {
  try {
    await stage.start();
    return ['a second process was not refused'];
  } catch (error) {
    const isRefused = String(error).includes('in use by another Chime In');
    return isRefused ? [] : [`a second process ended with ${error}`];
  }
}

async function cutLock(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
  await client.end();
}

async function endsWithSentence({ ended, output }: AppProcess): Promise<boolean> {
  const code = await Promise.race([ended, delay(endingMs, null, { ref: false })]);
  return code === 1 && output().includes('Start it again if nothing does so for you.');
}
