import { createTask, type ScheduledTask, setLogger } from 'node-cron';
import type { BackupsService } from '../backup/backups.service.ts';
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import type { ChannelNameService } from '../features/auth/account.service.ts';
import type { FreshService } from '../features/following/fresh.service.ts';
import type { WatchService } from '../features/following/watch.service.ts';
import type { NoticesService } from '../features/notices/notices.service.ts';
import type { OutcomesService } from '../features/outcomes/outcomes.service.ts';
import type { ReplyReading } from '../features/outcomes/reply-reading.service.ts';
import type { PostingLoop } from '../features/publishing/posting-loop.ts';
import type { SearchService } from '../features/videos/search.service.ts';
import type { TopCommentsService, VideoService } from '../features/videos/videos.service.ts';
import type { RetentionRepository } from './retention.repository.ts';

interface Deps {
  loop: Pick<PostingLoop, 'tick'>;
  outcomes: Pick<OutcomesService, 'tick'>;
  watch: WatchService;
  fresh: Pick<FreshService, 'morning'>;
  retention: RetentionService;
  channelName: ChannelNameService;
  backups: Pick<BackupsService, 'nightly'>;
  notices: Pick<NoticesService, 'watch' | 'send'>;
  maintenance: Database['maintenance'];
}

export function jobRegistry({
  loop,
  outcomes,
  watch,
  fresh,
  retention,
  channelName,
  backups,
  notices,
  maintenance,
}: Deps): Job[] {
  const jobs: Job[] = [
    { name: 'post what is due', schedule: '*/5 * * * * *', run: loop.tick },
    { name: 'see what became of comments', schedule: '30 * * * * *', run: outcomes.tick },
    { name: 'watch what is followed', schedule: '*/15 * * * * *', run: watch.tick },
    { name: 'draft for the morning', schedule: '45 * * * * *', run: fresh.morning },
    { name: 'forget old channels', schedule: '0 40 * * * *', run: watch.forgetOld },
    // Hourly, for machines that are off at night; a run with nothing to do is free.
    { name: 'renew old YouTube data', schedule: '0 10 * * * *', run: retention.renew },
    { name: 'renew the channel name', schedule: '0 20 */6 * * *', run: channelName.renew },
    { name: 'watch what needs its owner', schedule: '12,42 * * * * *', run: notices.watch },
    // Between two looks of the posting loop.
    { name: 'send notices', schedule: '3-59/5 * * * * *', run: notices.send },
    { name: 'nightly backup', schedule: '0 */5 * * * *', run: backups.nightly },
  ];
  if (!maintenance) return jobs;
  return [
    ...jobs,
    { name: 'checkpoint', schedule: '0 */5 * * * *', run: maintenance.checkpoint },
    { name: 'vacuum', schedule: '0 30 3 * * *', run: maintenance.vacuum },
  ];
}

interface Job {
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

interface RetentionDeps {
  videos: Pick<VideoService, 'refreshStale'>;
  repository: RetentionRepository;
  search: Pick<SearchService, 'forgetOld'>;
  replies: Pick<ReplyReading, 'renew'>;
  topComments: Pick<TopCommentsService, 'forgetOld'>;
  events: Events;
  clock: Clock;
}

/** Ten units of quota at most, and short transactions. */
const videosAtOnce = 500;
/** Short transactions. */
const draftsAtOnce = 100;
/** Two days early, as videos are (decision 009). */
const quotesMaxAgeMs = 28 * 86_400_000;
/** A day before 30 days, as reading them again comes every 28 days at least. */
const figuresMaxAgeMs = 29 * 86_400_000;

/** Keeps nothing of YouTube's for longer than 30 days (rule 3.7). */
export function createRetentionService(deps: RetentionDeps) {
  const { videos, repository, search, replies, topComments, events, clock } = deps;

  /** Removes YouTube’s text from old drafts: their quotes and their prompts. */
  async function forgetQuotes(before: Date): Promise<void> {
    for (;;) {
      const ids = await repository.removeQuoted(before, draftsAtOnce);
      events.changed(...ids.map((comment) => ({ comment })));
      if (ids.length < draftsAtOnce) return;
    }
  }

  return {
    /** Deletes what it cannot renew; being signed out or out of quota is no error. */
    async renew(): Promise<void> {
      const now = clock.now().getTime();
      await search.forgetOld();
      await topComments.forgetOld();
      await forgetQuotes(new Date(now - quotesMaxAgeMs));
      const cleared = await repository.removeOutcomes(new Date(now - figuresMaxAgeMs));
      events.changed(...cleared.map((comment) => ({ comment })));
      await replies.renew();
      for (;;) {
        const { deleted, refreshed, vanished, absent, failure } = await videos.refreshStale(videosAtOnce);
        const isDone =
          deleted < videosAtOnce && (failure !== null || refreshed + vanished + absent < videosAtOnce);
        if (isDone) return;
      }
    },
  };
}

type RetentionService = ReturnType<typeof createRetentionService>;
