import { setTimeout as delay } from 'node:timers/promises';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { writeBacklog } from './backlog.ts';
import { openStage } from './stage.ts';
import type { Verdict } from './verdict.ts';

type Stage = Awaited<ReturnType<typeof openStage>>;
type Started = Awaited<ReturnType<Stage['start']>>;

/** A failure that affects more than one comment. */
export interface Scene {
  comments: number;
  /** False saves the time for different texts. */
  areToBePosted?: boolean;
  brakes: { minGapSeconds: number; dailyCap: number };
  dailyUnits?: number;
  play(act: Act): Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const speed = 20;
/** The posting loop's interval. */
const usualTurnMs = 5_000;
/** The same in faster time, and a little more. */
const turnMs = (1.2 * usualTurnMs) / speed;
/** About noon in California: the quota must not reset during a scene. */
const hourOfDay = 19 * hourMs;

export async function playScene(scene: Scene, dataDir: string, databaseUrl: string | null): Promise<Verdict> {
  const untilNoon = (hourOfDay - (Date.now() % (24 * hourMs)) + 24 * hourMs) % (24 * hourMs);
  const { dailyUnits } = scene;
  const stage = await openStage(dataDir, databaseUrl, {
    aheadMs: untilNoon,
    ...(dailyUnits !== undefined && { dailyUnits }),
  });
  try {
    const started = await stage.start();
    await writeBacklog(started.api, scene.comments, scene);
    await started.api.setBrakes(scene.brakes);
    const act = createAct(stage, started);
    await scene.play(act);
    return await act.verdict();
  } finally {
    await stage.close();
  }
}

function createAct(stage: Stage, { process, api }: Started) {
  const { sandbox, clock, acknowledged } = stage;
  const counted: string[] = [];
  const violations: string[] = [];
  let dueFrom = 0;

  /** Passes time with one turn of the loop per minute. */
  async function passQuickly(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      process.advance(minuteMs);
      stage.letPass(minuteMs);
      await delay(turnMs);
    }
  }

  const byStatus = async (status: Comment['status']) =>
    (await api.comments()).filter(
      (comment) => comment.status === status && acknowledged.approved.has(comment.id),
    );

  return {
    sandbox,
    api,
    passQuickly,

    /** Passes time with every turn of the loop. */
    pass: (minutes: number) => delay((minutes * minuteMs) / speed),

    /** Approves the next `count` comments, due one second apart from `inMinutes` on. */
    async schedule(count: number, inMinutes: number): Promise<Comment[]> {
      const waiting = (await api.queue()).filter(({ comment }) => comment.status === 'pending');
      const items = waiting.slice(0, count);
      dueFrom = clock.now().getTime() + inMinutes * minuteMs;
      for (const [index, item] of items.entries()) {
        await api.approve(item.commentId);
        await api.schedule(item, new Date(dueFrom + index * 1_000));
      }
      return items.map(({ comment }) => comment);
    },

    /** Makes time pass faster and lets the scheduled comments become due. */
    async begin(): Promise<void> {
      sandbox.admin.clearRequests();
      stage.hurry(speed);
      // The loop's next turn was set when time still had its usual speed.
      await delay(usualTurnMs);
      const left = Math.max(0, dueFrom - clock.now().getTime());
      process.advance(left);
      stage.letPass(left);
    },

    /** Passes time until the condition holds, at most for these minutes. */
    async until(minutes: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
      const end = clock.now().getTime() + minutes * minuteMs;
      while (clock.now().getTime() < end && !(await isSo())) await delay(turnMs / 2);
    },

    /** Like `until`, with one turn of the loop per minute. */
    async quicklyUntil(minutes: number, isSo: () => Promise<boolean>): Promise<void> {
      for (let minute = 0; minute < minutes && !(await isSo()); minute += 1) await passQuickly(1);
    },

    byStatus,
    scheduled: () => acknowledged.scheduled.size,
    inserts: () =>
      sandbox.admin
        .requests()
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/commentThreads')).length,

    /** Records a figure, as a violation if `holds` is false. */
    count(what: string, figure: number | string, holds: boolean, bound: string): void {
      counted.push(`${what} ${figure}`);
      if (!holds) violations.push(`${what}: ${figure}, and ${bound}`);
    },

    async verdict(): Promise<Verdict> {
      const copies = Map.groupBy(sandbox.admin.comments(), ({ videoId }) => videoId);
      const duplicates = [...copies.values()].reduce((sum, each) => sum + each.length - 1, 0);
      if (duplicates > 0) violations.push(`${duplicates} comments are on YouTube twice`);
      return {
        posted: (await byStatus('posted')).length,
        unconfirmed: 0,
        waiting: (await byStatus('approved')).length,
        duplicates,
        lost: 0,
        toldAbsent: 0,
        violations,
        counts: counted.join(', '),
      };
    },
  };
}

export type Act = ReturnType<typeof createAct>;
