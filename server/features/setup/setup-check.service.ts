import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Backups } from '#shared/contracts/backups.ts';
import type { SetupLine } from '#shared/contracts/setup-check.ts';
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { type GoogleAuth, GrantError } from '../../providers/google-auth/google-auth.ts';
import { type QuotaMeter, type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { readFailure } from '../videos/read-failures.rules.ts';
import { describeSetup, type Outcome } from './setup-check.rules.ts';
import type { TryModel } from './trial-draft.service.ts';

interface Deps {
  account: Pick<AccountService, 'account' | 'grantToken' | 'refreshAccessToken'>;
  googleAuth: Pick<GoogleAuth, 'time'>;
  youtube: (meter: QuotaMeter) => Pick<YouTube, 'ownChannel' | 'listVideos'>;
  quota: Pick<QuotaService, 'ensure' | 'meter'>;
  /** Null without one. */
  apiKey: string | null;
  modelSettings: Pick<ModelSettingsService, 'requireModel' | 'settings'>;
  tryModel: TryModel;
  backups: { status(): Promise<Backups> };
  publicUrl: string;
  port: number;
  dataDir: string;
  clock: Clock;
}

/** Any public video does: what counts is whether YouTube answers. */
const someVideo = 'jNQXAC9IVRw';

/** Tries each part of the setup once and changes nothing (rule 6.9). One run serves all who ask at once. */
export function createSetupCheck(deps: Deps) {
  const { account, googleAuth, youtube, quota, apiKey, modelSettings, tryModel, clock } = deps;
  let running: Promise<SetupLine[]> | null = null;

  /** The client repeats what failed for the moment: never beyond `left` units. */
  function limited(left: number) {
    return youtube({
      async spend(bucket, cost) {
        if (cost > left) throw new YouTubeError('unknown', 'enough_tried', bucket);
        await quota.ensure({ [bucket]: cost });
        left -= cost;
        return quota.meter.spend(bucket, cost);
      },
    });
  }

  async function ownChannel() {
    const reader = limited(2);
    const token = await account.grantToken();
    return reader.ownChannel({ kind: 'grant', accessToken: token }).catch(async (error) => {
      if (!(error instanceof YouTubeError && error.kind === 'auth')) throw error;
      return reader.ownChannel({ kind: 'grant', accessToken: await account.refreshAccessToken(token) });
    });
  }

  async function draft() {
    await modelSettings.requireModel();
    return tryModel(await modelSettings.settings());
  }

  async function run(): Promise<SetupLine[]> {
    const { publicUrl, port, dataDir } = deps;
    // With PostgreSQL and a secret of its own it may not be there yet.
    const folder = existsSync(dataDir) ? dataDir : process.cwd();
    const [channel, key, aheadMs, model, backups, space] = await Promise.all([
      outcomeOf(ownChannel()),
      apiKey === null ? null : outcomeOf(limited(1).listVideos([someVideo], { kind: 'key', apiKey })),
      outcomeOf(googleAuth.time().then((time) => clock.now().getTime() - time.getTime())),
      outcomeOf(draft()),
      deps.backups.status(),
      statfs(folder),
    ]);
    const disk = { folder, freeBytes: space.bavail * space.bsize };
    const findings = { channel, key, publicUrl, port, aheadMs, model, disk, backups };
    // Read last: a sign-in that Google refused just now is known to be over.
    return describeSetup({ ...findings, account: await account.account(), now: clock.now() });
  }

  return function checkSetup(): Promise<SetupLine[]> {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}

async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call };
  } catch (error) {
    if (error instanceof YouTubeError) {
      const { kind, reason, project } = error;
      return { failure: { sentence: readFailure(error).message, kind, reason, project } };
    }
    const notAsked = { kind: null, project: null };
    if (error instanceof AppError)
      return { failure: { ...notAsked, sentence: error.message, reason: error.code } };
    if (!(error instanceof GrantError)) throw error;
    const sentence = 'Google cannot be reached right now. Try again in a few minutes.';
    return { failure: { ...notAsked, sentence, reason: error.kind } };
  }
}
