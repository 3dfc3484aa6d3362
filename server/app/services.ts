import { statfs } from 'node:fs/promises';
import { createBackupsService } from '../backup/backups.service.ts';
import type { Config } from '../config/config.ts';
import type { ClockAndEvents } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import { originOf } from '../db/open-database.ts';
import { createAnalyticsRepository } from '../features/analytics/analytics.repository.ts';
import { createAnalyticsService } from '../features/analytics/analytics.service.ts';
import { createAccountRepository } from '../features/auth/account.repository.ts';
import { createAccountService, createChannelFinder } from '../features/auth/account.service.ts';
import { createSignInService } from '../features/auth/sign-in.service.ts';
import { createTokenVault } from '../features/auth/token-vault.ts';
import {
  createCommentListsRepository,
  createCommentsRepository,
} from '../features/comments/comments.repository.ts';
import { createJournalRepository } from '../features/comments/journal.repository.ts';
import { createCommentListsService } from '../features/comments/lists.service.ts';
import { createReviewService } from '../features/comments/review.service.ts';
import { createScheduleRepository } from '../features/comments/schedule.repository.ts';
import { createScheduleService } from '../features/comments/schedule.service.ts';
import { createStepsService } from '../features/comments/steps.service.ts';
import { createWordSearchRepository } from '../features/comments/word-search.repository.ts';
import { createDraftingRepository } from '../features/drafting/drafting.repository.ts';
import { createDraftingService } from '../features/drafting/drafting.service.ts';
import { createMaterialService } from '../features/drafting/material.service.ts';
import { createFollowingRepository } from '../features/following/following.repository.ts';
import { createFollowingService } from '../features/following/following.service.ts';
import { createFreshRepository } from '../features/following/fresh.repository.ts';
import { createFreshService } from '../features/following/fresh.service.ts';
import { createWatchService } from '../features/following/watch.service.ts';
import { createModelSettingsRepository } from '../features/language-model/model-settings.repository.ts';
import { createModelSettingsService } from '../features/language-model/model-settings.service.ts';
import { createMachinesService } from '../features/notices/machines.service.ts';
import { createNoticesRepository } from '../features/notices/notices.repository.ts';
import { createNoticesService } from '../features/notices/notices.service.ts';
import { createOutcomeReads } from '../features/outcomes/outcome-reads.service.ts';
import { createOutcomesService } from '../features/outcomes/outcomes.service.ts';
import { createPostedCommentsRepository } from '../features/outcomes/posted-comments.repository.ts';
import { createRepliesRepository } from '../features/outcomes/replies.repository.ts';
import { createRepliesService } from '../features/outcomes/replies.service.ts';
import { createLook } from '../features/outcomes/visibility-check.ts';
import { createAttemptsRepository, postedSince } from '../features/publishing/attempts.repository.ts';
import { createConfirmer } from '../features/publishing/confirmer.ts';
import { createDueRepository } from '../features/publishing/due.repository.ts';
import { createPoster } from '../features/publishing/poster.ts';
import { createPostingLoop } from '../features/publishing/posting-loop.ts';
import { createPublishingService } from '../features/publishing/publishing.service.ts';
import { createRestoredRepository } from '../features/publishing/restored.repository.ts';
import { createQuotaRepository } from '../features/quota/quota.repository.ts';
import { createQuotaService, createReadsHold } from '../features/quota/quota.service.ts';
import { createSetupCheck, createTrialDraftService } from '../features/setup/setup.service.ts';
import { createSearchService } from '../features/videos/search.service.ts';
import { createVideoRepository } from '../features/videos/videos.repository.ts';
import { createVideoService } from '../features/videos/videos.service.ts';
import { createSender, createYouTubeReads } from '../features/videos/youtube-reads.service.ts';
import { createHabitsService } from '../features/voice/habits.service.ts';
import { createOwnCommentsRepository } from '../features/voice/own-comments.repository.ts';
import { createOwnCommentsService } from '../features/voice/own-comments.service.ts';
import { createVoiceRepository } from '../features/voice/profiles.repository.ts';
import { createVoiceService } from '../features/voice/profiles.service.ts';
import { createStyleRulesService } from '../features/voice/style-rules.service.ts';
import { createClockAheadRepository } from '../jobs/clock-ahead.repository.ts';
import { createClockAheadService } from '../jobs/clock-ahead.service.ts';
import { createRetentionRepository } from '../jobs/retention.repository.ts';
import { createRetentionService } from '../jobs/retention.service.ts';
import { createVacuumRepository } from '../jobs/vacuum.repository.ts';
import { createVacuumService } from '../jobs/vacuum.service.ts';
import type { GoogleAuth } from '../providers/google-auth/google-auth.ts';
import { type LazyOptions, listModels } from '../providers/language-model/connect-language-model.ts';
import type { LanguageModel } from '../providers/language-model/language-model.ts';
import { writerInstructions } from '../providers/language-model/prompts.ts';
import { sendNotice } from '../providers/notices/send-notice.ts';
import type { QuotaMeter, YouTube } from '../providers/youtube/youtube.ts';

export interface Outside {
  googleAuth: GoogleAuth;
  youtubeWith(meter: QuotaMeter): YouTube;
  /** Returns a model that reads `connection` anew at each call. */
  languageModel(asked: Pick<LazyOptions, 'connection' | 'learn'>): LanguageModel;
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
  const now = { events, clock };

  const { mode, apiKey, dailyUnits, dailySearches } = config.google;
  const quota = createQuotaService({
    repository: createQuotaRepository(db),
    postedSince: (since) => postedSince(db, since),
    limits: { shared: dailyUnits, search: dailySearches },
    ...now,
  });
  const youtube = youtubeWith(quota.meter);
  /** Key for reading YouTube as a stranger. The sandbox accepts any key. */
  const strangersKey = apiKey ?? (mode === 'sandbox' ? 'sandbox' : null);

  const vault = createTokenVault(sessionSecret);
  const grants = {
    repository: createAccountRepository(db),
    findChannel: createChannelFinder({ youtube }),
    ownerEmails: config.ownerEmails,
    vault,
    ...now,
  };
  const account = createAccountService({ ...grants, googleAuth });
  /**
   * Dependencies of services that call YouTube (`calls`) and of services that work in the background
   * (`going`).
   */
  const calls = { youtube, account, quota, ...now };
  const going = { log, random, isStopping, ...now };

  const modelSettings = createModelSettingsService({
    repository: createModelSettingsRepository(db),
    vault,
    environment: config.languageModel,
    standIn: outside.standIn,
    listModels,
    ...now,
  });
  const learn: LazyOptions['learn'] = (model, seen) =>
    void modelSettings.learn(model, seen).catch((error: unknown) => {
      log.error({ err: error }, 'what a model showed could not be kept');
    });
  const modelOf = (connection: LazyOptions['connection']) => outside.languageModel({ connection, learn });
  const languageModel = modelOf(modelSettings.connection);

  const profiles = createVoiceRepository(db);
  const voice = createVoiceService({ repository: profiles, ...now });
  const rules = createStyleRulesService({ repository: profiles, languageModel, ...now });
  const ownComments = createOwnCommentsService({
    repository: createOwnCommentsRepository(db),
    profiles,
    ...now,
  });
  const habits = createHabitsService({ profiles, ownComments, languageModel });
  const writing = { languageModel, modelSettings, voice, rules, ownComments };

  const reads = createYouTubeReads({ ...calls, apiKey });
  const videoRepository = createVideoRepository(db);
  const videos = createVideoService({ repository: videoRepository, reads, ...now });
  const search = createSearchService({ ...writing, ...going, repository: videoRepository, reads });

  const posting = { ...calls, repository: createAttemptsRepository(db), loop: createDueRepository(db) };
  const poster = createPoster({ ...posting, videos, random, log });
  const restoredComments = createRestoredRepository(db);
  const confirmer = createConfirmer({ ...posting, restoredComments, stopping });
  const publishing = createPublishingService({ ...posting, poster, confirmer });
  const commentsRepository = createCommentsRepository(db);
  const review = createReviewService({ repository: commentsRepository, publishing, ...now });
  const steps = createStepsService({
    repository: commentsRepository,
    journal: createJournalRepository(db),
    review,
    publishing,
    ...now,
  });

  const posted = createPostedCommentsRepository(db);
  const outcomeReads = createOutcomeReads({
    ...calls,
    youtube: youtubeWith(quota.outcomesMeter),
    apiKey: strangersKey,
    repository: posted,
  });
  const replies = createRepliesService({
    repository: createRepliesRepository(db),
    reads: outcomeReads,
    ...now,
  });
  const hold = createReadsHold({ clock });

  const materials = createMaterialService({ videos, ownComments });
  const drafting = createDraftingService({
    ...writing,
    ...going,
    repository: createDraftingRepository(db),
    materials,
    instructions: writerInstructions,
    videos,
    review,
  });
  const tryModel = createTrialDraftService({
    ...writing,
    languageModel: (connection) => modelOf(async () => connection),
    clock,
  });
  const followed = createFollowingRepository(db);
  const backups = createBackupsService({
    db,
    origin: originOf(config.google),
    folder: config.backupDir,
    log,
    ...now,
  });
  const noticesRepository = createNoticesRepository(db);
  const fresh = createFreshService({
    ...going,
    repository: createFreshRepository(db),
    search,
    voice,
    draft: drafting.draftForYou,
  });

  return {
    vault,
    account,
    signIn: createSignInService(grants),
    voice,
    ownComments,
    rules,
    habits,
    videos,
    search,
    commentLists: createCommentListsService({
      repository: createCommentListsRepository(db),
      wordSearch: createWordSearchRepository(db),
    }),
    schedule: createScheduleService({ repository: createScheduleRepository(db), clock }),
    quota,
    publishing,
    loop: createPostingLoop({ ...posting, poster, isStopping }),
    confirmer,
    review,
    steps,
    outcomes: createOutcomesService({
      hold,
      repository: posted,
      look: createLook(outcomeReads),
      reads: outcomeReads,
      quota,
      onThreads: replies.onThreads,
      review,
      isStopping,
      ...now,
    }),
    replies,
    retention: createRetentionService({
      repository: createRetentionRepository(db),
      search,
      videos,
      replies,
      steps,
      ...now,
    }),
    clockAhead: createClockAheadService({ repository: createClockAheadRepository(db), log, ...now }),
    /** Null on PostgreSQL. */
    vacuum:
      maintenance && createVacuumService({ maintenance, repository: createVacuumRepository(db), clock }),
    materials,
    drafting,
    following: createFollowingService({
      ...calls,
      repository: followed,
      reads,
      ownersReads: createYouTubeReads({ ...calls, apiKey: null }),
      isSandbox: mode === 'sandbox',
    }),
    watch: createWatchService({
      ...going,
      repository: followed,
      videos,
      youtube: youtubeWith(quota.followingMeter),
      sender: createSender({ ...calls, apiKey }),
      quota,
      hold,
    }),
    fresh,
    modelSettings,
    tryModel,
    loadModel: languageModel.load,
    analytics: createAnalyticsService({ repository: createAnalyticsRepository(db), clock }),
    backups,
    notices: createNoticesService({
      repository: noticesRepository,
      vault,
      environment: config.notices,
      send: sendNotice,
      standstill: publishing.standstill,
      freeBytes: () => freeBytes([config.dataDir, config.backupDir]),
      unseenFresh: async () => (await fresh.summary()).unseen,
      publicUrl: config.publicUrl,
      stopping,
      ...now,
    }),
    machines: createMachinesService({
      repository: noticesRepository,
      posting: publishing.status,
      quota: quota.status,
      grantEndsAt: async () => (await account.tokenStatus()).grantExpiresAt,
      lastBackupAt: backups.lastMadeAt,
      clock,
    }),
    checkSetup: createSetupCheck({
      ...calls,
      googleAuth,
      youtube: youtubeWith,
      apiKey: strangersKey,
      modelSettings,
      tryModel,
      backups,
      publicUrl: config.publicUrl,
      port: config.port,
      dataDir: config.dataDir,
    }),
  };
}

/**
 * Returns the free space on the fullest disk of these folders. A folder that does not exist yet is ignored.
 */
async function freeBytes(folders: readonly string[]): Promise<number> {
  const free = folders.map(async (folder) => {
    const disk = await statfs(folder).catch(() => null);
    return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY;
  });
  return Math.min(...(await Promise.all(free)));
}

export type Services = ReturnType<typeof createServices>;
