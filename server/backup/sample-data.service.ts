import { type EventResource, eventResourceSchema } from '#shared/contracts/primitives.ts';
import type { SandboxState } from '#shared/contracts/sandbox.ts';
import type { notices } from '#shared/schema.ts';
import { sharedRun } from '../core/clock.ts';
import { conflict } from '../core/errors.ts';
import type { ClockAndEvents } from '../core/events.ts';
import { isListed } from '../features/auth/auth.rules.ts';
import type { TokenVault } from '../features/auth/token-vault.ts';
import type { PublishingService } from '../features/publishing/publishing.service.ts';
import { fromRow, type TableName, tableNames } from './format.ts';
import { loadRows } from './restore-backup.ts';
import type { SampleDataRepository, SampleTarget } from './sample-data.repository.ts';

interface SampleRequest {
  now: Date;
  timeZone: string;
  firstId: number;
  clientId: string;
}

type Rows = readonly object[];

/** A month of sample data: rows as in a backup, and the data that a backup leaves out. */
export interface SampleMonth {
  rows: Partial<Record<TableName, Rows>>;
  notices: readonly (typeof notices.$inferInsert)[];
  account: {
    googleSub: string;
    email: string;
    name: string;
    picture: string;
    channelId: string;
    channelTitle: string;
    scopes: string[];
  };
  grant: {
    accessToken: string;
    accessTokenExpiresAt: Date;
    refreshToken: string;
    grantExpiresAt: Date;
  };
}

/**
 * The part of the sandbox (the stand-in for Google and YouTube) that this service needs.
 */
export interface SampleWorld {
  readonly monthOwner: string;
  loadMonth(request: SampleRequest): SampleMonth;
  startOver(): void;
}

interface Deps extends ClockAndEvents {
  repository: SampleDataRepository;
  world: SampleWorld;
  vault: Pick<TokenVault, 'seal'>;
  clientId: string;
  ownerEmails: readonly string[];
  /** Does the work while no job runs. */
  whilePaused<T>(work: () => Promise<T>): Promise<T>;
  publishing: Pick<PublishingService, 'betweenPosts'>;
}

/**
 * Loading the sample keeps the model and notice settings, because the owner may have set
 * them up already.
 */
const keptTables: readonly TableName[] = [
  'modelSettings',
  'modelProfiles',
  'noticeSettings',
];

/** Exists in the sandbox only (rule 1.7, decision 032). */
export function createSampleDataService(deps: Deps) {
  const { repository, world, vault, clientId, ownerEmails, publishing, events, clock } =
    deps;
  const loading = sharedRun<string>();
  /** True while a sample loads that was requested before there was an owner. */
  let isOpenLoad = false;
  const everything: readonly EventResource[] = eventResourceSchema.options;

  /** Prevents jobs and posts from seeing a half-finished change. */
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    publishing.betweenPosts(() => deps.whilePaused(work));

  const changing = <T>(work: (target: SampleTarget) => Promise<T>): Promise<T> =>
    repository.changing(async (target) => {
      await target.lockTables();
      return work(target);
    });

  async function load(timeZone: string): Promise<string> {
    if (!isListed(world.monthOwner, ownerEmails)) throw notListed(world.monthOwner);
    const now = clock.now();
    let isWorldLoaded = false;
    isOpenLoad = !(await repository.hasOwner());
    try {
      const googleSub = await alone(() =>
        changing(async (target) => {
          if (await target.hasOwnData()) throw notEmpty();
          const firstId = await target.firstFreeId();
          await target.clear(keptTables);
          isWorldLoaded = true;
          const month = world.loadMonth({ now, timeZone, firstId, clientId });
          await insertMonth(target, month, { vault, at: clock.now() });
          await target.checkReferences();
          await target.continueIdsAfter(await target.highestIds());
          return month.account.googleSub;
        }),
      );
      events.changed(...everything);
      return googleSub;
    } catch (error) {
      // Otherwise the sandbox would have a month of data that the app does not have.
      if (isWorldLoaded) world.startOver();
      throw error;
    } finally {
      isOpenLoad = false;
    }
  }

  return {
    async state(): Promise<SandboxState> {
      const isForOwner = isListed(world.monthOwner, ownerEmails);
      return { canLoadSample: isForOwner && !(await repository.hasOwnData()) };
    },

    /**
     * True if nobody has to be signed in: before there is an owner, and until the first
     * load is done, so that a second click succeeds too.
     */
    isOpenToAll: async (): Promise<boolean> =>
      isOpenLoad || !(await repository.hasOwner()),

    /**
     * Returns the Google id of the sample's owner. Concurrent calls load once. Throws 409
     * if the owner has data of their own.
     */
    load: (timeZone: string): Promise<string> => loading(undefined, () => load(timeZone)),

    /**
     * Resets the database and the sandbox to their first start, which also signs
     * everybody out.
     */
    async startOver(): Promise<void> {
      await alone(async () => {
        await changing(async (target) => {
          const lastId = (await target.firstFreeId()) - 1;
          await target.clearAll(clock.now());
          await target.continueIdsAfter(
            new Map(tableNames.map((name) => [name, lastId])),
          );
        });
        world.startOver();
      });
      events.changed(...everything);
    },
  };
}

export type SampleDataService = ReturnType<typeof createSampleDataService>;

/** Inserts the rows of the month and its owner, signed in since `at`. */
async function insertMonth(
  target: SampleTarget,
  { rows, notices, account, grant }: SampleMonth,
  { vault, at }: Pick<Deps, 'vault'> & { at: Date },
): Promise<void> {
  for (const table of tableNames) {
    const values = (rows[table] ?? []).map((row) => fromRow(table, { ...row }));
    if (values.length > 0) await loadRows(target, table, values);
  }
  await target.insertNotices(notices);
  await target.insertAccount({
    id: 1,
    ...account,
    sealedAccessToken: vault.seal(grant.accessToken, 'access token'),
    sealedRefreshToken: vault.seal(grant.refreshToken, 'refresh token'),
    accessTokenExpiresAt: grant.accessTokenExpiresAt,
    grantExpiresAt: grant.grantExpiresAt,
    connectedAt: at,
    updatedAt: at,
  });
}

const notEmpty = () =>
  conflict(
    'not_empty',
    'The sample would replace what you have made here. Choose “Start over” in the settings first.',
  );

const notListed = (email: string) =>
  conflict(
    'not_the_owner',
    `The sample belongs to ${email}, which OWNER_EMAIL does not list. Add the address, or leave OWNER_EMAIL empty.`,
  );
