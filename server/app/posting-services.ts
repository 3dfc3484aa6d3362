import type { ClockAndEvents } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Db } from '../db/database.ts';
import type { AccountService } from '../features/auth/account.service.ts';
import { createAttemptsRepository } from '../features/publishing/attempts.repository.ts';
import { createConfirmer } from '../features/publishing/confirmer.ts';
import { createDueRepository } from '../features/publishing/due.repository.ts';
import { createPoster } from '../features/publishing/poster.ts';
import { createPostingLoop } from '../features/publishing/posting-loop.ts';
import { createPublishingService } from '../features/publishing/publishing.service.ts';
import { createRestoredRepository } from '../features/publishing/restored.repository.ts';
import type { QuotaService } from '../features/quota/quota.service.ts';
import type { VideoService } from '../features/videos/videos.service.ts';
import type { YouTube } from '../providers/youtube/youtube.ts';

interface Deps extends ClockAndEvents {
  db: Db;
  youtube: YouTube;
  account: AccountService;
  quota: QuotaService;
  videos: VideoService;
  random: () => number;
  log: Log;
  stopping: AbortSignal;
}

/** Creates everything that sends comments to YouTube and confirms that they are there. */
export function createPostingServices(deps: Deps) {
  const { db, youtube, account, quota, videos, random, log, stopping, events, clock } =
    deps;
  const repository = createAttemptsRepository(db);
  const dueComments = createDueRepository(db);
  const poster = createPoster({
    repository,
    youtube,
    account,
    quota,
    videos,
    random,
    log,
    events,
    clock,
  });
  const confirmer = createConfirmer({
    repository,
    dueComments,
    restoredComments: createRestoredRepository(db),
    youtube,
    account,
    stopping,
    events,
    clock,
  });
  const publishing = createPublishingService({
    repository,
    dueComments,
    poster,
    confirmer,
    account,
    quota,
    events,
    clock,
  });
  const postingLoop = createPostingLoop({
    repository,
    dueComments,
    poster,
    account,
    quota,
    isStopping: () => stopping.aborted,
    log,
    events,
    clock,
  });

  return { confirmer, publishing, postingLoop };
}
