import type { Config } from '../config/config.ts';
import { resolveSessionSecret } from '../config/session-secret.ts';
import type { Clock } from '../core/clock.ts';
import { createEvents } from '../core/events.ts';
import type { Log } from '../core/log.ts';
import type { Database } from '../db/database.ts';
import { deriveKey } from '../features/auth/derive-key.ts';
import { postedSince } from '../features/publishing/claim.repository.ts';
import { createQuotaRepository } from '../features/quota/quota.repository.ts';
import { createQuotaService } from '../features/quota/quota.service.ts';
import { createSessionStore } from '../http/session-store.ts';
import { jobRegistry } from '../jobs/registry.ts';
import { createScheduler } from '../jobs/scheduler.ts';
import { connect, type Sandbox } from './connections.ts';
import { createServices } from './services.ts';

export interface ContextOptions {
  config: Config;
  clock: Clock;
  sandbox: Sandbox | null;
  log: Log;
  database: Database;
  random?: () => number;
}

export function createContext(options: ContextOptions) {
  const { config, clock, sandbox, log, database, random = Math.random } = options;
  const sessionSecret = resolveSessionSecret(config);
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const events = createEvents();
  const { dailyUnits, dailySearches } = config.google;
  const quota = createQuotaService({
    repository: createQuotaRepository(database.db),
    postedSince: (since) => postedSince(database.db, since),
    limits: { shared: dailyUnits, search: dailySearches },
    events,
    clock,
  });
  const connections = connect({
    config,
    sandbox,
    meter: quota.meter,
    outcomesMeter: quota.outcomesMeter,
    clock,
    random,
  });
  const store = createSessionStore(database.sessionPool, log);
  const services = createServices({
    config,
    database,
    connections,
    quota,
    events,
    clock,
    random,
    log,
    sessionSecret,
    isStopping,
  });

  const { loop, outcomes, retention, channelName, backups, publishing, drafting } = services;
  const { maintenance } = database;
  const scheduler = createScheduler(
    jobRegistry({ loop, outcomes, retention, channelName, backups, maintenance }),
    log,
  );

  return {
    config,
    clock,
    log,
    database,
    events,
    googleOrigin: connections.googleOrigin,
    services,
    stopping: stopping.signal,
    session: {
      store,
      clock,
      secret: deriveKey(sessionSecret, 'session cookie').toString('base64url'),
      isHttps: config.isHttps,
    },
    jobs: {
      start: scheduler.start,
      /** Posts nothing new; resolves when attempts under way are settled. */
      async stop(): Promise<void> {
        stopping.abort();
        await Promise.all([scheduler.stop(), publishing.stop(), drafting.idle()]);
      },
    },
    /** Stop the jobs first. */
    async close(): Promise<void> {
      stopping.abort();
      events.close();
      store.close();
      await database.close();
    },
  };
}

export type Context = ReturnType<typeof createContext>;
