import { z } from 'zod';
import { causesOf, errorCode, neverConnected } from '../../core/errors.ts';
import { type RetryAfter, readRetryAfter } from '../../core/outgoing.ts';
import { type QuotaBucket, YouTubeError, type YouTubeFailure } from './youtube.ts';

type FailedCall =
  | { answered: true; status: number; body: unknown; retryAfter: RetryAfter | null }
  | { answered: false; reason: 'timeout' | 'unreachable' | 'connection_lost' };

/**
 * Trusts reasons only in Google's own error format, because a proxy may send JSON too
 * (wire W3).
 */
export function classifyFailure(call: FailedCall, bucket: QuotaBucket): YouTubeError {
  if (!call.answered) return new YouTubeError('unknown', call.reason, bucket);
  const { status, body, retryAfter } = call;
  const details = parseErrorBody(status, body);
  const kind = kindOf(status, details);
  const reason = details?.reasons[0] ?? `http_${status}`;
  return new YouTubeError(kind, reason, details?.bucket ?? bucket, {
    retryAfter,
    project: details?.project,
  });
}

function kindOf(status: number, error: ErrorDetails | null): YouTubeFailure {
  // Only a 4xx proves that nothing happened, except 408, which comes from a proxy.
  if (status < 400 || status >= 500 || status === 408) return 'unknown';
  const known = error && kindFromReasons(error);
  if (known) return known;
  if (status === 429) return error?.isDaily ? 'quota' : 'burst';
  return status === 401 && error ? 'auth' : 'unexplained';
}

/** Returns the kind of the most precise known reason, or null if no reason is known. */
function kindFromReasons({
  reasons,
  isBurst,
  isDaily,
}: ErrorDetails): YouTubeFailure | null {
  for (const reason of reasons) {
    const kind = reason === 'quotaExceeded' && isBurst ? 'burst' : kinds.get(reason);
    if (kind === 'burst' && isDaily) return 'quota';
    if (kind) return kind;
  }
  return null;
}

const projectReasons =
  `API_KEY_HTTP_REFERRER_BLOCKED API_KEY_INVALID API_KEY_IP_ADDRESS_BLOCKED API_KEY_SERVICE_BLOCKED
   BILLING_DISABLED CONSUMER_INVALID CONSUMER_SUSPENDED USER_PROJECT_DENIED`.split(/\s+/);

const reasonsOf: Record<Exclude<YouTubeFailure, 'unknown' | 'unexplained'>, string> = {
  /** Only reasons about the video or the text make a comment fail (rule 7.4). */
  refused: `channelClosed channelForbidden channelNotFound channelOrVideoIdMissing channelSuspended
    commentNotFound commentTextRequired commentTextTooLong commentThreadNotFound commentsDisabled
    invalidCommentMetadata invalidCommentThreadMetadata invalidCustomEmoji operationNotSupported
    parentCommentIsPrivate parentCommentNotFound parentIdMissing playlistItemsNotAccessible
    playlistNotFound videoNotFound`,
  forbidden: 'forbidden',
  processing: 'processingFailure',
  burst: 'rateLimitExceeded userRateLimitExceeded',
  quota: 'quotaExceeded dailyLimitExceeded',
  auth: 'authError authorizationRequired required',
  scope: 'insufficientPermissions',
  account: `accountDelegationForbidden authenticatedUserAccountClosed authenticatedUserAccountSuspended
    authenticatedUserNotChannel ineligibleAccount youtubeSignupRequired`,
  config: `${projectReasons.join(' ')} accessNotConfigured categoryNotFound
    incompatibleParameters invalidChannelId invalidCriteria invalidFilters invalidLocation invalidPageToken
    invalidRegionCode invalidRelevanceLanguage invalidSearchFilter missingRequiredParameter
    unexpectedParameter unexpectedPart unknownPart videoChartNotFound`,
};

const kinds = new Map(
  Object.entries(reasonsOf).flatMap(([kind, reasons]) =>
    reasons.split(/\s+/).map((reason) => [reason, kind as YouTubeFailure] as const),
  ),
);

const legacyNames = new Map([
  ['ACCESS_TOKEN_EXPIRED', 'authError'],
  ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions'],
  ['CREDENTIALS_MISSING', 'required'],
  ['RATE_LIMIT_EXCEEDED', 'rateLimitExceeded'],
  ['SERVICE_DISABLED', 'accessNotConfigured'],
]);

interface ErrorDetails {
  reasons: string[];
  isDaily: boolean;
  isBurst: boolean;
  bucket: QuotaBucket | null;
  project: string | null;
}

const text = z.string().catch('');
const bodySchema = z.object({
  error: z.object({
    code: z.number(),
    message: z.string(),
    errors: z.array(z.object({ reason: text })).catch([]),
    details: z
      .array(
        z.object({
          reason: text,
          metadata: z
            .object({ consumer: text, quota_metric: text, quota_unit: text })
            .catch({ consumer: '', quota_metric: '', quota_unit: '' }),
        }),
      )
      .catch([]),
  }),
});

/** Returns null for anything but Google's error format. */
function parseErrorBody(status: number, body: unknown): ErrorDetails | null {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success || parsed.data.error.code !== status) return null;
  const { message, errors, details } = parsed.data.error;
  const named = [...errors, ...details]
    .map(({ reason }) => legacyNames.get(reason) ?? reason)
    .filter((reason) => /^\w{1,64}$/.test(reason));
  const units = details
    .map(({ metadata }) => metadata.quota_unit)
    .filter((unit) => unit !== '');
  const metric = details
    .map(({ metadata }) => metadata.quota_metric)
    .find((name) => name !== '');
  return {
    reasons: named.toSorted((a, b) => specificity(b) - specificity(a)),
    isDaily: units.some(isPerDay) || (units.length === 0 && /\bper day\b/i.test(message)),
    isBurst: units.length > 0 && !units.some(isPerDay),
    project: projectIn(
      [...details.map(({ metadata }) => metadata.consumer), message].join(' '),
    ),
    bucket: metric === undefined ? null : bucketOf(metric),
  };
}

const bucketOf = (metric: string): QuotaBucket =>
  /\/search/.test(metric) ? 'search' : 'shared';

/**
 * Ranks reasons, because a precise ErrorInfo reason may come together with a vaguer
 * legacy one.
 */
function specificity(reason: string): number {
  if (projectReasons.includes(reason)) return 4;
  if (!kinds.has(reason)) return 0;
  if (reason === 'forbidden') return 1;
  return reason === 'accessNotConfigured' ? 2 : 3;
}

/**
 * Finds the number of the Google project, which is used only for a link to the project's
 * page. It is written as "projects/1" or "project_number:1" and, in a message, as
 * "project 1" or "project #1".
 */
const projectIn = (text: string) =>
  /\bproject(?:s\/|_number:|\s#?)(\d{1,20})\b/.exec(text)?.[1] ?? null;

/** "1/d/{project}" is a daily limit, "1/min/{project}" a rate limit. */
const isPerDay = (unit: string) => /^\d*\/d\b/.test(unit);

/** A failure in one of these system calls also proves that nothing was sent. */
const connectSyscalls = new Set<unknown>(['connect', 'getaddrinfo']);
/** Certificate errors, as behind the sign-in page of a hotel's network. */
const certificateErrors = /^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/;

// Several copies of gaxios may be installed, so errors are recognized by shape, not by
// class.
const responseSchema = z.object({
  response: z.object({
    status: z.number(),
    data: z.unknown(),
    headers: z.unknown().optional(),
  }),
});

/** Does not keep the error itself, because it contains tokens. */
export function readTransportFailure(error: unknown, deadline: AbortSignal): FailedCall {
  const read = responseSchema.safeParse(error);
  if (read.success) {
    const { status, data, headers } = read.data.response;
    return { answered: true, status, body: data, retryAfter: readRetryAfter(headers) };
  }
  if (causesOf(error).some(wasNeverSent))
    return { answered: false, reason: 'unreachable' };
  return { answered: false, reason: deadline.aborted ? 'timeout' : 'connection_lost' };
}

function wasNeverSent(error: Error & { syscall?: unknown }): boolean {
  const code = errorCode(error);
  return (
    neverConnected.has(code) ||
    connectSyscalls.has(error.syscall) ||
    certificateErrors.test(String(code))
  );
}
