import { setTimeout as delay } from 'node:timers/promises';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import type { Api } from './api.ts';
import { writeBacklog } from './backlog.ts';
import { scriptFaults } from './faults.ts';
import { settle } from './settle.ts';
import { openStage, type Stage } from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

export interface Plan {
  rounds: number;
  dataDir: string;
  databaseUrl: string | null;
  random: () => number;
}

const minute = 60_000;
/** Later than both checks for an unconfirmed comment. */
const betweenRounds = 12 * minute;
const perRound = 1.5;
const mostComments = 300;
/** The posting loop runs every five seconds. */
const longestRoundMs = 6_000;

/** Kills the app `rounds` times at random instants while a backlog of due comments is being posted. */
export async function torture({ rounds, dataDir, databaseUrl, random }: Plan): Promise<Verdict> {
  const stage = await openStage(dataDir, databaseUrl);
  try {
    const first = await stage.start();
    await writeBacklog(first.api, Math.min(mostComments, Math.ceil(rounds * perRound)));
    const backlog = await first.api.queue();
    await first.process.kill();
    for (let round = 0; round < rounds; round += 1) {
      scriptFaults(stage.sandbox, random);
      const { process, api } = await stage.start();
      const killed = delay(random() * longestRoundMs).then(() => process.kill());
      await playRound(stage, api, backlog.splice(0, round % 2 === 0 ? 2 : 1));
      await killed;
      stage.letPass(betweenRounds);
    }
    stage.sandbox.admin.clearFaults();
    return judge(stage, await settle(stage, await stage.start()));
  } finally {
    await stage.close();
  }
}

/** Schedules some comments for the next second and posts one now; the kill may come at any point. */
async function playRound(stage: Stage, api: Api, items: readonly QueueItem[]): Promise<void> {
  try {
    for (const item of items) {
      await api.approve(item.commentId);
      await api.schedule(item, new Date(stage.clock.now().getTime() + 1_000));
    }
    const [now] = items;
    if (now) await api.post(now.commentId);
  } catch {
    // The process was killed during the call: what was not acknowledged may have happened or not.
  }
}
