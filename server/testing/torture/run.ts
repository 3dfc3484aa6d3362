import { setTimeout as delay } from 'node:timers/promises';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import type { Api } from './api.ts';
import { writeBacklog } from './backlog.ts';
import { crowdLists, scriptFaults } from './faults.ts';
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
/** Later than the first two checks for an unconfirmed comment. */
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
      if (round % 3 === 2) stage.switchChannel();
      const { process, api } = await stage.start();
      const killed = delay(random() * longestRoundMs).then(() => process.kill());
      const items = backlog.splice(0, round % 2 === 0 ? 2 : 1);
      await playRound(stage, api, items, random);
      await killed;
      crowdLists(
        stage.sandbox,
        random,
        items.map(({ comment }) => comment.video.youtubeId),
      );
      stage.letPass(betweenRounds);
    }
    stage.sandbox.admin.clearFaults();
    const last = await stage.start();
    return judge(stage, await retryAll(last.api, await settle(stage, last)));
  } finally {
    await stage.close();
  }
}

/** Returns all comments, those that stay unconfirmed with what Retry says of them. */
async function retryAll(api: Api, comments: readonly Comment[]): Promise<Comment[]> {
  const said = new Map<number, string | null>();
  for (const { id, failureCode } of comments)
    if (failureCode === 'unconfirmed') said.set(id, await api.retry(id));
  return (await api.comments()).map((comment) => ({
    ...comment,
    failureReason: said.get(comment.id) ?? comment.failureReason,
  }));
}

/** Schedules some comments for the next second and posts one now; the kill may come at any point. */
async function playRound(
  stage: Stage,
  api: Api,
  items: readonly QueueItem[],
  random: () => number,
): Promise<void> {
  try {
    for (const item of items) {
      if (random() < 1 / 3) await api.undoDuringEdit(item);
      await api.approve(item.commentId);
      await api.schedule(item, new Date(stage.clock.now().getTime() + 1_000));
    }
    const [now] = items;
    if (now) await api.post(now.commentId);
  } catch {
    // The process was killed during the call: what was not acknowledged may have happened or not.
  }
}
