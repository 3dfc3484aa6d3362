import { createTask, type ScheduledTask, setLogger } from 'node-cron';
import type { Log } from '../core/log.ts';

export interface Job {
  name: string;
  /** Cron with seconds first; UTC by default. */
  schedule: string;
  timeZone?: string;
  run(): Promise<void>;
}

export function createScheduler(jobs: readonly Job[], log: Log) {
  refuseDuplicates(jobs);
  const running = new Set<Promise<void>>();
  let tasks: ScheduledTask[] = [];
  let stopping = false;
  // The library would print whole errors, which may hold secrets.
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

    async stop(): Promise<void> {
      stopping = true;
      for (const task of tasks) await task.destroy();
      await Promise.all(running);
    },
  };
}

function refuseDuplicates(jobs: readonly Job[]): void {
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two jobs are named ${twice}.`);
}
