import { setTimeout as delay } from 'node:timers/promises';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Acknowledged, type Api, openStage, type Stage, settle, writeBacklog } from './stage.ts';

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

/** In every other round no list is given. */
function forbidLists(sandbox: Sandbox, random: () => number, path: string): void {
  if (random() < 1 / 2)
    sandbox.admin.fault({
      match: { method: 'GET', path },
      times: 0,
      fault: { kind: 'status', reason: 'forbidden' },
    });
}

/** Hides what was posted under two of three videos behind more new threads than are read. */
function crowdLists(sandbox: Sandbox, random: () => number, videoIds: readonly string[]): void {
  for (const videoId of videoIds) if (random() < 2 / 3) sandbox.admin.orderThreads(videoId, 700);
}

/** Most of the next inserts meet a fault. */
function scriptFaults(sandbox: Sandbox, random: () => number): void {
  sandbox.admin.clearFaults();
  forbidLists(sandbox, random, '/youtube/v3/commentThreads');
  for (let index = 0; index < 4; index += 1) {
    const fault = kinds[Math.floor(random() * kinds.length)];
    if (fault && random() < 0.9)
      sandbox.admin.fault({
        match: { method: 'POST', path: '/youtube/v3/commentThreads' },
        after: Math.floor(random() * 2),
        fault,
      });
  }
}

/** About half of the next answers, changes and withdrawals meet a fault. */
export function scriptFaultsOfThreads(sandbox: Sandbox, random: () => number): void {
  sandbox.admin.clearFaults();
  forbidLists(sandbox, random, '/youtube/v3/comments');
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const fault = kinds[Math.floor(random() * kinds.length)];
    if (fault && random() < 0.6)
      sandbox.admin.fault({ match: { method, path: '/youtube/v3/comments' }, fault });
  }
}

export interface Verdict {
  posted: number;
  unconfirmed: number;
  /** Approved, but killed before the schedule was acknowledged. */
  waiting: number;
  duplicates: number;
  lost: number;
  /** On YouTube, and said to have been looked for in vain. */
  toldAbsent: number;
  violations: string[];
  /** Other figures, in words. */
  counts?: string;
}

/** Compares what the sandbox has with what the app says and had acknowledged. */
export function judge(
  { sandbox, acknowledged }: Pick<Stage, 'sandbox' | 'acknowledged'>,
  comments: readonly Comment[],
): Verdict {
  const onYouTube = Map.groupBy(sandbox.admin.comments(), ({ videoId }) => videoId);
  const duplicated = [...onYouTube].filter(([, copies]) => copies.length > 1);
  const lost = losses(acknowledged, comments);
  const failedThere = comments.filter(
    ({ status, video }) => status === 'failed' && onYouTube.has(video.youtubeId),
  );
  const unchecked = failedThere.filter(({ failureReason }) => saysUnchecked(failureReason)).length;
  const violations = [
    ...duplicated.map(([videoId, copies]) => `video ${videoId} carries the comment ${copies.length} times`),
    ...lost,
    ...[...acknowledged.overUndone].map((id) => `an undo approved comment ${id} over a newer text`),
    ...comments.flatMap((comment) => contradictions(comment, onYouTube.get(comment.video.youtubeId) ?? [])),
    ...comments
      .filter(({ id, video }) => onYouTube.has(video.youtubeId) && !acknowledged.approvalAsked.has(id))
      .map(({ id }) => `comment ${id} was never approved and is on YouTube`),
  ];
  const count = (status: Comment['status']) =>
    comments.filter((comment) => comment.status === status && acknowledged.approvalAsked.has(comment.id))
      .length;
  return {
    posted: count('posted'),
    unconfirmed: count('failed'),
    waiting: count('approved'),
    duplicates: duplicated.reduce((sum, [, copies]) => sum + copies.length - 1, 0),
    lost: lost.length,
    toldAbsent: failedThere.length - unchecked,
    violations,
    counts: `${unchecked} there, of which the app says that it could not check`,
  };
}

/** Finds what was acknowledged and is lost. */
function losses(acknowledged: Acknowledged, comments: readonly Comment[]): string[] {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const missing = (ids: Iterable<number>, what: string, kept: readonly Comment['status'][]) =>
    [...ids].flatMap((id) => {
      const status = byId.get(id)?.status;
      return status && kept.includes(status) ? [] : [`comment ${id} was ${what} and is ${status ?? 'gone'}`];
    });
  return [
    ...[...acknowledged.texts]
      .filter(([id, text]) => ![text, acknowledged.editAsked.get(id)].includes(byId.get(id)?.content))
      .map(([id]) => `the text of comment ${id} was acknowledged and is gone`),
    ...missing(acknowledged.approved, 'approved', ['approved', 'posted', 'failed']),
    ...missing(acknowledged.scheduled, 'scheduled', ['posted', 'failed']),
    ...missing(acknowledged.posted, 'posted', ['posted']),
  ];
}

/** True where the app says that it does not know whether a comment is on YouTube. */
const saysUnchecked = (reason: string | null): boolean =>
  reason?.includes('We could not check whether it is there') ?? false;

/** Finds where the app and YouTube disagree about a comment. */
function contradictions(
  { id, status, posting, failureCode, failureReason, youtubeCommentId, content }: Comment,
  copies: readonly { id: string; text: string }[],
): string[] {
  const [copy] = copies;
  if (posting !== null) return [`comment ${id} was never settled`];
  if (status === 'posted' && copy?.id !== youtubeCommentId)
    return [`comment ${id} says posted, and YouTube does not have it`];
  if (status === 'posted' && copy?.text !== content)
    return [`comment ${id} is on YouTube with a text that is not its own`];
  if (copy && saysUnchecked(failureReason)) return [];
  if (status !== 'posted' && copy) return [`comment ${id} is on YouTube and says ${status}`];
  if (status === 'failed' && failureCode !== 'unconfirmed' && failureCode !== 'processing_failed')
    return [`comment ${id} failed with ${failureCode}, which never happened`];
  return [];
}

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
