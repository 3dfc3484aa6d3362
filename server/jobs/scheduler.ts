import { createTask, type ScheduledTask, setLogger } from 'node-cron';
import type { Log } from '../core/log.ts';

/** Something the server does by itself. */
export interface Job {
  name: string;
  /** Cron expression, seconds first. */
  schedule: string;
  /** IANA zone of the expression; UTC unless given. */
  timeZone?: string;
  run(): Promise<void>;
}

/** Runs each job on its schedule, never overlapping with itself; stop() waits for the runs in progress. */
export function createScheduler(jobs: readonly Job[], log: Log) {
  refuseDuplicates(jobs);
  const running = new Set<Promise<void>>();
  let tasks: ScheduledTask[] = [];
  let stopping = false;
  // Failures are logged here, by name and kind only; the library would print whole errors.
  const silent = () => undefined;
  setLogger({ info: silent, warn: silent, error: silent, debug: silent });

  async function runLogged(job: Job): Promise<void> {
    if (stopping) return;
    const run = job.run().catch((error: unknown) => {
      log.error({ job: job.name, err: error }, 'job failed');
    });
    running.add(run);
    await run;
    running.delete(run);
  }

  return {
    async start(): Promise<void> {
      tasks = jobs.map((job) =>
        createTask(job.schedule, () => runLogged(job), {
          name: job.name,
          noOverlap: true,
          timezone: job.timeZone ?? 'UTC',
        }),
      );
      for (const task of tasks) await task.start();
    },

    /** No new runs; resolves when those in progress are done. */
    async stop(): Promise<void> {
      stopping = true;
      for (const task of tasks) await task.destroy();
      await Promise.all(running);
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;

function refuseDuplicates(jobs: readonly Job[]): void {
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two jobs are named ${twice}.`);
}
