import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { judge, type Verdict } from './kills.ts';
import { endsWithSentence } from './postgres.ts';
import { type Api, openStage, settle, writeBacklog } from './stage.ts';

interface Plan {
  comments: number;
  /** A folder on a small file system, which is filled. */
  smallDisk: string;
}

const recoveryMs = 60_000;
const block = Buffer.alloc(64 * 1024, 'x');
const long = ' This sentence takes room on the disk.'.repeat(40);

/**
 * The disk of the embedded database fills up while comments are edited, approved and due. Each call must be
 * acknowledged, refused with 503, or cut off by the app's end; with room again the app goes on or starts anew, and
 * nothing acknowledged is lost.
 */
export async function fullDisk({ comments, smallDisk }: Plan): Promise<Verdict> {
  const dataDir = join(smallDisk, 'chime-in');
  const ballast = join(smallDisk, 'ballast');
  mkdirSync(dataDir);
  const stage = await openStage(dataDir, null);
  const violations: string[] = [];
  try {
    let running = await stage.start();
    await writeBacklog(running.api, comments);
    const backlog = await running.api.queue();
    let refusals = 0;

    async function isTaken(call: Promise<unknown>): Promise<boolean> {
      try {
        await call;
        return true;
      } catch (error) {
        refusals += 1;
        const isRefused = error instanceof Error && error.message.startsWith('503 {');
        if (!isRefused && !(await endsWithSentence(running.process, 'The embedded database stopped')))
          violations.push(`a call was refused with ${error}`);
        return false;
      }
    }

    async function use(): Promise<void> {
      const { api, process } = running;
      for (const item of backlog) {
        if (process.child.exitCode !== null) return;
        if (stage.acknowledged.scheduled.has(item.commentId)) continue;
        if (!(await isTaken(api.edit(item.commentId, `${item.comment.content}${long}`)))) continue;
        if (!(await isTaken(api.approve(item.commentId)))) continue;
        await isTaken(api.schedule(item, new Date(stage.clock.now().getTime() + 1_000)));
      }
    }

    fill(ballast);
    await use();
    if (refusals === 0) violations.push('the disk was full, and no call was refused');
    rmSync(ballast);
    const hasEnded = running.process.child.exitCode !== null;
    if (hasEnded) running = await stage.start();
    else if (!(await recovers(running.api))) violations.push('with room again, the app did not go on');
    await use();

    const verdict = judge(stage, await settle(stage, running));
    await running.process.kill();
    const after = await stage.start();
    verdict.violations.push(...violations, ...judge(stage, await after.api.comments()).violations);
    verdict.counts = `${refusals} refused, the app ${hasEnded ? 'ended and was started again' : 'went on'}`;
    return verdict;
  } finally {
    await stage.close();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(ballast, { force: true });
  }
}

function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (let size = block.length; size > 0; size = Math.floor(size / 2)) {
      while (wrote(handle, size));
    }
  } finally {
    closeSync(handle);
  }
}

function wrote(handle: number, size: number): boolean {
  try {
    return writeSync(handle, block, 0, size) === size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

async function recovers(api: Api): Promise<boolean> {
  const until = Date.now() + recoveryMs;
  while (Date.now() < until) {
    const isThere = await api.comments().then(
      () => true,
      () => false,
    );
    if (isThere) return true;
    await delay(200);
  }
  return false;
}
