import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { SetupLine } from '#shared/contracts/connection.ts';
import { defaultCommentStyle } from '#shared/contracts/primitives.ts';
import type {
  Backups,
  ModelTest,
  UpdateModelSettings,
} from '#shared/contracts/settings.ts';
import { type Clock, sharedRun } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import { readFailure } from '../../core/youtube-failures.ts';
import { type GoogleAuth, GrantError } from '../../providers/google-auth/google-auth.ts';
import type { ModelConnection } from '../../providers/language-model/language-model.ts';
import {
  type QuotaMeter,
  type YouTube,
  YouTubeError,
} from '../../providers/youtube/youtube.ts';
import type { AccountService } from '../auth/account.service.ts';
import {
  type DraftSubject,
  noMaterial,
  requestInVoice,
  type VoiceSources,
} from '../drafting/draft-request.service.ts';
import type { DraftModel } from '../drafting/prompts/draft-model.service.ts';
import { toUserError } from '../language-model/model-failures.rules.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import type { QuotaService } from '../quota/quota.service.ts';
import { describeSetup, type Outcome } from './setup-check.rules.ts';

interface Deps {
  account: Pick<AccountService, 'account' | 'grantToken' | 'refreshAccessToken'>;
  googleAuth: Pick<GoogleAuth, 'time'>;
  youtube: (meter: QuotaMeter) => Pick<YouTube, 'ownChannel' | 'listVideos'>;
  quota: Pick<QuotaService, 'ensure' | 'meter'>;
  apiKey: string | null;
  modelSettings: Pick<ModelSettingsService, 'requireModel' | 'settings'>;
  tryModel: TryModel;
  backups: { status(): Promise<Backups> };
  publicUrl: string;
  port: number;
  dataDir: string;
  clock: Clock;
}

/** Any public video works: the check is only whether YouTube responds. */
const someVideo = 'jNQXAC9IVRw';

/**
 * Tries each part of the setup once and changes nothing (rule 6.9). Concurrent requests
 * share one run.
 */
export function createSetupCheck(deps: Deps) {
  const { account, googleAuth, youtube, quota, apiKey, modelSettings, tryModel, clock } =
    deps;
  const running = sharedRun<SetupLine[]>();

  /**
   * Returns a client that spends at most `left` units, even if it retries temporary
   * failures.
   */
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
    return reader
      .ownChannel({ kind: 'grant', accessToken: token })
      .catch(async (error) => {
        if (!(error instanceof YouTubeError && error.kind === 'auth')) throw error;
        return reader.ownChannel({
          kind: 'grant',
          accessToken: await account.refreshAccessToken(token),
        });
      });
  }

  async function draft() {
    await modelSettings.requireModel();
    return tryModel(await modelSettings.settings());
  }

  async function run(): Promise<SetupLine[]> {
    const { publicUrl, port, dataDir } = deps;
    // With PostgreSQL and SESSION_SECRET set, the data folder may not exist yet.
    const folder = existsSync(dataDir) ? dataDir : process.cwd();
    const [channel, key, aheadMs, model, backups, space] = await Promise.all([
      outcomeOf(ownChannel()),
      apiKey === null
        ? null
        : outcomeOf(limited(1).listVideos([someVideo], { kind: 'key', apiKey })),
      outcomeOf(googleAuth.time().then((time) => clock.now().getTime() - time.getTime())),
      outcomeOf(draft()),
      deps.backups.status(),
      statfs(folder),
    ]);
    const disk = { folder, freeBytes: space.bavail * space.bsize };
    return describeSetup({
      channel,
      key,
      publicUrl,
      port,
      aheadMs,
      model,
      disk,
      backups,
      // Read last, so that a sign-in that Google has just refused already counts as
      // ended.
      account: await account.account(),
      now: clock.now(),
    });
  }

  return (): Promise<SetupLine[]> => running(undefined, run);
}

async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call };
  } catch (error) {
    if (error instanceof YouTubeError) {
      const { kind, reason, project } = error;
      return { failure: { sentence: readFailure(error).message, kind, reason, project } };
    }
    if (error instanceof AppError) {
      const { message: sentence, code: reason } = error;
      return { failure: { sentence, kind: null, reason, project: null } };
    }
    if (!(error instanceof GrantError)) throw error;
    const sentence = 'Google cannot be reached right now. Try again in a few minutes.';
    return { failure: { sentence, kind: null, reason: error.kind, project: null } };
  }
}

interface TrialDeps extends VoiceSources {
  modelSettings: Pick<ModelSettingsService, 'proposed'>;
  languageModel: (
    connection: ModelConnection,
  ) => Pick<DraftModel, 'draft' | 'profile' | 'transcriptTokens'>;
  clock: Clock;
}

/** A neutral video that is always the same, so that two models can be compared. */
const video: DraftSubject = {
  title: 'What I learned from a year of code reviews',
  description:
    'Small pull requests, comments that ask instead of command, and why the fastest reviews were not the worst.',
  channelTitle: 'A Talk for Developers',
  tags: [],
  language: 'en',
};

/**
 * Estimated tokens per minute of speech: 150 words of six letters, including the space.
 */
const tokensPerMinute = 225;
/**
 * A window of this many tokens holds the prompt of a draft, its answer, and a quarter of
 * an hour of transcript.
 */
const enoughWindow = 16_384;
const fewWordsPerSecond = 3;

/**
 * Makes a trial draft with settings that are not saved yet. Stores nothing except what
 * was learned about the model. Throws the model's failures as errors with a sentence for
 * the user.
 */
export function createTrialDraftService({
  modelSettings,
  languageModel,
  voice,
  rules,
  ownComments,
  clock,
}: TrialDeps) {
  return async function tryModel(
    asked: UpdateModelSettings,
    signal?: AbortSignal,
  ): Promise<ModelTest> {
    const model = languageModel(await modelSettings.proposed(asked));
    const profile = await voice.activeProfile();
    const style = profile?.defaultCommentStyle ?? defaultCommentStyle;
    const sources = { rules, ownComments };
    const voiced = await requestInVoice(sources, profile, {
      video,
      style,
      material: noMaterial,
    });
    const request = { ...voiced.request, anyway: true };
    const startedAt = clock.now().getTime();
    const passed = () => clock.now().getTime() - startedAt;
    let firstWordMs: number | null = null;
    const onComment = (soFar: string) => {
      if (soFar !== '') firstWordMs ??= passed();
    };
    const draft = await toUserError(model.draft(request, { signal, onComment }));
    const milliseconds = passed();
    const { structured, streamed } = draft.call;
    // Read after the draft, when the model is loaded.
    const found = await model.profile();
    const withTranscript = {
      ...request,
      material: { ...noMaterial, transcript: () => '' },
    };
    const transcriptMinutes = Math.floor(
      (await model.transcriptTokens(withTranscript)) / tokensPerMinute,
    );
    const shownFirstWordMs = streamed ? firstWordMs : null;
    const wordsPerSecond = speedOf(draft.comment, milliseconds - (shownFirstWordMs ?? 0));
    const thinking = thinkingOf(found);
    return {
      model: draft.model,
      text: draft.comment,
      milliseconds,
      server: found.server,
      window: found.loadedWindow ?? found.window,
      possibleWindow: found.possibleWindow,
      thinking,
      structured,
      streaming: streamed,
      firstWordMs: shownFirstWordMs,
      wordsPerSecond,
      transcriptMinutes,
      shortfalls: shortfallsOf({
        model: found,
        thinking,
        structured,
        streamed,
        wordsPerSecond,
        transcriptMinutes,
      }),
    };
  };
}

/**
 * Returns how many words a second were written, or null if the time is too short to tell.
 */
function speedOf(text: string, writingMs: number): number | null {
  const words = text.split(/\s+/).length;
  return writingMs > 0 ? words / (writingMs / 1000) : null;
}

type FoundModel = Awaited<ReturnType<DraftModel['profile']>>;

function thinkingOf({ thinks, thinkingIsOff }: FoundModel): ModelTest['thinking'] {
  if (!thinks) return 'none';
  return thinkingIsOff ? 'off' : 'on';
}

interface Trial
  extends Pick<
    ModelTest,
    'thinking' | 'structured' | 'wordsPerSecond' | 'transcriptMinutes'
  > {
  model: FoundModel;
  streamed: boolean;
}

/**
 * Returns a sentence for each way in which the model is worse for drafts than it could
 * be.
 */
function shortfallsOf(trial: Trial): string[] {
  const { thinking, structured, streamed, wordsPerSecond } = trial;
  const sentences: string[] = [];
  const window = windowShortfall(trial);
  if (window !== null) sentences.push(window);
  if (thinking === 'on')
    sentences.push(
      'It thinks before it writes, and could not be told not to: drafts take longer and have less room. Choose a model that does not think, or switch it off in its template.',
    );
  if (!structured)
    sentences.push(
      'It does not follow a required form of answer. Chime In then describes the form in words, which smaller models miss more often. Choose a larger one.',
    );
  if (!streamed)
    sentences.push(
      'It sends its answers only when they are complete, so drafts appear all at once.',
    );
  if (wordsPerSecond !== null && wordsPerSecond < fewWordsPerSecond)
    sentences.push(
      'It writes slowly, so a draft takes a minute or more. Choose a smaller model for quicker ones.',
    );
  return sentences;
}

function windowShortfall({ model, transcriptMinutes }: Trial): string | null {
  const { window, isWindowKnown, remedy } = model;
  const size = count.format(window);
  if (!isWindowKnown)
    return `We don’t know this server’s window and assume ${size} tokens. Set the window in Settings if it is larger or smaller.`;
  if (window >= enoughWindow) return null;
  const missing =
    transcriptMinutes === 0
      ? 'no transcript has room'
      : 'a longer transcript goes in only in part';
  return `It holds ${size} tokens, so ${missing}. To fix this: ${remedy(enoughWindow)}.`;
}

const count = new Intl.NumberFormat('en');

export type TryModel = ReturnType<typeof createTrialDraftService>;
