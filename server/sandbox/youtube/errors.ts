import { type Reason, reasons } from './error-catalogue.ts';
import { projectReasons } from './project-reasons.ts';

export type ServerCapabilities = 'legacy' | 'gateway';

/** An answer in Google's error envelope; endpoints throw it, one middleware sends it. */
export class GoogleError extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, message: string, body: object) {
    super(message);
    this.name = 'GoogleError';
    this.status = status;
    this.body = body;
  }
}

export interface ErrorOverrides {
  status?: number | undefined;
  message?: string | undefined;
  domain?: string | undefined;
  dialect?: ServerCapabilities | undefined;
  location?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

const rpcByStatus: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** `rateLimitExceeded` → `RATE_LIMIT_EXCEEDED`. */
const infoName = (reason: string) => reason.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const fallback: Reason = { status: 400, domain: 'global', message: 'The request failed.' };

/**
 * Builds the error for a reason of WIRE A.4. The gateway's dialect (status and ErrorInfo beside `errors`) is used
 * where Google's front end answers, the legacy one where the API itself does; `dialect` forces one.
 */
export const googleError = (reason: string, overrides: ErrorOverrides = {}): GoogleError => {
  const ofProject = projectReasons[reason];
  const known = ofProject ?? reasons[reason] ?? fallback;
  const status = overrides.status ?? known.status;
  const message = overrides.message ?? known.message;
  const domain = overrides.domain ?? known.domain;
  const dialect = overrides.dialect ?? (known.info || ofProject ? 'gateway' : 'legacy');
  const rpc = known.rpc ?? (dialect === 'gateway' ? (rpcByStatus[status] ?? 'UNKNOWN') : undefined);
  const where = overrides.location ? ([overrides.location, 'parameter'] as const) : known.location;
  const apiReason = known.legacy ?? reason;
  const info = known.info ?? (ofProject ? reason : infoName(reason));
  return new GoogleError(status, message, {
    error: {
      code: status,
      message,
      errors: [
        { message, domain, reason: apiReason, ...(where && { location: where[0], locationType: where[1] }) },
      ],
      ...(rpc && { status: rpc }),
      ...(dialect === 'gateway' && {
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
            reason: info,
            domain: 'googleapis.com',
            metadata: overrides.metadata ?? {
              service: 'youtube.googleapis.com',
              ...(ofProject && { consumer: 'projects/1' }),
            },
          },
        ],
      }),
    },
  });
};

const metrics: Record<string, { label: string; metric: string; limit: string }> = {
  shared: { label: 'Queries', metric: 'default', limit: 'defaultPerDayPerProject' },
  search: { label: 'Search Queries', metric: 'search_list', limit: 'defaultSearchListPerDayPerProject' },
  batchGetStats: {
    label: 'Batch Get Stats Queries',
    metric: 'videos_batch_get_stats',
    limit: 'defaultBatchGetStatsPerDayPerProject',
  },
};

/** 429 from the gateway, per day or (a burst) per minute; they differ only in the words and the metadata. */
export const rateLimited = (
  bucket: string,
  per: 'day' | 'minute',
  limit: number,
  windowStart: Date,
): GoogleError => {
  const {
    label,
    metric,
    limit: name,
  } = metrics[bucket] ?? { label: 'Queries', metric: 'default', limit: 'default' };
  const unit = per === 'day' ? '1/d/{project}' : '1/min/{project}';
  return googleError('rateLimitExceeded', {
    dialect: 'gateway',
    message: `Quota exceeded for quota metric '${label}' and limit '${label} per ${per}' of service 'youtube.googleapis.com' for consumer 'project_number:1'.`,
    metadata: {
      quota_metric: `youtube.googleapis.com/${metric}`,
      quota_limit: per === 'day' ? name : name.replace('PerDay', 'PerMinute'),
      quota_unit: unit,
      quota_limit_value: String(limit),
      quota_location: 'global',
      service: 'youtube.googleapis.com',
      consumer: 'projects/1',
      window_start_time: String(Math.floor(windowStart.getTime() / 1_000)),
    },
  });
};

/** A bucket that is used up: the shared one answers 403 quotaExceeded, the others the gateway's 429 (WIRE A.3). */
export const dailyLimitOf = (bucket: string, limit: number, midnight: Date): GoogleError =>
  bucket === 'shared' ? googleError('quotaExceeded') : rateLimited(bucket, 'day', limit, midnight);
