import { createBackupsService } from '../backup/backups.service.ts';
import type { Config } from '../config/config.ts';
import type { ClockAndEvents } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import { originOf } from '../db/open-database.ts';
import { createAnalyticsRepository } from '../features/analytics/analytics.repository.ts';
import { createAnalyticsService } from '../features/analytics/analytics.service.ts';
import { createAccountRepository } from '../features/auth/account.repository.ts';
import {
  createAccountService,
  createChannelFinder,
} from '../features/auth/account.service.ts';
import { createSignInService } from '../features/auth/sign-in.service.ts';
import { createTokenVault } from '../features/auth/token-vault.ts';
import { createCommentListsRepository } from '../features/comments/comment-lists.repository.ts';
import { createCommentsRepository } from '../features/comments/comments.repository.ts';
import { createJournalRepository } from '../features/comments/journal.repository.ts';
import { createCommentListsService } from '../features/comments/lists.service.ts';
import { createReviewService } from '../features/comments/review.service.ts';
import { createScheduleRepository } from '../features/comments/schedule.repository.ts';
import { createScheduleService } from '../features/comments/schedule.service.ts';
import { createStepsService } from '../features/comments/steps.service.ts';
import { createWordSearchRepository } from '../features/comments/word-search.repository.ts';
import { createWorkRepository } from '../features/comments/work.repository.ts';
import { createBulkRepository } from '../features/drafting/bulk.repository.ts';
import { createDraftingRepository } from '../features/drafting/drafting.repository.ts';
import { createDraftingService } from '../features/drafting/drafting.service.ts';
import { createMaterialService } from '../features/drafting/material.service.ts';
import type { DraftModel } from '../features/drafting/prompts/draft-model.service.ts';
import { writerInstructions } from '../features/drafting/prompts/writer-prompt.ts';
import { postedSince } from '../features/publishing/recent-attempts.repository.ts';
import { createQuotaRepository } from '../features/quota/quota.repository.ts';
import { createQuotaService, createReadsHold } from '../features/quota/quota.service.ts';
import {
  createSetupCheck,
  createTrialDraftService,
} from '../features/setup/setup.service.ts';
import { createSearchService } from '../features/videos/search.service.ts';
import { createVideoRepository } from '../features/videos/videos.repository.ts';
import { createVideoService } from '../features/videos/videos.service.ts';
import { createYouTubeReads } from '../features/videos/youtube-reads.service.ts';
import { createClockAheadRepository } from '../jobs/clock-ahead.repository.ts';
import { createClockAheadService } from '../jobs/clock-ahead.service.ts';
import { createRetentionRepository } from '../jobs/retention.repository.ts';
import { createRetentionService } from '../jobs/retention.service.ts';
import { createVacuumRepository } from '../jobs/vacuum.repository.ts';
import { createVacuumService } from '../jobs/vacuum.service.ts';
import type { GoogleAuth } from '../providers/google-auth/google-auth.ts';
import type { LazyOptions } from '../providers/language-model/connect-language-model.ts';
import type { QuotaMeter, YouTube } from '../providers/youtube/youtube.ts';
import { createFollowingServices } from './following-services.ts';
import { createModelServices } from './model-services.ts';
import { createNoticeServices } from './notice-services.ts';
import { createOutcomeServices } from './outcome-services.ts';
import { createPostingServices } from './posting-services.ts';
import { createVoiceServices } from './voice-services.ts';

export interface Outside {
  googleAuth: GoogleAuth;
  youtubeWith(meter: QuotaMeter): YouTube;
  /** Returns a model that reads `connection` anew at each call. */
  languageModel(asked: Pick<LazyOptions, 'connection' | 'learn'>): DraftModel;
  /** The sandbox's model; null if it may not be used. */
  standIn: { baseUrl: string; model: string } | null;
}

interface Deps extends ClockAndEvents {
  config: Config;
  database: Pick<Database, 'db' | 'maintenance'>;
  outside: Outside;
  random: () => number;
  log: Log;
  sessionSecret: string;
  stopping: AbortSignal;
}

export function createServices(deps: Deps) {
  const { config, outside, events, clock, random, log, sessionSecret, stopping } = deps;
  const isStopping = () => stopping.aborted;
  const { db, maintenance } = deps.database;
  const { googleAuth, youtubeWith } = outside;

  const { mode, apiKey, dailyUnits, dailySearches } = config.google;
  const quota = createQuotaService({
    repository: createQuotaRepository(db),
    postedSince: (since) => postedSince(db, since),
    limits: { shared: dailyUnits, search: dailySearches },
    events,
    clock,
  });
  const youtube = youtubeWith(quota.meter);
  /** Key for reading YouTube as a stranger. The sandbox accepts any key. */
  const strangersKey = apiKey ?? (mode === 'sandbox' ? 'sandbox' : null);

  const vault = createTokenVault(sessionSecret);
  const accounts = createAccountRepository(db);
  const findChannel = createChannelFinder({ youtube });
  const { ownerEmails } = config;
  const account = createAccountService({
    repository: accounts,
    googleAuth,
    findChannel,
    ownerEmails,
    vault,
    events,
    clock,
  });

  const { modelSettings, modelOf, languageModel } = createModelServices({
    db,
    vault,
    environment: config.languageModel,
    standIn: outside.standIn,
    createModel: outside.languageModel,
    log,
    events,
    clock,
  });

  const { voice, rules, ownComments, habits } = createVoiceServices({
    db,
    languageModel,
    events,
    clock,
  });

  const reads = createYouTubeReads({ youtube, account, quota, apiKey });
  const videoRepository = createVideoRepository(db);
  const videos = createVideoService({
    repository: videoRepository,
    reads,
    events,
    clock,
  });
  const search = createSearchService({
    repository: videoRepository,
    reads,
    languageModel,
    voice,
    log,
    isStopping,
    events,
    clock,
  });

  const { confirmer, publishing, postingLoop } = createPostingServices({
    db,
    youtube,
    account,
    quota,
    videos,
    random,
    log,
    stopping,
    events,
    clock,
  });
  const commentsRepository = createCommentsRepository(db);
  const review = createReviewService({
    repository: commentsRepository,
    publishing,
    events,
    clock,
  });
  const steps = createStepsService({
    repository: commentsRepository,
    journal: createJournalRepository(db),
    review,
    publishing,
    events,
    clock,
  });

  const hold = createReadsHold({ clock });
  const { outcomes, replies } = createOutcomeServices({
    db,
    youtube: youtubeWith(quota.outcomesMeter),
    account,
    quota,
    apiKey: strangersKey,
    hold,
    review,
    isStopping,
    events,
    clock,
  });

  const materials = createMaterialService({ videos, ownComments });
  const drafting = createDraftingService({
    repository: createDraftingRepository(db),
    bulkRepository: createBulkRepository(db),
    languageModel,
    modelSettings,
    voice,
    rules,
    ownComments,
    materials,
    instructions: writerInstructions,
    videos,
    review,
    log,
    isStopping,
    events,
    clock,
  });
  const tryModel = createTrialDraftService({
    modelSettings,
    languageModel: (connection) => modelOf(async () => connection),
    voice,
    rules,
    ownComments,
    clock,
  });
  const backups = createBackupsService({
    db,
    origin: originOf(config.google),
    folder: config.backupDir,
    log,
    events,
    clock,
  });
  const { following, watch, fresh } = createFollowingServices({
    db,
    youtube,
    watchingYouTube: youtubeWith(quota.followingMeter),
    reads,
    account,
    quota,
    apiKey,
    isSandbox: mode === 'sandbox',
    hold,
    videos,
    search,
    voice,
    drafting,
    random,
    isStopping,
    events,
    clock,
  });
  const { notices, machines } = createNoticeServices({
    db,
    config,
    vault,
    account,
    quota,
    publishing,
    backups,
    unseenFresh: async () => (await fresh.summary()).unseen,
    stopping,
    events,
    clock,
  });

  return {
    vault,
    account,
    signIn: createSignInService({
      repository: accounts,
      findChannel,
      ownerEmails,
      vault,
      clock,
    }),
    voice,
    ownComments,
    rules,
    habits,
    videos,
    search,
    commentLists: createCommentListsService({
      repository: createCommentListsRepository(db),
      work: createWorkRepository(db),
      wordSearch: createWordSearchRepository(db),
      clock,
    }),
    schedule: createScheduleService({ repository: createScheduleRepository(db), clock }),
    quota,
    publishing,
    loop: postingLoop,
    confirmer,
    review,
    steps,
    outcomes,
    replies,
    retention: createRetentionService({
      repository: createRetentionRepository(db),
      search,
      videos,
      replies,
      steps,
      events,
      clock,
    }),
    clockAhead: createClockAheadService({
      repository: createClockAheadRepository(db),
      log,
      events,
      clock,
    }),
    /** Null on PostgreSQL. */
    vacuum:
      maintenance &&
      createVacuumService({ maintenance, repository: createVacuumRepository(db), clock }),
    materials,
    drafting,
    following,
    watch,
    fresh,
    modelSettings,
    tryModel,
    loadModel: languageModel.load,
    analytics: createAnalyticsService({
      repository: createAnalyticsRepository(db),
      clock,
    }),
    backups,
    notices,
    machines,
    checkSetup: createSetupCheck({
      account,
      googleAuth,
      youtube: youtubeWith,
      quota,
      apiKey: strangersKey,
      modelSettings,
      tryModel,
      backups,
      publicUrl: config.publicUrl,
      port: config.port,
      dataDir: config.dataDir,
      clock,
    }),
  };
}

export type Services = ReturnType<typeof createServices>;
