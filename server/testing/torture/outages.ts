import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { AppProcess } from '../start-app-process.ts';
import { judge, type Verdict } from './kills.ts';
import { type Api, openStage, type Stage, settle, writeBacklog } from './stage.ts';

const minute = 60_000;

/** Starts an app on PostgreSQL with `comments` approved ones that become due in the same moment. */
async function stageWithBacklog(dataDir: string, databaseUrl: string, comments: number) {
  const stage = await openStage(dataDir, databaseUrl);
  const started = await stage.start();
  await writeBacklog(started.api, comments);
  await raiseCap(databaseUrl, comments);
  const ids = await scheduleAll(started.api, new Date(stage.clock.now().getTime() + 10 * minute));
  return {
    stage,
    started,
    ids,
    becomeDue() {
      started.process.advance(11 * minute);
      stage.letPass(11 * minute);
    },
  };
}

/** Raises the daily cap beyond what Settings offer. */
async function raiseCap(databaseUrl: string, comments: number): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('update user_settings set daily_cap = $1', [comments * 2]);
  await client.end();
}

async function scheduleAll(api: Api, due: Date): Promise<number[]> {
  const items = await api.queue();
  for (const item of items) {
    await api.approve(item.commentId);
    await api.schedule(item, due);
  }
  return items.map(({ commentId }) => commentId);
}

interface Plan {
  comments: number;
  dataDir: string;
  databaseUrl: string;
  random: () => number;
}

const patienceMs = 30_000;

/** While the loop posts what is due, Post Now is asked for the whole backlog four times at once, in four orders. */
export async function race({ comments, dataDir, databaseUrl, random }: Plan): Promise<Verdict> {
  const { stage, started, ids, becomeDue } = await stageWithBacklog(dataDir, databaseUrl, comments);
  try {
    stage.sandbox.admin.fault({
      match: { method: 'POST', path: '/youtube/v3/commentThreads' },
      times: 0,
      fault: { kind: 'delay', ms: 25 },
    });
    becomeDue();
    const until = Date.now() + patienceMs;
    while (stage.sandbox.admin.comments().length === 0 && Date.now() < until) await delay(5);

    const orders = [1, 2, 3, 4].map(() => shuffled(ids, random));
    const statuses = await Promise.all(orders.flat().map((id) => started.api.post(id)));
    const verdict = judge(stage, await settle(stage, started));
    for (const status of new Set(statuses))
      if (![200, 202, 409].includes(status)) verdict.violations.push(`a request was answered ${status}`);
    return verdict;
  } finally {
    await stage.close();
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
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
      if (!(await endsWithSentence(running.process, 'Start it again if nothing does so for you.')))
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

/** Whether the process ends soon, and says why. */
async function endsWithSentence({ ended, output }: AppProcess, sentence: string): Promise<boolean> {
  const code = await Promise.race([ended, delay(endingMs, null, { ref: false })]);
  return code === 1 && output().includes(sentence);
}
