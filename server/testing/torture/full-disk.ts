import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from './api.ts';
import { writeBacklog } from './backlog.ts';
import { settle } from './settle.ts';
import { openStage } from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

interface Plan {
  comments: number;
  /** A folder on a small file system of its own: all of it gets filled. */
  smallDisk: string;
}

const patienceMs = 60_000;
const block = Buffer.alloc(64 * 1024, 'x');
const long = ' This sentence takes room on the disk.'.repeat(40);

/**
 * The disk of the embedded database fills up while comments are edited, approved and due. Each call must be
 * acknowledged or refused in words; with room again the same process goes on, and nothing acknowledged is gone.
 */
export async function fullDisk({ comments, smallDisk }: Plan): Promise<Verdict> {
  const dataDir = join(smallDisk, 'chime-in');
  const ballast = join(smallDisk, 'ballast');
  mkdirSync(dataDir);
  const stage = await openStage(dataDir, null);
  try {
    const { process, api } = await stage.start();
    await writeBacklog(api, comments);
    const backlog = await api.queue();
    const refusals: string[] = [];
    const tried = (call: Promise<unknown>) =>
      call.then(
        () => true,
        (error: Error) => void refusals.push(error.message),
      );
    const use = async () => {
      for (const item of backlog) {
        const isDecided = stage.acknowledged.scheduled.has(item.commentId);
        if (isDecided || !(await tried(api.edit(item.commentId, `${item.comment.content}${long}`)))) continue;
        if (!(await tried(api.approve(item.commentId)))) continue;
        await tried(api.schedule(item, new Date(stage.clock.now().getTime() + 1_000)));
      }
    };

    fill(ballast);
    await use();
    const whileFull = refusals.length;
    rmSync(ballast);
    const answersAgain = await recovers(api);
    await use();

    const verdict = judge(stage, await settle(stage, { process, api }));
    if (whileFull === 0) verdict.violations.push('the disk was full, and no call was refused');
    if (!answersAgain) verdict.violations.push('with room again, the app did not go on');
    for (const refusal of new Set(refusals))
      if (!refusal.startsWith('503 {')) verdict.violations.push(`a call was refused with ${refusal}`);
    await process.kill();
    const after = await stage.start();
    verdict.violations.push(...judge(stage, await after.api.comments()).violations);
    return verdict;
  } finally {
    await stage.close();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(ballast, { force: true });
  }
}

/** Takes all the room there is. */
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
  const until = Date.now() + patienceMs;
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
