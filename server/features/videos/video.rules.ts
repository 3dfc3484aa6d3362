import type { Chapter } from '#shared/contracts/drafts.ts';
import type { ContentInsights } from '#shared/contracts/videos.ts';
import { secondsOf } from '#shared/rules/format.ts';
import { type PostingReason, postingReason } from '#shared/rules/posting-reasons.ts';
import type { videos } from '#shared/schema.ts';
import { AppError } from '../../core/errors.ts';
import type { YouTubeError, YouTubeFailure } from '../../providers/youtube/youtube.ts';

export type VideoRow = typeof videos.$inferSelect;

/** How well a video fits the owner, as judged by the model or by plain rules. */
export interface Assessment {
  engagementScore: number;
  insights: ContentInsights;
}

export const unknownChannel = 'Unknown channel';

/** Values for a video that is gone from YouTube. Its row and ids stay, because a comment refers to them. */
export const vanishedVideo = {
  title: 'This video is no longer available',
  description: null,
  channelTitle: unknownChannel,
  thumbnailUrl: null,
  viewCount: null,
  likeCount: null,
  commentCount: null,
  language: null,
  hasCaptions: null,
  tags: [],
  keywords: [],
  engagementScore: null,
  contentInsights: null,
  available: false,
};

/** Values for a video whose data was not renewed in 30 days. The title marks the row to be fetched again. */
export const forgottenVideo = {
  ...vanishedVideo,
  title: 'Video details are removed after 30 days without YouTube',
  available: true,
};

/** Removes NUL characters and replaces unpaired surrogates, which PostgreSQL cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

const fewest = 3;
const shortestSeconds = 10;
const time = String.raw`\(?\[?((?:\d{1,2}:)?\d{1,2}:[0-5]\d)\]?\)?`;
const timeFirst = new RegExp(
  String.raw`^(?:\d{1,3}[.)]\s+)?[^\p{L}\p{N}([]{0,10}${time}(?![\p{L}\p{N}:])(.*)$`,
  'u',
);
const timeLast = new RegExp(String.raw`^(.*?)[\s([]${time}$`, 'u');
const separators = /^[\s\-–—:|.•►]+|[\s\-–—:|•►]+$/g;

/**
 * Returns the chapters that YouTube would show: at least three, the first one at 0:00, each at least ten
 * seconds long.
 */
export function chaptersOf(description: string | null): Chapter[] {
  const lines = (description ?? '').split('\n').map((line) => line.trim());
  // All chapters have their times at the same end of the line. A time at the other end is no chapter: "Every
  // Monday at 18:00".
  const byPlace = [
    lines.flatMap((line) => chapter(timeFirst.exec(line), 1, 2)),
    lines.flatMap((line) => chapter(timeLast.exec(line), 2, 1)),
  ];
  return byPlace.map(fromStart).find(isList) ?? [];
}

function chapter(found: RegExpExecArray | null, timeGroup: number, titleGroup: number): Chapter[] {
  const at = secondsOf(found?.[timeGroup] ?? '');
  const title = (found?.[titleGroup] ?? '').replace(separators, '');
  return at === null || title === '' ? [] : [{ at, title }];
}

const fromStart = (chapters: readonly Chapter[]) => chapters.slice(chapters.findIndex(({ at }) => at === 0));

const isList = (chapters: readonly Chapter[]) =>
  chapters.length >= fewest &&
  chapters[0]?.at === 0 &&
  chapters.every(({ at }, index) => index === 0 || at - (chapters[index - 1]?.at ?? 0) >= shortestSeconds);

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

export const configCode = (reason: string): PostingReason => projectCodes[reason] ?? 'request_not_understood';

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

export const refusalCode = (reason: string): PostingReason => refusals[reason] ?? 'comment_refused';

const unexplained =
  'YouTube refused this without saying why. It may be the network or the Google project; try again in a few minutes.';

/** Uses a 5xx status only if a retry may help, because the page retries those and each retry costs quota. */
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
