import { setTimeout as delay } from 'node:timers/promises';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Plan, scriptFaultsOfThreads, type Verdict } from './kills.ts';
import { type Acknowledged, type Api, openStage, type Stage, settle, writeBacklog } from './stage.ts';

type OnYouTube = ReturnType<Sandbox['admin']['comments']>[number];

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

/** Compares what the sandbox has with what the app says, what was ordered, and what was acknowledged. */
function judgeThreads(
  { sandbox, acknowledged }: Pick<Stage, 'sandbox' | 'acknowledged'>,
  comments: readonly Comment[],
  repeated: readonly string[],
): Verdict {
  const onYouTube = new Map(sandbox.admin.comments().map((comment) => [comment.id, comment]));
  const known = new Set(comments.map(({ youtubeCommentId }) => youtubeCommentId));
  const unapproved = [
    ...[...onYouTube.values()]
      .filter((copy) => !known.has(copy.id) && !isGoneWithItsThread(copy, onYouTube, comments))
      .map(({ id }) => `${id} is unknown to the app`),
    ...comments.flatMap((comment) => unordered(comment, onYouTube, acknowledged)),
  ];
  const lost = comments.flatMap((comment) => losses(comment, acknowledged));
  const count = (isCounted: (comment: Comment) => boolean) => comments.filter(isCounted).length;
  return {
    posted: count(({ status }) => status === 'posted'),
    unconfirmed: count(({ failureCode }) => failureCode?.endsWith('unconfirmed') ?? false),
    waiting: count(({ status }) => status === 'approved' || status === 'pending'),
    duplicates: repeated.length,
    lost: lost.length,
    toldAbsent: 0,
    violations: [
      ...repeated,
      ...unapproved,
      ...lost,
      ...comments.flatMap((comment) => contradictions(comment, onYouTube)),
    ],
    counts: [
      `answers ${count(({ status, answers }) => status === 'posted' && answers !== null)}`,
      `changed ${count(({ content }) => content.endsWith('Changed.'))} of ${acknowledged.changeAsked.size}`,
      `withdrawn ${count(({ withdrawnAt }) => withdrawnAt !== null)} of ${acknowledged.withdrawalAsked.size}`,
      `not approved or ordered ${unapproved.length}`,
    ].join(', '),
  };
}

/** Its thread was withdrawn before anybody could look for the answer, of which the app says just that. */
const isGoneWithItsThread = (
  { parentId, text }: OnYouTube,
  onYouTube: ReadonlyMap<string, OnYouTube>,
  comments: readonly Comment[],
): boolean =>
  onYouTube.get(parentId ?? '')?.state === 'deleted' &&
  comments.some(({ content, failureCode }) => content === text && failureCode === 'unconfirmed');

/** Finds what nobody ordered. */
function unordered(
  { id, youtubeCommentId, withdrawnAt, visibilityReason }: Comment,
  onYouTube: ReadonlyMap<string, OnYouTube>,
  { texts, approvalAsked, changeAsked, withdrawalAsked }: Acknowledged,
): string[] {
  const copy = onYouTube.get(youtubeCommentId ?? '');
  if (!copy) return [];
  const isText = copy.text === texts.get(id) || copy.text === changeAsked.get(id);
  return [
    ...(approvalAsked.has(id) ? [] : [`comment ${id} was never approved and is on YouTube`]),
    ...(isText ? [] : [`comment ${id} is on YouTube with a text that nobody approved`]),
    ...(withdrawnAt && !withdrawalAsked.has(id) && visibilityReason !== 'gone_with_comment'
      ? [`comment ${id} was withdrawn without an order`]
      : []),
  ];
}

/** Finds what was acknowledged and is lost. */
function losses(
  { id, status, content, withdrawnAt, previousTextCount }: Comment,
  { posted, scheduled, approved, changed, changeAsked, withdrawn }: Acknowledged,
): string[] {
  const isChanged = content === changeAsked.get(id);
  return [
    ...(posted.has(id) && status !== 'posted' ? [`comment ${id} was posted and is ${status}`] : []),
    ...(scheduled.has(id) && status !== 'posted' && status !== 'failed'
      ? [`comment ${id} was scheduled and is ${status}`]
      : []),
    ...(approved.has(id) && status === 'pending' ? [`comment ${id} was approved and is pending`] : []),
    ...(changed.has(id) && !isChanged ? [`the change of comment ${id} was acknowledged and is gone`] : []),
    ...(isChanged && previousTextCount === 0 ? [`the old text of comment ${id} is gone`] : []),
    ...(withdrawn.has(id) && !withdrawnAt ? [`comment ${id} was withdrawn and is not`] : []),
  ];
}

/** Finds where the app and YouTube disagree about a comment. */
function contradictions(
  { id, status, posting, content, youtubeCommentId, withdrawnAt }: Comment,
  onYouTube: ReadonlyMap<string, OnYouTube>,
): string[] {
  if (posting !== null) return [`comment ${id} was never settled`];
  if (status !== 'posted') return [];
  const copy = onYouTube.get(youtubeCommentId ?? '');
  const isInThread = onYouTube.get(copy?.parentId ?? '')?.state !== 'deleted';
  const isThere = copy !== undefined && copy.state === 'published' && isInThread;
  if (withdrawnAt) return isThere ? [`comment ${id} says withdrawn and is on YouTube`] : [];
  if (!isThere) return [`comment ${id} says posted, and YouTube does not have it`];
  return copy.text === content ? [] : [`comment ${id} has another text on YouTube`];
}

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
