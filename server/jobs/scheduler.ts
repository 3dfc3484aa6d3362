import { createTask, type ScheduledTask } from 'node-cron';
import type { Log } from '../core/log.ts';

export interface Job {
  name: string;
  /** Cron with seconds first, in UTC. */
  schedule: string;
  run(): Promise<void>;
}

const secondMs = 1000;
/**
 * The event loop may have been busy for this long. A longer gap means that the clock was
 * set or the machine slept.
 */
const mostSecondsLate = 60;

/**
 * Runs each job at the seconds that its schedule names, never twice at once.
 *
 * node-cron reads the schedules, but the timer is our own. node-cron 4.6 does nothing in
 * the hour that the clocks of the machine's time zone repeat, runs through every second
 * that a clock set ahead has skipped, and waits for a clock that was set back to catch
 * up.
 */
export function createScheduler(jobs: readonly Job[], log: Log) {
  const running = new Map<Job, Promise<void>>();
  let schedules: { job: Job; task: ScheduledTask }[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** In seconds since 1970. */
  let lastSecond = 0;
  let isPaused = false;
  let hasEnded = false;

  function begin(job: Job): void {
    if (running.has(job)) return;
    const run = job
      .run()
      .catch((error: unknown) => {
        log.error({ job: job.name, err: error }, 'job failed');
      })
      .finally(() => running.delete(job));
    running.set(job, run);
  }

  function beat(): void {
    const now = Date.now();
    for (const second of secondsToRun(lastSecond, Math.floor(now / secondMs))) {
      const at = new Date(second * secondMs);
      for (const { job, task } of schedules) if (task.match(at)) begin(job);
      lastSecond = second;
    }
    timer = setTimeout(beat, secondMs - (now % secondMs));
  }

  function begins(): void {
    lastSecond = Math.floor(Date.now() / secondMs);
    beat();
  }

  return {
    start(): void {
      schedules = jobs.map((job) => ({ job, task: taskOf(job) }));
      if (!isPaused) begins();
    },

    /** Starts no further run, and resolves when the runs in progress have ended. */
    async stop(): Promise<void> {
      hasEnded = true;
      clearTimeout(timer);
      for (const { task } of schedules) await task.destroy();
      await Promise.all(running.values());
    },

    /**
     * Runs the work while no job runs: waits for the jobs in progress, and starts none
     * until the work is done.
     */
    async whilePaused<T>(work: () => Promise<T>): Promise<T> {
      isPaused = true;
      clearTimeout(timer);
      try {
        await Promise.all(running.values());
        return await work();
      } finally {
        isPaused = false;
        if (schedules.length > 0 && !hasEnded) begins();
      }
    },
  };
}

/** The task is never started. It only tells whether a second matches its schedule. */
const taskOf = ({ name, schedule }: Job): ScheduledTask =>
  createTask(schedule, () => undefined, { name, timezone: 'UTC' });

/**
 * Returns the seconds after `last` up to `now`, or only `now` if the clock was set
 * forward or back.
 */
function secondsToRun(last: number, now: number): number[] {
  const passed = now - last;
  if (passed < 0 || passed > mostSecondsLate) return [now];
  return Array.from({ length: passed }, (_, index) => last + 1 + index);
}
