import { createBackupsService } from '../backup/backups.service.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/client.ts';
import { originOf } from '../db/database-origin.ts';
import { createAnalyticsRepository } from '../features/analytics/analytics.repository.ts';
import { createAnalyticsService } from '../features/analytics/analytics.service.ts';
import { createAccountRepository } from '../features/auth/account.repository.ts';
import { createAccountService } from '../features/auth/account.service.ts';
import { createChannelFinder } from '../features/auth/channel-finder.ts';
import { createChannelNameService } from '../features/auth/channel-name.service.ts';
import { createSignInService } from '../features/auth/sign-in.service.ts';
import { createTokenVault } from '../features/auth/token-vault.ts';
import { createCommentsRepository } from '../features/comments/comments.repository.ts';
import { createCommentsService } from '../features/comments/comments.service.ts';
import { createDiscoveryRepository } from '../features/discovery/discovery.repository.ts';
import { createOutcomesRepository } from '../features/discovery/outcomes.repository.ts';
import { createRetentionService } from '../features/discovery/retention.service.ts';
import { createSearchService } from '../features/discovery/search.service.ts';
import { createDraftingRepository } from '../features/drafting/drafting.repository.ts';
import { createDraftingService } from '../features/drafting/drafting.service.ts';
import { createClaimRepository } from '../features/publishing/claim.repository.ts';
import { createConfirmer } from '../features/publishing/confirmer.ts';
import { createLoopRepository } from '../features/publishing/loop.repository.ts';
import { createPoster } from '../features/publishing/poster.ts';
import { createPostingLoop } from '../features/publishing/posting-loop.ts';
import { createPublishingRepository } from '../features/publishing/publishing.repository.ts';
import { createPublishingService } from '../features/publishing/publishing.service.ts';
import type { QuotaService } from '../features/quota/quota.service.ts';
import { createReviewService } from '../features/review/review.service.ts';
import { createVideoRepository } from '../features/videos/video.repository.ts';
import { createVideoService } from '../features/videos/video.service.ts';
import { createYouTubeReads } from '../features/videos/youtube-reads.service.ts';
import { createOwnCommentsRepository } from '../features/voice/own-comments/own-comments.repository.ts';
import { createOwnCommentsService } from '../features/voice/own-comments/own-comments.service.ts';
import { createSettingsService } from '../features/voice/profiles/settings.service.ts';
import { createVoiceRepository } from '../features/voice/profiles/voice.repository.ts';
import { createVoiceService } from '../features/voice/profiles/voice.service.ts';
import { createStyleProfileService } from '../features/voice/style-profile/style-profile.service.ts';
import { createEditsRepository } from '../features/voice/style-rules/edits.repository.ts';
import { createStyleRulesService } from '../features/voice/style-rules/style-rules.service.ts';
import { createVersionsService } from '../features/voice/versions/versions.service.ts';
import type { Connections } from './connections.ts';

interface Deps {
  config: Config;
  database: Database;
  connections: Connections;
  quota: QuotaService;
  events: Events;
  clock: Clock;
  random: () => number;
  log: Log;
  sessionSecret: string;
  isStopping: () => boolean;
}

export function createServices(deps: Deps) {
  const { config, connections, quota, events, clock, random, log, sessionSecret, isStopping } = deps;
  const { db } = deps.database;
  const { googleAuth, youtube, languageModel } = connections;
  const now = { events, clock };

  const vault = createTokenVault(sessionSecret);
  const grants = {
    repository: createAccountRepository(db),
    channels: createChannelFinder({ youtube }),
    ownerEmails: config.ownerEmails,
    vault,
    ...now,
  };
  const account = createAccountService({ ...grants, googleAuth });
  const signIn = createSignInService(grants);
  const channelName = createChannelNameService({ ...grants, account });

  const voices = createVoiceRepository(db);
  const voice = createVoiceService({ repository: voices, ...now });
  const settings = createSettingsService({ repository: voices, ...now });
  const versions = createVersionsService({ repository: voices, ...now });
  const rules = createStyleRulesService({
    repository: voices,
    edits: createEditsRepository(db),
    languageModel,
    ...now,
  });
  const written = createOwnCommentsRepository(db);
  const ownComments = createOwnCommentsService({ repository: written, profiles: voices, ...now });
  const styleProfiles = createStyleProfileService({ repository: written, profiles: voices });

  const reads = createYouTubeReads({ youtube, account, quota, apiKey: config.google.apiKey });
  const videos = createVideoService({ repository: createVideoRepository(db), reads, ...now });
  const discovery = { repository: createDiscoveryRepository(db), videos, ...now };
  const retention = createRetentionService({ ...discovery, outcomes: createOutcomesRepository(db) });
  const search = createSearchService({ ...discovery, reads, languageModel, voice });

  const attempts = createPublishingRepository(db);
  const posting = {
    repository: attempts,
    loop: createLoopRepository(db),
    youtube,
    account,
    quota,
    ...now,
  };
  const claims = createClaimRepository(db);
  const poster = createPoster({ ...posting, claims, videos, random, log });
  const confirmer = createConfirmer(posting);
  const publishing = createPublishingService({ ...posting, poster, confirmer });
  const loop = createPostingLoop({ ...posting, poster, confirmer, isStopping });

  const comments = createCommentsService({ repository: createCommentsRepository(db), clock });
  const review = createReviewService({ comments, publishing, events });

  const drafting = createDraftingService({
    repository: createDraftingRepository(db),
    languageModel,
    videos,
    voice,
    settings,
    styleProfiles,
    versions,
    comments,
    review,
    log,
    isStopping,
    ...now,
  });
  const analytics = createAnalyticsService({ repository: createAnalyticsRepository(db), clock });
  const backups = createBackupsService({
    db,
    origin: originOf(config.google),
    folder: config.backupDir,
    log,
    ...now,
  });

  return {
    vault,
    account,
    signIn,
    channelName,
    voice,
    settings,
    ownComments,
    styleProfiles,
    rules,
    versions,
    videos,
    retention,
    search,
    comments,
    quota,
    publishing,
    loop,
    review,
    drafting,
    analytics,
    backups,
  };
}

export type Services = ReturnType<typeof createServices>;
