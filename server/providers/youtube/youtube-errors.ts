import { z } from 'zod';
import type { RetryAfter } from '../../core/retry-after.ts';
import { type QuotaBucket, YouTubeError, type YouTubeFailure } from './youtube.ts';

/** What came back instead of a success: a status with its body, or no answer at all. */
export type FailedCall =
  | { answered: true; status: number; body: unknown; retryAfter: RetryAfter | null }
  | { answered: false; reason: 'timeout' | 'unreachable' | 'connection_lost' };

/**
 * The class of a failure, by Google's own reason and never by its prose. Only Google's envelope is believed:
 * a proxy may answer JSON too. `bucket` is the one the call draws on; a gateway error may name another.
 */
export function classifyFailure(call: FailedCall, bucket: QuotaBucket): YouTubeError {
  if (!call.answered) return new YouTubeError('unknown', call.reason, bucket);
  const { status, body, retryAfter } = call;
  const facts = readBody(status, body);
  const kind = kindOf(status, facts);
  const reason = facts?.reasons[0] ?? `http_${status}`;
  return new YouTubeError(kind, reason, facts?.bucket ?? bucket, retryAfter);
}

function kindOf(status: number, facts: Facts | null): YouTubeFailure {
  // Only a 4xx says for certain that nothing happened; 408 comes from a proxy that gave up waiting.
  if (status < 400 || status >= 500 || status === 408) return 'unknown';
  for (const reason of facts?.reasons ?? []) {
    const kind = reason === 'quotaExceeded' && facts?.isBurst ? 'burst' : kinds.get(reason);
    if (kind) return kind === 'burst' && facts?.isDaily ? 'quota' : kind;
  }
  if (status === 429) return facts?.isDaily ? 'quota' : 'burst';
  return status === 401 && facts ? 'auth' : 'unexplained';
}

/** What the gateway says of the project and its key, where the legacy dialect has no word for it. */
const gatewayConfig = [
  'API_KEY_HTTP_REFERRER_BLOCKED',
  'API_KEY_INVALID',
  'API_KEY_IP_ADDRESS_BLOCKED',
  'API_KEY_SERVICE_BLOCKED',
  'BILLING_DISABLED',
  'CONSUMER_INVALID',
  'CONSUMER_SUSPENDED',
  'USER_PROJECT_DENIED',
];

const reasonsOf: Record<Exclude<YouTubeFailure, 'unknown' | 'unexplained'>, readonly string[]> = {
  /** About this video or this text; nothing else fails a comment. */
  refused: [
    // The channel "identified in the request": for an insert that is the video's.
    'channelClosed',
    'channelForbidden',
    'channelNotFound',
    'channelOrVideoIdMissing',
    'channelSuspended',
    'commentNotFound',
    'commentTextRequired',
    'commentTextTooLong',
    'commentThreadNotFound',
    'commentsDisabled',
    'invalidCommentMetadata',
    'invalidCommentThreadMetadata',
    'invalidCustomEmoji',
    'operationNotSupported',
    'parentCommentIsPrivate',
    'parentCommentNotFound',
    'parentIdMissing',
    'videoNotFound',
  ],
  forbidden: ['forbidden'],
  processing: ['processingFailure'],
  burst: ['rateLimitExceeded', 'userRateLimitExceeded'],
  quota: ['quotaExceeded', 'dailyLimitExceeded'],
  auth: ['authError', 'authorizationRequired', 'required'],
  scope: ['insufficientPermissions'],
  account: [
    'accountDelegationForbidden',
    'authenticatedUserAccountClosed',
    'authenticatedUserAccountSuspended',
    'authenticatedUserNotChannel',
    'ineligibleAccount',
    'youtubeSignupRequired',
  ],
  config: [
    ...gatewayConfig,
    'accessNotConfigured',
    'categoryNotFound',
    'incompatibleParameters',
    'invalidChannelId',
    'invalidCriteria',
    'invalidFilters',
    'invalidLocation',
    'invalidPageToken',
    'invalidRegionCode',
    'invalidRelevanceLanguage',
    'invalidSearchFilter',
    'missingRequiredParameter',
    'unexpectedParameter',
    'unexpectedPart',
    'unknownPart',
    'videoChartNotFound',
  ],
};

const kinds = new Map(
  Object.entries(reasonsOf).flatMap(([kind, reasons]) =>
    reasons.map((reason) => [reason, kind as YouTubeFailure] as const),
  ),
);

/** The gateway dialect's names for what the legacy dialect calls otherwise. */
const legacyNames = new Map([
  ['ACCESS_TOKEN_EXPIRED', 'authError'],
  ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions'],
  ['CREDENTIALS_MISSING', 'required'],
  ['RATE_LIMIT_EXCEEDED', 'rateLimitExceeded'],
  ['SERVICE_DISABLED', 'accessNotConfigured'],
]);

interface Facts {
  /** YouTube's reasons, the most telling first. */
  reasons: string[];
  isDaily: boolean;
  isBurst: boolean;
  bucket: QuotaBucket | null;
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
            .object({ quota_metric: text, quota_unit: text })
            .catch({ quota_metric: '', quota_unit: '' }),
        }),
      )
      .catch([]),
  }),
});

/** Both dialects at once; null for anything that is not Google's envelope (HTML, a proxy's page, nothing). */
function readBody(status: number, body: unknown): Facts | null {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success || parsed.data.error.code !== status) return null;
  const { message, errors, details } = parsed.data.error;
  const named = [...errors, ...details]
    .map(({ reason }) => legacyNames.get(reason) ?? reason)
    .filter((reason) => /^\w{1,64}$/.test(reason));
  const units = details.map(({ metadata }) => metadata.quota_unit).filter((unit) => unit !== '');
  const metric = details.map(({ metadata }) => metadata.quota_metric).find((name) => name !== '');
  return {
    reasons: named.toSorted((a, b) => vagueness(a) - vagueness(b)),
    isDaily: units.some(isPerDay) || (units.length === 0 && /\bper day\b/i.test(message)),
    isBurst: units.length > 0 && !units.some(isPerDay),
    bucket: metric === undefined ? null : /\/search/.test(metric) ? 'search' : 'shared',
  };
}

/** The most specific first; what a detail names may be followed by a legacy reason that means many things. */
function vagueness(reason: string): number {
  if (gatewayConfig.includes(reason)) return 0;
  if (!kinds.has(reason)) return 4;
  if (reason === 'forbidden') return 3;
  return reason === 'accessNotConfigured' ? 2 : 1;
}

/** Google writes "1/d/{project}" for a day's allowance, "1/min/{project}" for a burst's. */
const isPerDay = (unit: string) => /^\d*\/d\b/.test(unit);
