import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { killInRounds } from './kills.ts';
import { type Api, type Plan, type Stage, settle, signed, writeBacklog } from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

/** Counts what the sandbox was asked to write: each was ordered once by hand. */
function callsPerOrder() {
  const calls = new Map<string, number>();
  return {
    take({ admin }: Sandbox): void {
      for (const { method, path, query, body } of admin.requests()) {
        if (method === 'GET' || !path.endsWith('/youtube/v3/comments')) continue;
        const order = `${method} ${method === 'DELETE' ? query['id'] : JSON.stringify(body)}`;
        calls.set(order, (calls.get(order) ?? 0) + 1);
      }
      admin.clearRequests();
    },
    repeated: (): string[] =>
      [...calls].filter(([, times]) => times > 1).map(([order, times]) => `${order} was sent ${times} times`),
  };
}

const dayMs = 24 * 60 * 60_000;
/** A process drafts sixty a minute. */
const draftsPerProcess = 50;
/** A comment is withdrawn this many rounds after its answer was sent. */
const roundsUntilWithdrawn = 3;

interface Thread {
  comment: Comment;
  answer: QueueItem;
}

/** Kills the app while answers are sent by hand or on schedule, comments changed and others withdrawn. */
export async function killThreads(stage: Stage, plan: Plan): Promise<Verdict> {
  const calls = callsPerOrder();
  const threads = await openThreads(stage, plan.count);
  // The daily cap begins anew.
  stage.letPass(dayMs);
  stage.sandbox.admin.clearRequests();

  async function answer(api: Api, round: number): Promise<void> {
    const item = threads[round]?.answer;
    if (!item) return;
    await api.approve(item.commentId);
    if (round % 2 === 0) await api.schedule(item, stage.inMs(1_000));
    else await api.post(item.commentId);
  }
  async function change(api: Api, round: number): Promise<void> {
    const comment = threads[round - 1]?.comment;
    if (comment) await api.change(comment.id, `${comment.content} Changed.`, comment.revision);
  }
  async function withdraw(api: Api, round: number): Promise<void> {
    const id = threads[round - roundsUntilWithdrawn]?.comment.id;
    const now = (await api.comments()).find((comment) => comment.id === id);
    if (now && now.posting === null) await api.withdraw(now.id, now.revision);
  }
  const orders = [answer, change, withdraw];

  const api = await killInRounds(stage, plan, {
    path: '/youtube/v3/comments',
    methods: ['POST', 'PUT', 'DELETE'],
    async play(api, round) {
      for (let turn = round; turn < round + orders.length; turn += 1)
        await orders[turn % orders.length]?.(api, round);
    },
    afterKill: () => calls.take(stage.sandbox),
  });
  const comments = await settle(stage, api);
  calls.take(stage.sandbox);
  const verdict = judge(stage, comments);
  const { changeAsked, withdrawalAsked } = stage.acknowledged;
  const count = (isCounted: (comment: Comment) => boolean) => comments.filter(isCounted).length;
  verdict.violations.push(...calls.repeated());
  verdict.counts.push(
    `answers ${count(({ status, answers }) => status === 'posted' && answers !== null)}`,
    `changed ${count(({ content }) => content.endsWith('Changed.'))} of ${changeAsked.size}`,
    `withdrawn ${count(({ withdrawnAt }) => withdrawnAt !== null)} of ${withdrawalAsked.size}`,
    `calls sent twice ${calls.repeated().length}`,
  );
  return verdict;
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
        await api.edit(id, signed(content, id));
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
