import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Connections } from './connections.ts';
import type { Database } from './db/client.ts';
import type { Events } from './events.ts';
import { createAnalyticsRepository } from './features/analytics/analytics.repository.ts';
import { createAnalyticsService } from './features/analytics/analytics.service.ts';
import { createAccountRepository } from './features/auth/account.repository.ts';
import { createAccountService } from './features/auth/account.service.ts';
import { createChannelFinder } from './features/auth/channel-finder.ts';
import { createSignInService } from './features/auth/sign-in.service.ts';
import { createTokenVault } from './features/auth/token-vault.ts';
import type { QuotaService } from './features/publishing/quota.service.ts';
import { createSettingsService } from './features/voice/settings.service.ts';
import { createVoiceRepository } from './features/voice/voice.repository.ts';
import { createVoiceService } from './features/voice/voice.service.ts';
import type { Log } from './log.ts';

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

/** Every feature's services, made in the order in which they need each other. */
export function createServices(deps: Deps) {
  const { config, database, connections, quota, events, clock, sessionSecret } = deps;
  const { db } = database;
  const { ownerEmails } = config;
  const { googleAuth, youtube } = connections;
  const now = { events, clock };

  const vault = createTokenVault(sessionSecret);
  const channels = createChannelFinder({ youtube });
  const accounts = createAccountRepository(db);
  const grants = { repository: accounts, vault, channels, ownerEmails, ...now };
  const account = createAccountService({ ...grants, googleAuth });
  const signIn = createSignInService(grants);

  const voices = createVoiceRepository(db);
  const voice = createVoiceService({ repository: voices, ...now });
  const settings = createSettingsService({ repository: voices, ...now });

  const analytics = createAnalyticsService({ repository: createAnalyticsRepository(db), clock });

  return { vault, account, signIn, voice, settings, analytics, quota };
}

export type Services = ReturnType<typeof createServices>;
