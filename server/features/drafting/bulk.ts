import pLimit from 'p-limit';
import type { BulkRun, GenerateBulkRequest, GenerateBulkResponse } from '#shared/contracts/drafts.ts';
import type { ProblemCode } from '#shared/contracts/primitives.ts';
import { AppError } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import { failsForAll } from '../language-model/model-failures.rules.ts';
import type { Written } from './answers.service.ts';
import type { BulkVideo, DraftingRepository } from './drafting.repository.ts';

interface Steps {
  write(videoId: number): Promise<Written>;
  enqueue: ((commentId: number) => Promise<unknown>) | null;
  /** Drafts under way at a time. */
  atOnce: number;
  isStopping: () => boolean;
  report(error: unknown): void;
}

type Result = GenerateBulkResponse['results'][number];
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

/** What outlives a page and a restart of a bulk: which videos it is for, and what became of each. */
export function createBulkRuns(repository: DraftingRepository['bulk'], events: Events) {
  let running = 0;
  const tell = () => events.changed('bulk-run');

  /** Returns an outcome per video, in order; one failure never touches another. */
  async function draftAll(videoIds: readonly number[], steps: Steps): Promise<GenerateBulkResponse> {
    let stop: AppError | null = null;
    const outcomes = await pLimit(steps.atOnce).map(videoIds, async (videoId): Promise<Outcome> => {
      const failed = (error: string) => ({ error: { videoId, error } });
      // What is left then is told after the restart.
      if (steps.isStopping()) return failed(stoppingSentence);
      const instead = await repository.begin(videoId);
      if (instead === 'stopped') return failed(stoppedSentence);
      if (instead) return skipped(videoId, 'Another bulk generation took it');
      const outcome = stop ? failed(stop.message) : await attempt(videoId);
      if ('error' in outcome) await repository.end(videoId, 'failed', outcome.error.error);
      else await repository.end(videoId, outcome.result.skipped ? 'skipped' : 'drafted');
      tell();
      return outcome;
    });
    return summed(outcomes);

    async function attempt(videoId: number): Promise<Outcome> {
      try {
        return { result: await written(videoId, steps) };
      } catch (error) {
        if (failsForAll(error)) stop = error;
        return notWritten(videoId, error, steps);
      }
    }
  }

  return {
    /** Bulks that overlap count as one. */
    async draft(
      { videoIds, style, addToQueue }: GenerateBulkRequest,
      steps: Steps,
    ): Promise<GenerateBulkResponse> {
      running += 1;
      try {
        if (running === 1) await repository.clear();
        await repository.add(videoIds.map((videoId) => ({ videoId, style, addToQueue })));
        tell();
        return await draftAll(videoIds, steps);
      } finally {
        running -= 1;
        tell();
      }
    },

    /** Ends after what is being written. */
    async stop(): Promise<BulkRun | null> {
      await repository.stop();
      tell();
      return this.present();
    },

    /** Forgets what is over; null where nothing is left to tell. */
    async forget(): Promise<void> {
      if (running === 0) await repository.clear();
      tell();
    },

    async present(): Promise<BulkRun | null> {
      const rows = await repository.all();
      const [first] = rows;
      if (!first) return null;
      const having = (...states: BulkVideo['state'][]) => rows.filter(({ state }) => states.includes(state));
      const isRunning = running > 0;
      const cut = isRunning ? [] : having('waiting', 'writing');
      const left = isRunning ? [] : [...cut, ...having('stopped', 'failed')];
      return {
        isRunning,
        all: rows.length,
        drafted: having('drafted').length,
        skipped: having('skipped').length,
        failed: having('failed').length,
        left: left.map(({ videoId }) => videoId),
        stopped: having('stopped').length > 0,
        restarted: cut.length > 0,
        failure: having('failed').at(-1)?.failure ?? null,
        style: first.style,
        addToQueue: first.addToQueue,
      };
    },
  };
}

async function written(videoId: number, { write, enqueue, report }: Steps): Promise<Result> {
  const { id: commentId, read } = await write(videoId);
  const done = { videoId, success: true, skipped: false, commentId };
  try {
    // Before the reading is over: a restart may cut it off.
    await enqueue?.(commentId);
    return { ...done, addedToQueue: enqueue !== null, reason: null };
  } catch (error) {
    report(error);
    return {
      ...done,
      addedToQueue: false,
      reason: 'The comment was written but could not be queued. Find it in History.',
    };
  } finally {
    await read;
  }
}

function notWritten(videoId: number, error: unknown, { report }: Steps): Outcome {
  if (!(error instanceof AppError)) {
    report(error);
    return { error: { videoId, error: 'Something went wrong on the server. Try this video again.' } };
  }
  const reason = error.code === 'nothing_to_add' ? error.message : skippedBecause[error.code];
  if (!reason) return { error: { videoId, error: error.message } };
  return skipped(videoId, reason);
}

const skipped = (videoId: number, reason: string): Outcome => ({
  result: { videoId, success: false, addedToQueue: false, skipped: true, reason, commentId: null },
});

function summed(outcomes: readonly Outcome[]): GenerateBulkResponse {
  const results = outcomes.flatMap((outcome) => ('result' in outcome ? [outcome.result] : []));
  const errors = outcomes.flatMap((outcome) => ('error' in outcome ? [outcome.error] : []));
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
