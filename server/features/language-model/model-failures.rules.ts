import { AppError } from '../../core/errors.ts';
import {
  LanguageModelError,
  type LanguageModelFailure,
} from '../../providers/language-model/language-model.ts';

const problems: Record<LanguageModelFailure, () => AppError> = {
  unavailable: () =>
    new AppError(
      503,
      'model_unavailable',
      'The language model did not answer, or broke off. Try again in a moment; if it stays, check that its server runs.',
    ),
  busy: () =>
    new AppError(503, 'model_unavailable', 'The language model is busy right now. Try again in a minute.'),
  quota: () =>
    new AppError(
      503,
      'model_quota',
      'The language model’s account has no credit left, or its spending limit is reached. Add credit or raise the limit with its provider.',
    ),
  config: () =>
    new AppError(
      503,
      'model_misconfigured',
      'The language model refused the request. Check OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL on the server.',
    ),
  refused: () =>
    new AppError(
      422,
      'model_refused',
      'The language model declined to write about this video. Try another style, or leave this video out.',
    ),
  bad_answer: () =>
    new AppError(
      502,
      'model_bad_answer',
      'The language model gave an answer that could not be used, twice. Try again, or choose a more capable model.',
    ),
};

export function foreignText(): AppError {
  return new AppError(
    502,
    'model_bad_answer',
    'The language model wrote links or your voice profile’s own text instead of a comment, twice. Look at the video’s description before you try again; it may tell models what to write.',
  );
}

export async function toUserError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw error instanceof LanguageModelError ? problems[error.kind]() : error;
  }
}

/** True if the next video would fail the same way. */
export function failsForAll(error: unknown): error is AppError {
  return error instanceof AppError && (error.code === 'model_quota' || error.code === 'model_misconfigured');
}
