import pLimit from 'p-limit';
import type {
  BulkRun,
  DraftManner,
  GenerateBulkResponse,
  GenerateRequest,
} from '#shared/contracts/drafts.ts';
import type { ProblemCode } from '#shared/contracts/primitives.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { Log } from '../../core/log.ts';

import { failsForAll } from '../language-model/model-failures.rules.ts';
import type { ModelSettingsService } from '../language-model/model-settings.service.ts';
import type { BackgroundWork } from './background-work.ts';
import type { BulkRepository, BulkRow, BulkVideo } from './bulk.repository.ts';
import type { DraftOptions } from './draft-maker.ts';
import type { RedraftOptions, StoredDraft } from './draft-writer.ts';
import type { DraftModel } from './prompts/draft-model.service.ts';

interface Steps {
  /** Writes a draft, and queues it for review if the bulk asks for that. */
  write(video: BulkVideo): Promise<StoredDraft>;
  atOnce: number;
  isStopping: () => boolean;
  report(error: unknown): void;
}

type Result = GenerateBulkResponse['results'][number];
/** The failure because of which the remaining videos of a bulk are not tried. */
interface StopReason {
  error: AppError | null;
}

type Outcome = { result: Result } | { error: GenerateBulkResponse['errors'][number] };

const stoppingSentence =
  'The server is restarting. Nothing was written for this video; try it again in a moment.';

const stoppedSentence = 'You stopped before this video. Nothing was written for it.';

const skippedBecause: Partial<Record<ProblemCode, string>> = {
  comment_exists: 'Comment already exists',
  comments_off: 'Comments are turned off for this video',
  channel_blocked: 'Channel is on your blocked list',
  video_unavailable: 'Video is no longer available',
};

/**
 * Stores the videos of a bulk and the outcome of each, so that a reload or a restart
 * loses nothing.
 */
export function createBulkRuns(repository: BulkRepository, events: Events) {
  let running = 0;
  const tell = () => events.changed('bulk-run');

  /** Drafts a video that no other bulk took, and stores its outcome. */
  async function draftOne(
    video: BulkVideo,
    steps: Steps,
    stop: StopReason,
  ): Promise<Outcome> {
    const { videoId } = video;
    // The remaining videos are reported after the restart.
    if (steps.isStopping()) return failed(videoId, stoppingSentence);
    const stateInstead = await repository.begin(video);
    if (stateInstead === 'stopped') return failed(videoId, stoppedSentence);
    if (stateInstead !== null) return skipped(videoId, 'Another bulk generation took it');
    const outcome = stop.error
      ? failed(videoId, stop.error.message)
      : await attempt(video, steps, stop);
    await storeOutcome(videoId, outcome);
    tell();
    return outcome;
  }

  async function storeOutcome(videoId: number, outcome: Outcome): Promise<void> {
    if ('error' in outcome) await repository.end(videoId, 'failed', outcome.error.error);
    else await repository.end(videoId, outcome.result.skipped ? 'skipped' : 'drafted');
  }

  /**
   * Returns an outcome for each video, in order. A failure only affects other videos if
   * the model would fail for all of them.
   */
  async function draftAll(
    videos: readonly BulkVideo[],
    steps: Steps,
  ): Promise<GenerateBulkResponse> {
    const stop: StopReason = { error: null };
    const outcomes = await pLimit(steps.atOnce).map(videos, (video) =>
      draftOne(video, steps, stop),
    );
    return summed(outcomes);
  }

  return {
    /** Overlapping bulks count as one run. */
    async draft(
      videos: readonly BulkVideo[],
      steps: Steps,
    ): Promise<GenerateBulkResponse> {
      if (videos.length === 0) return summed([]);
      running += 1;
      try {
        await repository.add(videos, running === 1);
        tell();
        return await draftAll(videos, steps);
      } finally {
        running -= 1;
        tell();
      }
    },

    /** Stops the run once the drafts in progress are written. */
    async stop(): Promise<BulkRun | null> {
      await repository.stop();
      tell();
      return this.present();
    },

    /** Deletes the last run, unless one is in progress. */
    async forget(): Promise<void> {
      if (running === 0) await repository.clear();
      tell();
    },

    /** Returns the rest of the last run, each video as it was requested. */
    async left(): Promise<BulkVideo[]> {
      const rows = leftOf(await repository.all(), running > 0);
      return rows.map(({ videoId, style, addToQueue, manner }) => ({
        videoId,
        style,
        addToQueue,
        manner,
      }));
    },

    present: async (): Promise<BulkRun | null> =>
      runOf(await repository.all(), running > 0),
  };
}

export type BulkRuns = ReturnType<typeof createBulkRuns>;

const having = (rows: readonly BulkRow[], ...states: BulkRow['state'][]) =>
  rows.filter(({ state }) => states.includes(state));

/**
 * Returns the videos that the last run left without a draft; none while a run is under
 * way.
 */
function leftOf(rows: readonly BulkRow[], isRunning: boolean): BulkRow[] {
  return isRunning ? [] : having(rows, 'waiting', 'writing', 'stopped', 'failed');
}

/** Returns the state of the last run, or null if there is none. */
function runOf(rows: readonly BulkRow[], isRunning: boolean): BulkRun | null {
  if (rows.length === 0) return null;
  const left = leftOf(rows, isRunning);
  const failed = having(rows, 'failed');
  return {
    isRunning,
    all: rows.length,
    drafted: having(rows, 'drafted').length,
    skipped: having(rows, 'skipped').length,
    failed: failed.length,
    left: left.map(({ videoId }) => videoId),
    stopped: having(rows, 'stopped').length > 0,
    restarted: having(left, 'waiting', 'writing').length > 0,
    failure: failed.at(-1)?.failure ?? null,
  };
}

interface BulkDeps {
  runs: Pick<BulkRuns, 'draft'>;
  generate(
    request: Pick<GenerateRequest, 'videoId' | 'style'> & DraftManner,
    options: Pick<RedraftOptions, 'toQueue'> & Pick<DraftOptions, 'siblings'>,
  ): Promise<StoredDraft>;
  languageModel: Pick<DraftModel, 'profile'>;
  modelSettings: Pick<ModelSettingsService, 'requireModel'>;
  background: BackgroundWork;
  log: Pick<Log, 'error'>;
  isStopping: () => boolean;
}

/** Concurrent drafts of a bulk, on a server that answers several calls at a time. */
const draftsAtOnce = 4;

export function createBulkDrafts(deps: BulkDeps) {
  const { runs, generate, languageModel, modelSettings, background, log, isStopping } =
    deps;

  /** Drafts the videos that `choose` returns. Calls it only once a model is connected. */
  return async function draftBulk(
    choose: () => Promise<BulkVideo[]>,
  ): Promise<GenerateBulkResponse> {
    await modelSettings.requireModel();
    const { isLocal } = await languageModel.profile();
    const siblings = new Map<number, string>();
    const bulk = runs.draft(await choose(), {
      write: ({ videoId, style, addToQueue, manner }) =>
        generate({ videoId, style, ...manner }, { toQueue: addToQueue, siblings }),
      atOnce: isLocal ? 1 : draftsAtOnce,
      isStopping,
      report: (error) => log.error({ err: error }, 'a draft of a bulk failed'),
    });
    return background.track(bulk);
  };
}

/** Stores the failure in `stop` if the model would fail for all other videos as well. */
async function attempt(
  video: BulkVideo,
  steps: Steps,
  stop: StopReason,
): Promise<Outcome> {
  try {
    return { result: await written(video, steps) };
  } catch (error) {
    if (failsForAll(error)) stop.error = error;
    return notWritten(video.videoId, error, steps);
  }
}

async function written(video: BulkVideo, { write }: Steps): Promise<Result> {
  const { commentId, read } = await write(video);
  await read;
  return {
    videoId: video.videoId,
    success: true,
    addedToQueue: video.addToQueue,
    skipped: false,
    reason: null,
    commentId,
  };
}

function notWritten(videoId: number, error: unknown, { report }: Steps): Outcome {
  if (!(error instanceof AppError)) {
    report(error);
    return failed(videoId, 'Something went wrong on the server. Try this video again.');
  }
  const reason =
    error.code === 'nothing_to_add' ? error.message : skippedBecause[error.code];
  if (!reason) return failed(videoId, error.message);
  return skipped(videoId, reason);
}

const failed = (videoId: number, error: string): Outcome => ({
  error: { videoId, error },
});

const skipped = (videoId: number, reason: string): Outcome => ({
  result: {
    videoId,
    success: false,
    addedToQueue: false,
    skipped: true,
    reason,
    commentId: null,
  },
});

function summed(outcomes: readonly Outcome[]): GenerateBulkResponse {
  const results = outcomes.flatMap((outcome) =>
    'result' in outcome ? [outcome.result] : [],
  );
  const errors = outcomes.flatMap((outcome) =>
    'error' in outcome ? [outcome.error] : [],
  );
  return {
    results,
    errors,
    summary: {
      successful: results.filter(({ success }) => success).length,
      skipped: results.filter(({ skipped }) => skipped).length,
      failed: errors.length,
      addedToQueue: results.filter(({ addedToQueue }) => addedToQueue).length,
    },
  };
}
