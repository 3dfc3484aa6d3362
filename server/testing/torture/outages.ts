import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { AppProcess } from '../start-app-process.ts';
import { type Plan, type Stage, settle, writeBacklog } from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

const minute = 60_000;

export async function query(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Waits until a condition is true, and returns whether that happened within `ms`. */
async function becomes(
  ms: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const until = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > until) return false;
    await delay(5);
  }
  return true;
}

/**
 * Starts an app with `count` approved comments that all become due at the same moment, in
 * ten minutes.
 */
async function startWithBacklog(stage: Stage, count: number) {
  const started = await stage.start();
  await writeBacklog(started.api, count);
  // Higher than Settings allow.
  await query(
    stage.databaseUrl ?? '',
    `update user_settings set daily_cap = ${count * 2}`,
  );
  const due = stage.inMs(10 * minute);
  const items = await started.api.queue();
  for (const item of items) {
    await started.api.approve(item.commentId);
    await started.api.schedule(item, due);
  }
  return { ...started, ids: items.map(({ commentId }) => commentId) };
}

const patienceMs = 30_000;

/**
 * While the loop posts what is due, calls Post Now for the whole backlog four times at
 * once, in four different orders.
 */
export async function race(stage: Stage, { count, random }: Plan): Promise<Verdict> {
  const { api, ids } = await startWithBacklog(stage, count);
  stage.sandbox.admin.fault({
    match: { method: 'POST', path: '/youtube/v3/commentThreads' },
    times: 0,
    fault: { kind: 'delay', ms: 25 },
  });
  stage.letPass(11 * minute);
  await becomes(patienceMs, () => stage.sandbox.admin.comments().length > 0);

  const orders = [1, 2, 3, 4].map(() => {
    const places = new Map(ids.map((id) => [id, random()]));
    return ids.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  });
  const statuses = await Promise.all(orders.flat().map((id) => api.post(id)));
  const verdict = judge(stage, await settle(stage, api));
  for (const status of new Set(statuses))
    if (![200, 202, 409].includes(status))
      verdict.violations.push(`a request was answered ${status}`);
  return verdict;
}

const postingMs = 120_000;
const endingMs = 30_000;

/**
 * While an app on PostgreSQL posts what is due, the connection that holds its lock is cut
 * twice. Each time the app must exit and, started again, continue. Before that, a second
 * process on the same database must be refused.
 */
export async function lostLock(stage: Stage, { count }: Plan): Promise<Verdict> {
  let running: Awaited<ReturnType<Stage['start']>> = await startWithBacklog(stage, count);
  const violations = await startSecond(stage);
  stage.letPass(11 * minute);
  for (const part of [1 / 3, 2 / 3]) {
    await becomes(postingMs, () => stage.sandbox.admin.comments().length >= count * part);
    await query(
      stage.databaseUrl ?? '',
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`,
    );
    if (
      !(await endsWithSentence(
        running.process,
        'Start it again if nothing does so for you.',
      ))
    )
      violations.push('a process that lost its lock did not end with a sentence');
    await running.process.kill();
    running = await stage.start();
  }
  const verdict = judge(stage, await settle(stage, running.api));
  verdict.violations.push(...violations);
  return verdict;
}

/** Starts a second process and returns the violations. */
async function startSecond(stage: Stage): Promise<string[]> {
  try {
    await stage.start();
    return ['a second process was not refused'];
  } catch (error) {
    const isRefused = String(error).includes('in use by another Chime In');
    return isRefused ? [] : [`a second process ended with ${error}`];
  }
}

/** Returns whether the process exits soon with code 1 and says why. */
async function endsWithSentence(
  { ended, output }: AppProcess,
  sentence: string,
): Promise<boolean> {
  const code = await Promise.race([ended, delay(endingMs, null, { ref: false })]);
  return code === 1 && output().includes(sentence);
}

const diskComments = 40;
const recoveryMs = 60_000;
const long = ' This sentence takes room on the disk.'.repeat(40);

/**
 * Fills up the small disk of the embedded database while comments are edited, approved
 * and due. Each request must succeed, fail with 503, or be cut off because the app exits.
 * Once there is room again, the app must continue or start again, and nothing it
 * acknowledged may be lost.
 */
export async function fullDisk(stage: Stage, smallDisk: string): Promise<Verdict> {
  const ballast = join(smallDisk, 'ballast');
  const violations: string[] = [];
  let running = await stage.start();
  await writeBacklog(running.api, diskComments);
  const backlog = await running.api.queue();
  let refusals = 0;

  async function isTaken(call: Promise<unknown>): Promise<boolean> {
    try {
      await call;
      return true;
    } catch (error) {
      refusals += 1;
      const isRefused = error instanceof Error && error.message.startsWith('503 {');
      if (
        !isRefused &&
        !(await endsWithSentence(running.process, 'The embedded database stopped'))
      )
        violations.push(`a call was refused with ${error}`);
      return false;
    }
  }

  async function use(): Promise<void> {
    const { api, process } = running;
    for (const item of backlog) {
      if (process.child.exitCode !== null) return;
      if (stage.acknowledged.scheduled.has(item.commentId)) continue;
      if (!(await isTaken(api.edit(item.commentId, `${item.comment.content}${long}`))))
        continue;
      if (!(await isTaken(api.approve(item.commentId)))) continue;
      await isTaken(api.schedule(item, stage.inMs(1_000)));
    }
  }

  // dd stops when the disk is full.
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4k']);
  await use();
  if (refusals === 0) violations.push('the disk was full, and no call was refused');
  rmSync(ballast);
  const hasEnded = running.process.child.exitCode !== null;
  if (hasEnded) running = await stage.start();
  else if (
    !(await becomes(recoveryMs, () =>
      running.api.comments().then(
        () => true,
        () => false,
      ),
    ))
  )
    violations.push('with room again, the app did not go on');
  await use();

  const verdict = judge(stage, await settle(stage, running.api));
  await running.process.kill();
  const after = await stage.start();
  verdict.violations.push(
    ...violations,
    ...judge(stage, await after.api.comments()).violations,
  );
  verdict.counts.push(
    `${refusals} refused, the app ${hasEnded ? 'ended and was started again' : 'went on'}`,
  );
  return verdict;
}
