import { setTimeout as delay } from 'node:timers/promises';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import {
  type Api,
  type Plan,
  type Stage,
  settle,
  signed,
  writeBacklog,
} from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

type Order = Parameters<Sandbox['admin']['fault']>[0];

const kinds: Order['fault'][] = [
  { kind: 'delay', ms: 40 },
  { kind: 'delay', ms: 400 },
  { kind: 'status', reason: 'backendError' },
  { kind: 'status', reason: 'internalError' },
  { kind: 'reset' },
  { kind: 'accept-then-hang-up' },
  { kind: 'accept-then-hang' },
  { kind: 'accept-then-status', reason: 'backendError' },
  { kind: 'status', reason: 'processingFailure' },
  { kind: 'accept-then-status', reason: 'processingFailure' },
];

interface Rounds {
  /** The path of the requests that meet faults. */
  path: string;
  /**
   * For each entry, one request with this method meets a fault, mostly the next or the
   * one after it.
   */
  methods: readonly string[];
  /** Makes requests as the owner; the kill may happen during any of them. */
  play(api: Api, round: number): Promise<void>;
  afterKill(round: number): void;
}

/** In half of the rounds, YouTube also refuses to list comments. */
function scriptFaults(
  sandbox: Sandbox,
  random: () => number,
  { path, methods }: Rounds,
): void {
  sandbox.admin.clearFaults();
  if (random() < 1 / 2)
    sandbox.admin.fault({
      match: { method: 'GET', path },
      times: 0,
      fault: { kind: 'status', reason: 'forbidden' },
    });
  for (const method of methods) {
    const fault = kinds[Math.floor(random() * kinds.length)];
    if (fault && random() < 0.9)
      sandbox.admin.fault({
        match: { method, path },
        after: Math.floor(random() * 2),
        fault,
      });
  }
}

/** Longer than the time until the first two checks of an unconfirmed comment. */
const betweenRounds = 12 * 60_000;
/** Longer than the posting loop's interval of five seconds. */
const longestRoundMs = 6_000;

/**
 * Kills the app `count` times at random moments, then starts it once more without faults.
 */
async function killInRounds(
  stage: Stage,
  { count, random }: Plan,
  rounds: Rounds,
): Promise<Api> {
  for (let round = 0; round < count; round += 1) {
    scriptFaults(stage.sandbox, random, rounds);
    const { process, api } = await stage.start();
    const killed = delay(random() * longestRoundMs).then(() => process.kill());
    try {
      await rounds.play(api, round);
    } catch {
      // The process was killed during a request. Without a response, the request may have
      // taken effect or not.
    }
    await killed;
    rounds.afterKill(round);
    stage.letPass(betweenRounds);
  }
  stage.sandbox.admin.clearFaults();
  return (await stage.start()).api;
}

const perRound = 1.5;
/** The test catalogue has about 290 videos that accept comments. */
const mostComments = 280;

/** Kills the app while it posts a backlog of due comments. */
export async function killPosting(stage: Stage, plan: Plan): Promise<Verdict> {
  const first = await stage.start();
  await writeBacklog(first.api, Math.min(mostComments, Math.ceil(plan.count * perRound)));
  const backlog = await first.api.queue();
  await first.process.kill();
  let items: QueueItem[] = [];
  const api = await killInRounds(stage, plan, {
    path: '/youtube/v3/commentThreads',
    methods: ['POST', 'POST', 'POST', 'POST'],
    async play(api, round) {
      items = backlog.splice(0, round % 2 === 0 ? 2 : 1);
      for (const item of items) {
        if (plan.random() < 1 / 3) await api.undoDuringEdit(item);
        await api.approve(item.commentId);
        await api.schedule(item, stage.inMs(1_000));
      }
      if (items[0]) await api.post(items[0].commentId);
    },
    afterKill(round) {
      // Hides the new comments on two of three videos below so many new threads that a
      // check does not reach them.
      for (const { comment } of items)
        if (plan.random() < 2 / 3)
          stage.sandbox.admin.orderThreads(comment.video.youtubeId, 700);
      if (round % 3 === 1) stage.switchChannel();
    },
  });
  const verdict = judge(stage, await retryAll(api, await settle(stage, api)));
  for (const id of await api.lostSteps())
    verdict.violations.push(`comment ${id} has lost a step`);
  return verdict;
}

/**
 * Retries unconfirmed comments, and returns all comments, with the result of Retry as the
 * failure reason.
 */
async function retryAll(api: Api, comments: readonly Comment[]): Promise<Comment[]> {
  const said = new Map<number, string | null>();
  for (const { id, failureCode } of comments)
    if (failureCode === 'unconfirmed') said.set(id, await api.retry(id));
  return (await api.comments()).map((comment) => ({
    ...comment,
    failureReason: said.get(comment.id) ?? comment.failureReason,
  }));
}

/** Status of `processingFailure`, after which a comment is sent once more (rule 7.6). */
const NOT_PROCESSED = 400;

/**
 * Counts the write requests that the sandbox received. Each should arrive once, because
 * each was requested once.
 */
function callsPerOrder() {
  const calls = new Map<string, number>();
  return {
    take({ admin }: Sandbox): void {
      for (const { method, path, query, body, status } of admin.requests()) {
        if (method === 'GET' || !path.endsWith('/youtube/v3/comments')) continue;
        if (status === NOT_PROCESSED) continue;
        const order = `${method} ${method === 'DELETE' ? query['id'] : JSON.stringify(body)}`;
        calls.set(order, (calls.get(order) ?? 0) + 1);
      }
      admin.clearRequests();
    },
    repeated: (): string[] =>
      [...calls]
        .filter(([, times]) => times > 1)
        .map(([order, times]) => `${order} was sent ${times} times`),
  };
}

const dayMs = 24 * 60 * 60_000;
/** Less than the app's rate limit of sixty drafts a minute. */
const draftsPerProcess = 50;
/** A comment is withdrawn this many rounds after its answer was sent. */
const roundsUntilWithdrawn = 3;

interface Thread {
  comment: Comment;
  answer: QueueItem;
}

/**
 * Kills the app while answers are sent by hand or on schedule, and comments are changed
 * or withdrawn.
 */
export async function killThreads(stage: Stage, plan: Plan): Promise<Verdict> {
  const calls = callsPerOrder();
  const threads = await openThreads(stage, plan.count);
  // On a new day, the daily cap starts again at 0.
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
    if (comment)
      await api.change(comment.id, `${comment.content} Changed.`, comment.revision);
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
  const count = (isCounted: (comment: Comment) => boolean) =>
    comments.filter(isCounted).length;
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
      if (status !== 200)
        throw new Error(`Posting comment ${commentId} was answered ${status}.`);
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
    const comments = new Map(
      (await api.comments()).map((comment) => [comment.id, comment]),
    );
    const commentOf = new Map(replies.map(({ id, commentId }) => [id, commentId]));
    return (await api.queue()).map((answer) => {
      const comment = comments.get(
        commentOf.get(answer.comment.answers?.replyId ?? 0) ?? 0,
      );
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
