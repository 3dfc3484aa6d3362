import { createSampleDataRepository } from '../backup/sample-data.repository.ts';
import {
  createSampleDataService,
  type SampleWorld,
} from '../backup/sample-data.service.ts';
import { type Config, type Environment, loadConfig } from '../config/config.ts';
import { googleOriginOf } from '../config/started-config.ts';
import type { Clock } from '../core/clock.ts';
import { createEvents } from '../core/events.ts';
import { createLog, type Log } from '../core/log.ts';
import { type Database, DatabaseInUseError } from '../db/database.ts';
import { openConfigured } from '../db/open-database.ts';
import { deriveKey, resolveSessionSecret } from '../features/auth/token-vault.ts';
import { createDraftModel } from '../features/drafting/prompts/draft-model.service.ts';
import { createSessionStore } from '../http/sessions.ts';
import { createScheduler, type Job } from '../jobs/scheduler.ts';
import { createGoogleAuth } from '../providers/google-auth/create-google-auth.ts';
import { lazyLanguageModel } from '../providers/language-model/connect-language-model.ts';
import { createYouTube } from '../providers/youtube/create-youtube.ts';
import { createServices, type Outside, type Services } from './services.ts';

export interface Sandbox extends SampleWorld {
  readonly googleOrigin: string;
  readonly modelBaseUrl: string;
  readonly modelName: string;
  /** Searches that find some of the sandbox's videos. */
  readonly topics: readonly string[];
}

interface ContextOptions {
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
  const events = createEvents();
  const store = createSessionStore(database.sessionPool, log);
  const { signal } = stopping;
  const { clientId, clientSecret } = config.google;
  const googleOrigin = googleOriginOf(config.google, sandbox);
  const outside: Outside = {
    googleAuth: createGoogleAuth({
      baseUrl: googleOrigin,
      clientId,
      clientSecret,
      clock,
    }),
    youtubeWith: (meter) => createYouTube({ rootUrl: googleOrigin, meter, random }),
    languageModel: ({ connection, learn }) =>
      createDraftModel(lazyLanguageModel({ connection, learn, clock, random })),
    standIn: config.languageModel.mode === 'sandbox' ? standInOf(sandbox) : null,
  };
  const services = createServices({
    config,
    database,
    outside,
    clock,
    events,
    random,
    log,
    sessionSecret,
    stopping: signal,
  });
  const scheduler = createScheduler(jobsOf(services, database), log);
  const sampleData =
    sandbox &&
    config.google.mode === 'sandbox' &&
    createSampleDataService({
      repository: createSampleDataRepository(database.db),
      world: sandbox,
      vault: services.vault,
      clientId,
      ownerEmails: config.ownerEmails,
      whilePaused: scheduler.whilePaused,
      publishing: services.publishing,
      clock,
      events,
    });

  return {
    config,
    clock,
    log,
    database,
    events,
    googleOrigin,
    sandboxTopics: sandbox?.topics ?? [],
    services,
    /** Null outside the sandbox. */
    sampleData: sampleData || null,
    stopping: signal,
    session: {
      store,
      clock,
      secret: deriveKey(sessionSecret, 'session cookie').toString('base64url'),
      isHttps: config.isHttps,
    },
    jobs: {
      start: scheduler.start,
      /** Starts no new post, and resolves when the attempts in progress are settled. */
      async stop(): Promise<void> {
        stopping.abort();
        await Promise.all([
          scheduler.stop(),
          services.publishing.stop(),
          services.drafting.idle(),
        ]);
      },
    },
    /** The jobs must be stopped first. */
    async close(): Promise<void> {
      stopping.abort();
      events.close();
      store.close();
      await database.close();
    },
  };
}

function standInOf(sandbox: Sandbox | null): Outside['standIn'] {
  return sandbox && { baseUrl: sandbox.modelBaseUrl, model: sandbox.modelName };
}

export type Context = ReturnType<typeof createContext>;

export function jobsOf(
  services: Services,
  { maintenance }: Pick<Database, 'maintenance'>,
): Job[] {
  const {
    loop,
    confirmer,
    clockAhead,
    outcomes,
    watch,
    fresh,
    retention,
    account,
    notices,
    backups,
    vacuum,
  } = services;
  const jobs: Job[] = [
    { name: 'post what is due', schedule: '*/5 * * * * *', run: loop.tick },
    // Runs beside the posting loop, because a read from YouTube that hangs must not delay
    // comments that are due.
    {
      name: 'look for unconfirmed comments',
      schedule: '*/5 * * * * *',
      run: confirmer.checkDue,
    },
    { name: 'see what became of comments', schedule: '30 * * * * *', run: outcomes.tick },
    { name: 'watch what is followed', schedule: '*/15 * * * * *', run: watch.tick },
    { name: 'draft for the morning', schedule: '45 * * * * *', run: fresh.morning },
    { name: 'forget old channels', schedule: '0 40 * * * *', run: watch.forgetOld },
    // Runs every hour, since the machine may be off at night. A run with nothing to do
    // costs nothing.
    { name: 'renew old YouTube data', schedule: '0 10 * * * *', run: retention.renew },
    {
      name: 'renew the channel name',
      schedule: '0 20 */6 * * *',
      run: account.renewChannelName,
    },
    // Runs two seconds before the posting loop, so that the two do not start together.
    {
      name: 'tell what needs its owner',
      schedule: '3-59/5 * * * * *',
      run: notices.tick,
    },
    {
      name: 'take back times of a clock that was ahead',
      schedule: '45 */5 * * * *',
      run: clockAhead.takeBack,
    },
    { name: 'nightly backup', schedule: '0 */5 * * * *', run: backups.nightly },
  ];
  if (!maintenance || !vacuum) return jobs;
  return [
    ...jobs,
    { name: 'checkpoint', schedule: '0 */5 * * * *', run: maintenance.checkpoint },
    // Checked every five minutes like the backup, since the machine may be off at night.
    { name: 'vacuum', schedule: '30 */5 * * * *', run: vacuum.nightly },
  ];
}

const onSandbox =
  'The sandbox plays Google here, so there is nothing to check yet. README, “Configure real credentials”, says how to set your own.';
const inUse =
  'Chime In is running on this data. Press “Check the setup” in its Settings, under General Settings, or stop it first.';

/**
 * Prints the setup check and returns the exit code: 1 if a check has failed. Throws
 * errors with a sentence for the user.
 */
export async function printSetup(env: Environment, clock: Clock): Promise<number> {
  const config = loadConfig(env);
  if (config.google.mode === 'sandbox') throw new Error(onSandbox);
  const log = createLog('silent');
  // A reader of PostgreSQL takes no lock, so Chime In may be running.
  const database = await openConfigured(config, log, { access: 'reader' }).catch(
    (error: unknown) => {
      throw error instanceof DatabaseInUseError ? new Error(inUse) : error;
    },
  );
  const context = createContext({ config, clock, sandbox: null, log, database });
  const lines = await context.services.checkSetup().finally(context.close);
  for (const { state, name, ...rest } of lines) {
    const details = [rest.tried, rest.found, rest.page, rest.command].filter(
      (text) => text !== null,
    );
    process.stdout.write(
      [`${state.padEnd(9)}${name}`, ...details].join('\n         ').concat('\n'),
    );
  }
  return lines.some(({ state }) => state === 'failed') ? 1 : 0;
}
