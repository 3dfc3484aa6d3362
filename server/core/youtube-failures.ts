import { type PostingReason, postingReason } from '#shared/rules/posting-reasons.ts';
import type { YouTubeError, YouTubeFailure } from '../providers/youtube/youtube.ts';
import { AppError } from './errors.ts';

const projectCodes: Record<string, PostingReason> = {
  API_KEY_HTTP_REFERRER_BLOCKED: 'api_key_referrer_blocked',
  API_KEY_INVALID: 'api_key_invalid',
  API_KEY_IP_ADDRESS_BLOCKED: 'api_key_ip_blocked',
  API_KEY_SERVICE_BLOCKED: 'api_key_service_blocked',
  BILLING_DISABLED: 'billing_disabled',
  CONSUMER_INVALID: 'project_invalid',
  CONSUMER_SUSPENDED: 'project_suspended',
  USER_PROJECT_DENIED: 'project_denied',
  accessNotConfigured: 'api_not_configured',
};

/** Returns the code for a problem with the Google project. */
export const configCode = (reason: string): PostingReason =>
  projectCodes[reason] ?? 'request_not_understood';

/** Returns the code for an account that YouTube does not let comment. */
export const accountCode = (reason: string): PostingReason =>
  reason === 'youtubeSignupRequired' ? 'youtube_signup_required' : 'account_cannot_post';

const refusals: Record<string, PostingReason> = {
  commentsDisabled: 'comments_off',
  videoNotFound: 'video_not_found',
  commentTextTooLong: 'text_too_long',
  invalidCustomEmoji: 'emoji_refused',
  operationNotSupported: 'answers_refused',
  parentCommentIsPrivate: 'parent_private',
  commentNotFound: 'parent_gone',
  parentCommentNotFound: 'parent_gone',
  parentIdMissing: 'parent_gone',
};

/** Returns the code for a comment, a video or a thread that YouTube refuses. */
export const refusalCode = (reason: string): PostingReason =>
  refusals[reason] ?? 'comment_refused';

const unexplained =
  'YouTube refused this without saying why. It may be the network or the Google project; try again in a few minutes.';

/**
 * Uses a 5xx status only if a retry may help, because the page retries those and each
 * retry costs quota.
 */
const answers: Record<
  YouTubeFailure,
  { status: number; code: PostingReason; detail?: string }
> = {
  burst: { status: 429, code: 'rate_limited_by_youtube' },
  quota: { status: 429, code: 'quota_spent' },
  auth: { status: 409, code: 'needs_reauth' },
  scope: {
    status: 409,
    code: 'scope_missing',
    detail:
      'The sign-in does not include YouTube. Sign in again and keep that box checked.',
  },
  account: {
    status: 409,
    code: 'account_cannot_post',
    detail:
      'YouTube does not serve this account. Check the account on YouTube, then sign in again.',
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

/** Converts a failed read from YouTube to the error that a response shows. */
export function readFailure({ kind, reason }: YouTubeError): AppError {
  if (reason === 'youtubeSignupRequired') {
    return new AppError(
      409,
      'youtube_signup_required',
      postingReason('youtube_signup_required'),
    );
  }
  const refusal = refusalCode(reason);
  if (
    kind === 'refused' &&
    (refusal === 'comments_off' || refusal === 'video_not_found')
  ) {
    return new AppError(409, refusal, postingReason(refusal));
  }
  const project = kind === 'config' ? configCode(reason) : 'request_not_understood';
  if (project !== 'request_not_understood')
    return new AppError(409, project, postingReason(project));
  const { status, code, detail } = answers[kind];
  return new AppError(status, code, detail ?? postingReason(code));
}
