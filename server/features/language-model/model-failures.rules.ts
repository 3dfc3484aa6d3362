import type { ProblemCode } from '#shared/contracts/primitives.ts';
import { AppError, conflict } from '../../core/errors.ts';
import {
  LanguageModelError,
  type LanguageModelFailure,
  type TooLong,
} from '../../providers/language-model/language-model.ts';

const answers: Record<LanguageModelFailure, [status: number, code: ProblemCode]> = {
  no_model: [409, 'no_model'],
  unreachable: [503, 'model_unavailable'],
  slow: [503, 'model_unavailable'],
  unavailable: [503, 'model_unavailable'],
  busy: [503, 'model_unavailable'],
  quota: [503, 'model_quota'],
  not_a_server: [503, 'model_misconfigured'],
  bad_key: [503, 'model_misconfigured'],
  unknown_model: [503, 'model_misconfigured'],
  config: [503, 'model_misconfigured'],
  window: [409, 'model_window'],
  thought_out: [502, 'model_bad_answer'],
  refused: [422, 'model_refused'],
  unprepared: [409, 'nothing_to_add'],
  bad_answer: [502, 'model_bad_answer'],
};

const sentences: Record<LanguageModelFailure, string> = {
  no_model:
    'No language model is connected yet, so nothing can be drafted. Connect one in Settings, under General Settings.',
  unreachable:
    'Nothing answers at the language model’s address. Check that its server runs, and the address in Settings.',
  slow: 'The language model said nothing for too long. Try again; if it stays silent, choose a smaller or faster model in Settings.',
  unavailable:
    'The language model did not answer, or broke off. Try again in a moment; if it happens again, check that its server runs.',
  busy: 'The language model is busy right now. Try again in a minute.',
  quota:
    'The language model’s account has no credit left, or its spending limit is reached. Add credit or raise the limit with its provider.',
  not_a_server:
    'What answers at this address is not a language model server. Check the address in Settings; most end in /v1.',
  bad_key: 'The language model’s server refused the API key. Check the key in Settings.',
  unknown_model:
    'The language model’s server does not have this model, or has not loaded it. Load it there, or choose another one in Settings.',
  config:
    'The language model’s server refused the request. Check address and model in Settings.',
  window:
    'The prompt is longer than the language model’s window. Load it with a larger one, or give its size in Settings.',
  thought_out:
    'The model used up its answer thinking. Switch thinking off for it, or choose another model.',
  refused:
    'The language model declined to write about this video. Try another style, or leave this video out.',
  unprepared:
    'The sandbox has no prepared draft for this one. Write it by hand, or connect a model.',
  bad_answer:
    'The language model gave an answer that could not be used, twice. Try again, or choose a more capable model.',
};

const lastingCodes: readonly ProblemCode[] = [
  'no_model',
  'model_quota',
  'model_misconfigured',
  'model_window',
];

export function foreignText(): AppError {
  return new AppError(
    502,
    'model_bad_answer',
    'The language model wrote links or your voice profile’s own text instead of a comment, twice. Look at the video’s description before you try again; it may tell models what to write.',
  );
}

const problem = (kind: LanguageModelFailure) =>
  new AppError(...answers[kind], sentences[kind]);

const tokens = new Intl.NumberFormat('en');

const tooLong = ({ window, needed, remedy }: TooLong) =>
  conflict(
    'model_window',
    `This model holds ${tokens.format(window)} tokens; your profile and the instructions alone need ${tokens.format(needed)}. Load it with a larger window: ${remedy}.`,
  );

export const noModel = () => problem('no_model');

export async function toUserError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    throw error.tooLong ? tooLong(error.tooLong) : problem(error.kind);
  }
}

/**
 * True if this failure says nothing about the video: the model cannot write about any
 * other one either.
 */
export const isModelAway = (error: unknown): error is AppError =>
  failsForAll(error) || (error instanceof AppError && error.code === 'model_unavailable');

/** True if the next video would fail the same way. */
export function failsForAll(error: unknown): error is AppError {
  return error instanceof AppError && lastingCodes.includes(error.code);
}
