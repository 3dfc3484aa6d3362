import { modelError } from '../model/errors.ts';
import { reasons } from '../youtube/error-catalogue.ts';
import { type GoogleError, googleError, rateLimited } from '../youtube/errors.ts';
import type { ErrorAnswer } from './fault.ts';

const usualReason: Record<number, string> = {
  400: 'badRequest',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  429: 'rateLimitExceeded',
  500: 'internalError',
  503: 'backendError',
};

const bucketOf = (path: string) => (path.endsWith('/search') ? 'search' : 'shared');

/** The two comment resources share many reasons, each under its own domain. */
const domainOf = (path: string, reason: string) =>
  path.endsWith('/comments') && reasons[reason]?.domain === 'youtube.commentThread'
    ? 'youtube.comment'
    : undefined;

const google = (path: string, wanted: ErrorAnswer, now: Date): GoogleError => {
  const reason = wanted.reason ?? usualReason[wanted.status ?? 400] ?? 'internalError';
  const isGateway429 =
    reason === 'rateLimitExceeded' && (wanted.status ?? 429) === 429 && wanted.dialect !== 'legacy';
  if (isGateway429) {
    const per = wanted.daily ? 'day' : 'minute';
    return rateLimited(bucketOf(path), per, wanted.daily ? 100 : 180, now);
  }
  return googleError(reason, {
    status: wanted.status,
    domain: domainOf(path, reason),
    message: wanted.message,
    dialect: wanted.dialect === 'gateway' || wanted.dialect === 'legacy' ? wanted.dialect : undefined,
  });
};

/** `now` is when a rate window began. */
export const errorAnswer = (
  path: string,
  wanted: ErrorAnswer,
  now: Date,
): { status: number; body: unknown } => {
  if (wanted.body !== undefined) return { status: wanted.status ?? 500, body: wanted.body };
  const speaksModel = wanted.dialect === 'openai' || path.startsWith('/v1/');
  if (speaksModel) return modelError(wanted.reason, wanted.status, wanted.message);
  if (path.startsWith('/youtube/')) return google(path, wanted, now);
  const status = wanted.status ?? 400;
  const error = wanted.reason ?? (status >= 500 ? 'internal_failure' : 'invalid_grant');
  const description =
    wanted.message ?? (error === 'invalid_grant' ? 'Token has been expired or revoked.' : 'Bad Request');
  return { status, body: { error, error_description: description } };
};
