import errors from './errors.json' with { type: 'json' };

interface Reason {
  status: number;
  domain: string;
  message: string;
  /**
   * Errors in the gateway's format also contain a google.rpc status, and the reason in
   * ErrorInfo.
   */
  rpc?: string;
  info?: string;
  legacy?: string;
}

/** Every documented error reason of the requests we make (wire W3). */
export const reasons: Readonly<Record<string, Reason>> = errors.reasons;

/**
 * Errors about a project or key: `errors` is vague, and only ErrorInfo names the reason.
 */
export const projectReasons: Readonly<Record<string, Reason>> = errors.projectReasons;

type ErrorDialect = 'legacy' | 'gateway';

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

interface ErrorOverrides {
  status?: number | undefined;
  message?: string | undefined;
  dialect?: ErrorDialect | undefined;
  metadata?: Record<string, string> | undefined;
}

const rpcByStatus: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

const infoName = (reason: string) =>
  reason.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const fallback: Reason = {
  status: 400,
  domain: 'global',
  message: 'The request failed.',
};

/**
 * Uses the format that Google would use: the gateway's for errors of its front end, the
 * legacy one for errors of the API. `dialect` overrides the choice.
 */
export const googleError = (
  reason: string,
  overrides: ErrorOverrides = {},
): GoogleError => {
  const ofProject = projectReasons[reason];
  const known = ofProject ?? reasons[reason] ?? fallback;
  const { status = known.status, message = known.message } = overrides;
  const dialect = overrides.dialect ?? (known.info || ofProject ? 'gateway' : 'legacy');
  const rpc =
    known.rpc ?? (dialect === 'gateway' ? (rpcByStatus[status] ?? 'UNKNOWN') : undefined);
  const detail = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: known.info ?? (ofProject ? reason : infoName(reason)),
    domain: 'googleapis.com',
    metadata: overrides.metadata ?? {
      service: 'youtube.googleapis.com',
      ...(ofProject && { consumer: 'projects/1' }),
    },
  };
  return new GoogleError(status, message, {
    error: {
      code: status,
      message,
      errors: [{ message, domain: known.domain, reason: known.legacy ?? reason }],
      ...(rpc && { status: rpc }),
      ...(dialect === 'gateway' && { details: [detail] }),
    },
  });
};

const metrics = {
  shared: { label: 'Queries', metric: 'default', limit: 'defaultPerDayPerProject' },
  search: {
    label: 'Search Queries',
    metric: 'search_list',
    limit: 'defaultSearchListPerDayPerProject',
  },
};

export const rateLimited = (
  bucket: keyof typeof metrics,
  per: 'day' | 'minute',
  value: number,
  windowStart: Date,
): GoogleError => {
  const { label, metric, limit } = metrics[bucket];
  return googleError('rateLimitExceeded', {
    dialect: 'gateway',
    message: `Quota exceeded for quota metric '${label}' and limit '${label} per ${per}' of service 'youtube.googleapis.com' for consumer 'project_number:1'.`,
    metadata: {
      quota_metric: `youtube.googleapis.com/${metric}`,
      quota_limit: per === 'day' ? limit : limit.replace('PerDay', 'PerMinute'),
      quota_unit: per === 'day' ? '1/d/{project}' : '1/min/{project}',
      quota_limit_value: String(value),
      quota_location: 'global',
      service: 'youtube.googleapis.com',
      consumer: 'projects/1',
      window_start_time: String(Math.floor(windowStart.getTime() / 1_000)),
    },
  });
};
