import { setTimeout as delay } from 'node:timers/promises';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { writeBacklog } from './backlog.ts';
import { scriptTrouble } from './faults.ts';
import { type Api, openStage, type Stage } from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

export interface Plan {
  rounds: number;
  dataDir: string;
  databaseUrl: string | null;
  random: () => number;
}

const minute = 60_000;
/** Past both looks for an unconfirmed comment. */
const betweenRounds = 12 * minute;
const perRound = 1.5;
const mostComments = 300;
/** The posting loop runs every five seconds. */
const longestRoundMs = 6_000;

/** Kills the app `rounds` times at random instants while a backlog of due comments is being posted. */
export async function torture({ rounds, dataDir, databaseUrl, random }: Plan): Promise<Verdict> {
  const stage = await openStage(dataDir, databaseUrl);
  const approved = new Set<number>();
  try {
    const first = await stage.start();
    await writeBacklog(first.api, Math.min(mostComments, Math.ceil(rounds * perRound)));
    const backlog = await first.api.queue();
    await first.process.kill();
    for (let round = 0; round < rounds; round += 1) {
      scriptTrouble(stage.sandbox, random);
      const { process, api } = await stage.start();
      const killed = delay(random() * longestRoundMs).then(() => process.kill());
      await playRound(stage, api, backlog.splice(0, round % 2 === 0 ? 2 : 1), approved);
      await killed;
      stage.letPass(betweenRounds);
    }
    return await settleAndJudge(stage, approved);
  } finally {
    await stage.close();
  }
}

/** Approves and schedules some for the next second, and asks for one at once; the kill may come at any point. */
async function playRound(
  stage: Stage,
  api: Api,
  items: readonly QueueItem[],
  approved: Set<number>,
): Promise<void> {
  try {
    for (const item of items) {
      await api.approve(item.commentId);
      approved.add(item.commentId);
      await api.schedule(item.id, new Date(stage.clock.now().getTime() + 1_000));
    }
    const [now] = items;
    if (now) await api.post(now.commentId);
  } catch {
    // The process was killed under the call: what was not acknowledged may be there or not.
  }
}

/** Lets everything come to rest without trouble, then looks. */
async function settleAndJudge(stage: Stage, approved: ReadonlySet<number>): Promise<Verdict> {
  stage.sandbox.admin.clearFaults();
  const { process, api } = await stage.start();
  try {
    const patience = Date.now() + 120_000;
    while (Date.now() < patience) {
      const queue = await api.queue();
      const busy = queue.some(
        ({ comment, dueAt }) => comment.posting !== null || (dueAt !== null && comment.status === 'approved'),
      );
      if (!busy) break;
      process.advance(minute);
      stage.letPass(minute);
      await delay(1_000);
    }
    const comments = await api.comments();
    const stuck = (await api.queue()).filter(({ dueAt }) => dueAt !== null);
    // The kill may have come between the commit of an approval and its answer.
    const known = new Set(approved);
    for (const { id, status } of comments) if (status !== 'pending') known.add(id);
    const verdict = judge(stage.sandbox, comments, known);
    for (const { commentId } of stuck)
      verdict.violations.push(`comment ${commentId} is due and never went out`);
    return verdict;
  } finally {
    await process.kill();
  }
}
