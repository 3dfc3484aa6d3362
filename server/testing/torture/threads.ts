import { setTimeout as delay } from 'node:timers/promises';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import type { Api } from './api.ts';
import { writeBacklog } from './backlog.ts';
import { scriptFaultsOfThreads } from './faults.ts';
import type { Plan } from './run.ts';
import { settle } from './settle.ts';
import { openStage, type Stage } from './stage.ts';
import { callsPerOrder, judgeThreads } from './threads-verdict.ts';
import type { Verdict } from './verdict.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** Later than both looks for an unconfirmed call. */
const betweenRounds = 12 * minute;
/** The posting loop runs every five seconds. */
const longestRoundMs = 6_000;
/** A process drafts sixty a minute. */
const draftsPerProcess = 50;
/** A comment is withdrawn this many rounds after its answer was sent. */
const roundsUntilWithdrawn = 3;

interface Thread {
  comment: Comment;
  answer: QueueItem;
}

/** Kills the app `rounds` times at random instants while answers are sent, changed and withdrawn. */
export async function tortureThreads({ rounds, dataDir, databaseUrl, random }: Plan): Promise<Verdict> {
  const stage = await openStage(dataDir, databaseUrl);
  const calls = callsPerOrder();
  try {
    const threads = await openThreads(stage, rounds);
    // The daily cap begins anew.
    stage.letPass(day);
    stage.sandbox.admin.clearRequests();
    for (let round = 0; round < rounds; round += 1) {
      scriptFaultsOfThreads(stage.sandbox, random);
      const { process, api } = await stage.start();
      const killed = delay(random() * longestRoundMs).then(() => process.kill());
      await playRound(stage, api, threads, round);
      await killed;
      calls.take(stage.sandbox);
      stage.letPass(betweenRounds);
    }
    stage.sandbox.admin.clearFaults();
    const comments = await settle(stage, await stage.start());
    calls.take(stage.sandbox);
    return judgeThreads(stage, comments, calls.repeated());
  } finally {
    await stage.close();
  }
}

/** Posts comments, lets a stranger reply to each, and drafts the answers. */
async function openThreads(stage: Stage, count: number): Promise<Thread[]> {
  await withApp(stage, async (api) => {
    await writeBacklog(api, count);
    for (const { commentId } of await api.queue()) {
      await api.approve(commentId);
      const status = await api.post(commentId);
      if (status !== 200) throw new Error(`Posting comment ${commentId} was answered ${status}.`);
    }
    for (const { id } of stage.sandbox.admin.comments())
      stage.sandbox.admin.orderReplies(id, { by: 'stranger', text: 'Why?' });
    await api.refreshReplies();
  });
  const replies = await withApp(stage, (api) => api.replies());
  for (let from = 0; from < replies.length; from += draftsPerProcess)
    await withApp(stage, async (api) => {
      for (const reply of replies.slice(from, from + draftsPerProcess)) {
        const { id, content } = await api.draftAnswer(reply.id);
        await api.edit(id, `${content} (${id})`);
      }
    });
  return withApp(stage, async (api) => {
    const comments = new Map((await api.comments()).map((comment) => [comment.id, comment]));
    const commentOf = new Map(replies.map(({ id, commentId }) => [id, commentId]));
    return (await api.queue()).map((answer) => {
      const comment = comments.get(commentOf.get(answer.comment.answers?.replyId ?? 0) ?? 0);
      if (!comment) throw new Error('An answer belongs to no comment.');
      return { comment, answer };
    });
  });
}

async function withApp<T>(stage: Stage, use: (api: Api) => Promise<T>): Promise<T> {
  const { process, api } = await stage.start();
  const result = await use(api);
  await process.kill();
  return result;
}

/** Sends one answer by hand or on schedule, changes one comment and withdraws one; the kill may come at any point. */
async function playRound(stage: Stage, api: Api, threads: readonly Thread[], round: number): Promise<void> {
  const answering = threads[round];
  const changing = threads[round - 1];
  const withdrawing = threads[round - roundsUntilWithdrawn];
  const orders = [
    async () => {
      if (!answering) return;
      const { answer } = answering;
      await api.approve(answer.commentId);
      if (round % 2 === 0) await api.schedule(answer, new Date(stage.clock.now().getTime() + 1_000));
      else await api.post(answer.commentId);
    },
    async () => {
      if (!changing) return;
      const { id, content, revision } = changing.comment;
      await api.change(id, `${content} Changed.`, revision);
    },
    async () => {
      if (!withdrawing) return;
      const now = (await api.comments()).find(({ id }) => id === withdrawing.comment.id);
      if (now && now.posting === null) await api.withdraw(now.id, now.revision);
    },
  ];
  const turned = [...orders.slice(round % 3), ...orders.slice(0, round % 3)];
  try {
    for (const order of turned) await order();
  } catch {
    // The process was killed during the call: what was not acknowledged may have happened or not.
  }
}
