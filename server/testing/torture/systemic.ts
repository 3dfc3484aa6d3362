import { setTimeout as delay } from 'node:timers/promises';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { noBrakes, type Stage, writeBacklog } from './stage.ts';
import { judge, type Verdict } from './verdict.ts';

type Started = Awaited<ReturnType<Stage['start']>>;

/** A failure that affects more than one comment. */
interface Scene {
  comments: number;
  brakes: { minGapSeconds: number; dailyCap: number };
  dailyUnits?: number;
  play(act: Act): Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const speed = 20;
/** The posting loop's interval. */
const usualTurnMs = 5_000;
/** The posting loop's interval in faster time, plus 20 percent. */
const turnMs = (1.2 * usualTurnMs) / speed;
/** About noon in California, because the quota must not reset during a scene. */
const hourOfDay = 19 * hourMs;

export async function playScene(scene: Scene, stage: Stage): Promise<Verdict> {
  stage.letPass((hourOfDay - (Date.now() % (24 * hourMs)) + 24 * hourMs) % (24 * hourMs));
  const started = await stage.start();
  await writeBacklog(started.api, scene.comments);
  await started.api.setBrakes(scene.brakes);
  const act = createAct(stage, started);
  await scene.play(act);
  const verdict = judge(stage, await started.api.comments());
  verdict.violations.push(...act.violations);
  verdict.counts = act.counted;
  return verdict;
}

function createAct(stage: Stage, { api }: Started) {
  const { sandbox, clock, acknowledged } = stage;
  const counted: string[] = [];
  const violations: string[] = [];
  let dueFrom = 0;

  /** Passes time minute by minute, with one run of the loop in each. */
  async function passQuickly(minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
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
    counted,
    violations,
    passQuickly,

    /** Passes time without skipping, so that every run of the loop takes place. */
    pass: (minutes: number) => delay((minutes * minuteMs) / speed),

    /**
     * Approves the next `count` comments and schedules them one second apart, beginning
     * in `inMinutes`.
     */
    async schedule(count: number, inMinutes: number): Promise<Comment[]> {
      const waiting = (await api.queue()).filter(
        ({ comment }) => comment.status === 'pending',
      );
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
      // The loop's next run was set when time still had its usual speed.
      await delay(usualTurnMs);
      stage.letPass(Math.max(0, dueFrom - clock.now().getTime()));
    },

    /** Passes time until the condition is true, at most for this many minutes. */
    async until(minutes: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
      const end = clock.now().getTime() + minutes * minuteMs;
      while (clock.now().getTime() < end && !(await isSo())) await delay(turnMs / 2);
    },

    /** Like `until`, but skips time, with one run of the loop per minute. */
    async quicklyUntil(minutes: number, isSo: () => Promise<boolean>): Promise<void> {
      for (let minute = 0; minute < minutes && !(await isSo()); minute += 1)
        await passQuickly(1);
    },

    byStatus,
    /** For a scene that ends before anything is due. */
    forgetSchedule: () => acknowledged.scheduled.clear(),
    scheduled: () => acknowledged.scheduled.size,
    inserts: () =>
      sandbox.admin
        .requests()
        .filter(
          ({ method, path }) => method === 'POST' && path.endsWith('/commentThreads'),
        ).length,

    /** Records a number, and a violation if `holds` is false. */
    count(what: string, figure: number | string, holds: boolean, bound: string): void {
      counted.push(`${what} ${figure}`);
      if (!holds) violations.push(`${what}: ${figure}, and ${bound}`);
    },
  };
}

type Act = ReturnType<typeof createAct>;

type Order = Parameters<Sandbox['admin']['fault']>[0];

const insert = { method: 'POST', path: '/youtube/v3/commentThreads' };
const always = 0;
const dueInMinutes = 3;
/**
 * Measured when comments arrive, which on a busy machine is seconds after they were sent.
 */
const leastSeconds = { between: 15, onAverage: 55 };

const postedBy = async (act: Act) => (await act.byStatus('posted')).length;

async function noneFailed(act: Act): Promise<void> {
  const failed = (await act.byStatus('failed')).length;
  act.count('failed', failed, failed === 0, 'none may fail');
}

/** Causes one kind of failure for ten minutes, while twelve comments are due. */
async function tenMinutesOf(act: Act, order: Order, mostInserts: number): Promise<void> {
  await act.schedule(12, dueInMinutes);
  act.sandbox.admin.fault({ ...order, times: always });
  await act.begin();
  await act.pass(10);
  const inserts = act.inserts();
  act.count(
    'inserts',
    inserts,
    inserts >= 1 && inserts <= mostInserts,
    `1 to ${mostInserts} are right`,
  );
  await noneFailed(act);
  let said: string | null = null;
  // After a pause ends, posting runs and gives no reason until the next attempt is
  // answered.
  await act.until(5, async () => {
    const { hold, reason } = await act.api.postingStatus();
    said = hold?.reason ?? reason;
    return said !== null;
  });
  act.count(
    'posting says',
    said === null ? 'nothing' : `“${said}”`,
    said !== null,
    'it has to say why',
  );
}

async function thenAllGoOut(act: Act, minutes: number): Promise<void> {
  act.sandbox.admin.clearFaults();
  const all = act.scheduled();
  await act.quicklyUntil(minutes, async () => (await postedBy(act)) === all);
  const posted = await postedBy(act);
  act.count('posted afterwards', posted, posted === all, `all ${all} have to be`);
}

export const scenes: Record<string, Scene> = {
  '429 for ten minutes': {
    comments: 12,
    brakes: noBrakes,
    async play(act) {
      await tenMinutesOf(
        act,
        { match: insert, fault: { kind: 'status', reason: 'rateLimitExceeded' } },
        8,
      );
      await thenAllGoOut(act, 60);
    },
  },

  'a suspended project': {
    comments: 12,
    brakes: noBrakes,
    async play(act) {
      const suspended = { kind: 'status', reason: 'CONSUMER_SUSPENDED' } as const;
      await tenMinutesOf(act, { match: { path: '/youtube/v3/*' }, fault: suspended }, 3);
      act.sandbox.admin.clearFaults();
      await act.api.signInAgain();
      await thenAllGoOut(act, 60);
    },
  },

  'an hour unreachable': {
    comments: 8,
    brakes: { minGapSeconds: 60, dailyCap: 200 },
    async play(act) {
      await act.schedule(8, dueInMinutes);
      const before = await act.api.unitsUsed();
      await act.sandbox.refuse();
      await act.begin();
      await act.passQuickly(60);
      const units = (await act.api.unitsUsed()) - before;
      act.count('units', units, units === 0, 'nothing was sent');
      await noneFailed(act);
      await act.sandbox.accept();
      await act.quicklyUntil(30, async () => (await postedBy(act)) > 0);
      // From here on no time may be skipped, because the gaps are measured.
      await act.until(20, async () => (await postedBy(act)) === 8);
      const posted = await postedBy(act);
      act.count('posted afterwards', posted, posted === 8, 'all 8 have to be');
      const gaps = gapsBetween(act.sandbox);
      const least = Math.round(Math.min(...gaps));
      const average = Math.round(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length);
      const areKept = least >= leastSeconds.between && average >= leastSeconds.onAverage;
      act.count(
        'gaps',
        `${average} s on average, ${least} s at least`,
        areKept,
        'the gap is 60 s',
      );
    },
  },

  '210 due with a cap of 50': {
    comments: 210,
    brakes: { minGapSeconds: 60, dailyCap: 50 },
    dailyUnits: 10_000,
    async play(act) {
      await act.schedule(210, 120);
      const answer = await act.api
        .search('a search that was never made before')
        .then(() => 'yes', String);
      act.count(
        'a search answers',
        answer,
        answer === 'yes',
        'units are kept for fifty comments only',
      );
      act.forgetSchedule();
    },
  },
};

/**
 * Returns the seconds between comments. Leaves out the first comment, which may have been
 * sent while time was skipped.
 */
function gapsBetween(sandbox: Sandbox): number[] {
  const times = sandbox.admin
    .comments()
    .map(({ publishedAt }) => new Date(publishedAt).getTime())
    .toSorted((a, b) => a - b)
    .slice(1);
  return times.slice(1).map((time, index) => (time - (times[index] ?? time)) / 1_000);
}
