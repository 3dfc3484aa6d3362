import { setTimeout as delay } from 'node:timers/promises';
import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Api, type Plan, type Stage, settle, writeBacklog } from './stage.ts';
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
  /** Where faults are met. */
  path: string;
  /** A call of each of these meets a fault, mostly the next or the one after it. */
  methods: readonly string[];
  /** Gives orders; the kill may come during any of them. */
  play(api: Api, round: number): Promise<void>;
  afterKill(round: number): void;
}

/** In every other round no list is given. */
function scriptFaults(sandbox: Sandbox, random: () => number, { path, methods }: Rounds): void {
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
      sandbox.admin.fault({ match: { method, path }, after: Math.floor(random() * 2), fault });
  }
}

/** Later than the first two checks for an unconfirmed comment. */
const betweenRounds = 12 * 60_000;
/** The posting loop runs every five seconds. */
const longestRoundMs = 6_000;

/** Kills the app `count` times at random instants and returns one that goes on, without faults. */
export async function killInRounds(stage: Stage, { count, random }: Plan, rounds: Rounds): Promise<Api> {
  for (let round = 0; round < count; round += 1) {
    scriptFaults(stage.sandbox, random, rounds);
    const { process, api } = await stage.start();
    const killed = delay(random() * longestRoundMs).then(() => process.kill());
    try {
      await rounds.play(api, round);
    } catch {
      // The process was killed during the call: what was not acknowledged may have happened or not.
    }
    await killed;
    rounds.afterKill(round);
    stage.letPass(betweenRounds);
  }
  stage.sandbox.admin.clearFaults();
  return (await stage.start()).api;
}

const perRound = 1.5;
const mostComments = 300;

/** Kills the app while a backlog of due comments is being posted. */
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
      // Hides what was posted under two of three videos behind more new threads than are read.
      for (const { comment } of items)
        if (plan.random() < 2 / 3) stage.sandbox.admin.orderThreads(comment.video.youtubeId, 700);
      if (round % 3 === 1) stage.switchChannel();
    },
  });
  return judge(stage, await retryAll(api, await settle(stage, api)));
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
