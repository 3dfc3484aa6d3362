import pLimit from 'p-limit';
import type { GenerateBulkResponse } from '#shared/contracts/drafts.ts';
import type { ProblemCode } from '#shared/contracts/primitives.ts';
import { AppError } from '../../core/errors.ts';
import { failsForAll } from '../language-model/model-failures.rules.ts';

interface Steps {
  write(videoId: number): Promise<number>;
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

const skippedBecause: Partial<Record<ProblemCode, string>> = {
  comment_exists: 'Comment already exists',
  comments_off: 'Comments are turned off for this video',
  channel_blocked: 'Channel is on your blocked list',
  video_unavailable: 'Video is no longer available',
};

/** Returns an outcome per video, in order; one failure never touches another. */
export async function draftAll(videoIds: readonly number[], steps: Steps): Promise<GenerateBulkResponse> {
  let stop: AppError | null = null;
  const outcomes = await pLimit(steps.atOnce).map(videoIds, async (videoId): Promise<Outcome> => {
    const refusal = stop?.message ?? (steps.isStopping() ? stoppingSentence : null);
    if (refusal !== null) return { error: { videoId, error: refusal } };
    try {
      return { result: await written(videoId, steps) };
    } catch (error) {
      if (failsForAll(error)) stop = error;
      return notWritten(videoId, error, steps);
    }
  });
  return summed(outcomes);
}

async function written(videoId: number, { write, enqueue, report }: Steps): Promise<Result> {
  const commentId = await write(videoId);
  const done = { videoId, success: true, skipped: false, commentId };
  if (!enqueue) return { ...done, addedToQueue: false, reason: null };
  try {
    await enqueue(commentId);
    return { ...done, addedToQueue: true, reason: null };
  } catch (error) {
    report(error);
    return {
      ...done,
      addedToQueue: false,
      reason: 'The comment was written but could not be queued. Find it in History.',
    };
  }
}

function notWritten(videoId: number, error: unknown, { report }: Steps): Outcome {
  if (!(error instanceof AppError)) {
    report(error);
    return { error: { videoId, error: 'Something went wrong on the server. Try this video again.' } };
  }
  const reason = error.code === 'nothing_to_add' ? error.message : skippedBecause[error.code];
  if (!reason) return { error: { videoId, error: error.message } };
  return {
    result: { videoId, success: false, addedToQueue: false, skipped: true, reason, commentId: null },
  };
}

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
