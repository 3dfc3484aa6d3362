import { z } from 'zod';
import { type QuotaBucket, YouTubeError, type YouTubeFailure } from './youtube.ts';

/** What came back instead of a success: a status with its body, or no answer at all. */
export type FailedCall =
  | { answered: true; status: number; body: unknown }
  | { answered: false; reason: 'timeout' | 'unreachable' | 'connection_lost' };

/**
 * The class of a failure, by YouTube's own reason and never by its prose (WIRE A.3–A.5).
 * `bucket` is the one the call draws on; a gateway error may name another.
 */
export function classifyFailure(call: FailedCall, bucket: QuotaBucket): YouTubeError {
  if (!call.answered) return new YouTubeError('unknown', call.reason, bucket);
  const facts = readBody(call.body);
  const reason = facts.reasons[0] ?? `http_${call.status}`;
  return new YouTubeError(kindOf(call.status, facts), reason, facts.bucket ?? bucket);
}

function kindOf(status: number, facts: Facts): YouTubeFailure {
  // Only a 4xx says for certain that nothing happened; 408 comes from a proxy that gave up waiting.
  if (status < 400 || status >= 500 || status === 408) return 'unknown';
  for (const reason of facts.reasons) {
    const kind = reason === 'quotaExceeded' && facts.isBurst ? 'burst' : kinds.get(reason);
    if (kind) return kind === 'burst' && facts.isDaily ? 'quota' : kind;
  }
  if (status === 429) return facts.isDaily ? 'quota' : 'burst';
  return byStatus.get(status) ?? 'config';
}

/** For an answer whose reason is absent or new to us. */
const byStatus = new Map<number, YouTubeFailure>([
  [400, 'refused'],
  [401, 'auth'],
  [403, 'refused'],
  [404, 'refused'],
]);

const reasonsOf: Record<Exclude<YouTubeFailure, 'unknown'>, readonly string[]> = {
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
    'forbidden',
    'invalidCommentMetadata',
    'invalidCommentThreadMetadata',
    'invalidCustomEmoji',
    'operationNotSupported',
    'parentCommentIsPrivate',
    'parentCommentNotFound',
    'parentIdMissing',
    'videoNotFound',
  ],
  processing: ['processingFailure'],
  burst: ['rateLimitExceeded', 'userRateLimitExceeded'],
  quota: ['quotaExceeded', 'dailyLimitExceeded'],
  auth: ['authError', 'authorizationRequired'],
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
    'API_KEY_INVALID',
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
  ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions'],
  ['RATE_LIMIT_EXCEEDED', 'rateLimitExceeded'],
  ['SERVICE_DISABLED', 'accessNotConfigured'],
]);

/** What both dialects add when a detail says it better. */
const vague = new Set(['forbidden', 'badRequest']);

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
    message: text,
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

/** Both dialects at once; anything else (HTML, a proxy's page, nothing) has no facts. */
function readBody(body: unknown): Facts {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return { reasons: [], isDaily: false, isBurst: false, bucket: null };
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

const vagueness = (reason: string) => (kinds.has(reason) ? 0 : 2) + (vague.has(reason) ? 1 : 0);

/** Google writes "1/d/{project}" for a day's allowance, "1/min/{project}" for a burst's. */
const isPerDay = (unit: string) => /^\d*\/d\b/.test(unit);
