import { type PostingReason, postingReason } from '#shared/rules/posting-reasons.ts';
import { AppError } from '../../core/errors.ts';
import type { YouTubeError, YouTubeFailure } from '../../providers/youtube/youtube.ts';
import { configCode, refusalCode } from './refusal-codes.rules.ts';

const unexplained =
  'YouTube refused this without saying why. It may be the network or the Google project; try again in a few minutes.';

/** A 5xx only where trying again may help: the page repeats it, which costs quota. */
const answers: Record<YouTubeFailure, { status: number; code: PostingReason; detail?: string }> = {
  burst: { status: 429, code: 'rate_limited_by_youtube' },
  quota: { status: 429, code: 'quota_spent' },
  auth: { status: 409, code: 'needs_reauth' },
  scope: {
    status: 409,
    code: 'scope_missing',
    detail: 'The sign-in does not include YouTube. Sign in again and keep that box checked.',
  },
  account: {
    status: 409,
    code: 'account_cannot_post',
    detail: 'YouTube does not serve this account. Check the account on YouTube, then sign in again.',
  },
  config: {
    status: 409,
    code: 'request_not_understood',
    detail:
      'YouTube refused this app’s request. Check in the Google Cloud console that the YouTube Data API is enabled and that YOUTUBE_API_KEY, if set, is valid.',
  },
  forbidden: { status: 409, code: 'refused_without_reason', detail: unexplained },
  unexplained: { status: 409, code: 'refused_without_reason', detail: unexplained },
  refused: {
    status: 409,
    code: 'video_not_found',
    detail: 'YouTube refused this request. Try another search or another link.',
  },
  processing: { status: 503, code: 'youtube_unavailable' },
  unknown: { status: 503, code: 'youtube_unavailable' },
};

export function readFailure({ kind, reason }: YouTubeError): AppError {
  if (reason === 'youtubeSignupRequired') {
    return new AppError(409, 'youtube_signup_required', postingReason('youtube_signup_required'));
  }
  const refusal = refusalCode(reason);
  if (kind === 'refused' && (refusal === 'comments_off' || refusal === 'video_not_found')) {
    return new AppError(409, refusal, postingReason(refusal));
  }
  const project = kind === 'config' ? configCode(reason) : 'request_not_understood';
  if (project !== 'request_not_understood') return new AppError(409, project, postingReason(project));
  const { status, code, detail } = answers[kind];
  return new AppError(status, code, detail ?? postingReason(code));
}
