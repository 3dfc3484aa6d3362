interface Reason {
  status: number;
  domain: string;
  message: string;
  /** The gateway's dialect adds a google.rpc status and the reason in ErrorInfo. */
  rpc?: string;
  info?: string;
  legacy?: string;
  location?: readonly [location: string, type: 'parameter' | 'header'];
}

const all = (
  status: number,
  domain: string,
  messages: Record<string, string>,
  rest: Partial<Reason> = {},
): [string, Reason][] =>
  Object.entries(messages).map(([reason, message]) => [reason, { status, domain, message, ...rest }]);

const one = (
  reason: string,
  status: number,
  domain: string,
  message: string,
  rest: Partial<Reason> = {},
): [string, Reason] => [reason, { status, domain, message, ...rest }];

const thread = 'youtube.commentThread';
const comment = 'youtube.comment';
const at = (name: string) => ({ location: [name, 'parameter'] as const });
const videoId = '<code><a href="/youtube/v3/docs/commentThreads/list#videoId">videoId</a></code>';

/** Every documented reason of the calls we make (wire W3). */
export const reasons: Readonly<Record<string, Reason>> = Object.fromEntries([
  ...all(400, thread, {
    channelOrVideoIdMissing: 'The request body must specify the <code>snippet.videoId</code> property.',
    commentTextRequired:
      'The <code>commentThread</code> resource must specify a text. Comments cannot be empty.',
    commentTextTooLong: 'The comment text is too long.',
    invalidCommentThreadMetadata: 'The request metadata is invalid.',
    processingFailure: 'The API server failed to successfully process the request.',
  }),
  ...all(400, comment, {
    invalidCommentMetadata: 'The request metadata is invalid.',
    invalidCustomEmoji: 'The comment contains an invalid custom emoji.',
    operationNotSupported: 'The API user is not able to perform the requested operation.',
    parentCommentIsPrivate: 'The specified parent comment is private.',
    parentIdMissing: 'The request must specify a value for the <code>snippet.parentId</code> property.',
  }),
  ...all(404, comment, {
    parentCommentNotFound: 'The specified parent comment could not be found.',
    commentNotFound: 'The specified comment could not be found.',
  }),
  one('commentThreadNotFound', 404, thread, 'The specified comment threads cannot be found.', at('id')),
  one('channelNotFound', 404, thread, 'The specified channel could not be found.', at('channelId')),
  one('videoNotFound', 404, thread, `The video of the ${videoId} parameter was not found.`, at('videoId')),
  one(
    'commentsDisabled',
    403,
    thread,
    `The video of the ${videoId} parameter has disabled comments.`,
    at('videoId'),
  ),
  one('forbidden', 403, thread, 'The request could not be processed because of insufficient permissions.', {
    rpc: 'PERMISSION_DENIED',
  }),
  one('ineligibleAccount', 403, thread, "The account must be merged with the user's Google account."),

  ...all(400, 'youtube.search', {
    invalidSearchFilter: 'The request contains an invalid combination of search filters and/or restrictions.',
    invalidChannelId: 'The <code>channelId</code> parameter specified an invalid channel ID.',
    invalidLocation: 'The <code>location</code> parameter was formatted incorrectly.',
    invalidRelevanceLanguage: 'The <code>relevanceLanguage</code> parameter was formatted incorrectly.',
  }),
  one('videoChartNotFound', 400, 'youtube.video', 'The requested video chart is not available.'),
  one('invalidCriteria', 400, 'youtube.channel', 'A maximum of one filter may be specified.'),
  one('channelForbidden', 403, 'youtube.channel', 'The channel does not support the request.'),
  one('categoryNotFound', 404, 'youtube.channel', 'The category cannot be found.'),

  ...all(400, 'youtube.parameter', {
    incompatibleParameters: 'The request specifies parameters that cannot be used in the same request.',
    invalidFilters: 'The request specifies an invalid filter parameter.',
    invalidPageToken: 'The request specifies an invalid page token.',
    missingRequiredParameter: 'The request is missing a required parameter.',
    unexpectedParameter: 'The request specifies an unexpected parameter.',
    unknownPart: 'The <code>part</code> parameter specifies an unknown value.',
    unexpectedPart: 'The <code>part</code> parameter specifies an unexpected value.',
    invalidRegionCode: 'The <code>regionCode</code> parameter specifies an invalid region code.',
  }),
  one('invalidParameter', 400, 'global', 'Invalid value for a parameter.'),
  one('badRequest', 400, 'usageLimits', 'Bad Request', { rpc: 'INVALID_ARGUMENT' }),
  one('parseError', 400, 'global', 'Parse Error', { rpc: 'INVALID_ARGUMENT' }),
  one('API_KEY_INVALID', 400, 'global', 'API key not valid. Please pass a valid API key.', {
    rpc: 'INVALID_ARGUMENT',
    info: 'API_KEY_INVALID',
    legacy: 'badRequest',
  }),
  one('notFound', 404, 'global', 'Not Found'),

  one('authorizationRequired', 401, 'youtube.common', 'The request is not properly authorized.', at('mine')),
  one('required', 401, 'global', 'Login Required.', { rpc: 'UNAUTHENTICATED', info: 'CREDENTIALS_MISSING' }),
  one('authError', 401, 'global', 'Request had invalid authentication credentials.', {
    rpc: 'UNAUTHENTICATED',
    location: ['Authorization', 'header'],
  }),
  one('youtubeSignupRequired', 401, 'youtube.header', 'Unauthorized'),
  ...all(403, 'youtube.header', {
    accountDelegationForbidden: 'The user cannot act on behalf of the specified Google account.',
    authenticatedUserAccountClosed: 'The YouTube account of the authenticated user is closed.',
    authenticatedUserAccountSuspended: 'The YouTube account of the authenticated user is suspended.',
    authenticatedUserNotChannel: 'The account of the authenticated user is not associated with a channel.',
    channelClosed: 'The channel associated with the request is closed.',
    channelSuspended: 'The channel associated with the request is suspended.',
  }),
  one('insufficientPermissions', 403, 'global', 'Request had insufficient authentication scopes.', {
    rpc: 'PERMISSION_DENIED',
    info: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  }),
  one(
    'accessNotConfigured',
    403,
    'usageLimits',
    'YouTube Data API v3 has not been used in project 1 before or it is disabled.',
    { rpc: 'PERMISSION_DENIED', info: 'SERVICE_DISABLED' },
  ),

  ...all(403, 'youtube.quota', {
    quotaExceeded: 'You have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
  }),
  ...all(403, 'usageLimits', {
    dailyLimitExceeded: 'Daily Limit Exceeded. The quota will be reset at midnight Pacific Time (PT).',
    userRateLimitExceeded: 'User Rate Limit Exceeded.',
  }),
  one('rateLimitExceeded', 429, 'global', 'Rate Limit Exceeded', {
    rpc: 'RESOURCE_EXHAUSTED',
    info: 'RATE_LIMIT_EXCEEDED',
  }),
  one('internalError', 500, 'global', 'Internal error encountered.', { rpc: 'INTERNAL' }),
  one('backendError', 503, 'global', 'The service is currently unavailable.', { rpc: 'UNAVAILABLE' }),
]);

/** About a project or key: `errors` is vague, and only ErrorInfo names the reason. */
export const projectReasons: Readonly<Record<string, Reason>> = Object.fromEntries([
  ...all(
    403,
    'global',
    {
      API_KEY_HTTP_REFERRER_BLOCKED: 'Requests from referer <empty> are blocked.',
      API_KEY_IP_ADDRESS_BLOCKED: 'The provided API key has an IP address restriction.',
      API_KEY_SERVICE_BLOCKED: 'Requests to this API youtube method are blocked.',
      CONSUMER_SUSPENDED: "Permission denied: Consumer 'projects/1' has been suspended.",
      CONSUMER_INVALID: 'Permission denied on resource project 1.',
      USER_PROJECT_DENIED: 'Caller does not have required permission to use project 1.',
      BILLING_DISABLED: 'This API method requires billing to be enabled on project #1.',
    },
    { rpc: 'PERMISSION_DENIED', legacy: 'forbidden' },
  ),
  one(
    'SERVICE_DISABLED',
    403,
    'usageLimits',
    'YouTube Data API v3 has not been used in project 1 before or it is disabled.',
    { rpc: 'PERMISSION_DENIED', legacy: 'accessNotConfigured' },
  ),
]);

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
  domain?: string | undefined;
  dialect?: ErrorDialect | undefined;
  location?: string | undefined;
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

const infoName = (reason: string) => reason.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const fallback: Reason = { status: 400, domain: 'global', message: 'The request failed.' };

/** Google's front end answers in the gateway's dialect, the API in the legacy one; `dialect` forces one. */
export const googleError = (reason: string, overrides: ErrorOverrides = {}): GoogleError => {
  const ofProject = projectReasons[reason];
  const known = ofProject ?? reasons[reason] ?? fallback;
  const { status = known.status, message = known.message, domain = known.domain } = overrides;
  const dialect = overrides.dialect ?? (known.info || ofProject ? 'gateway' : 'legacy');
  const rpc = known.rpc ?? (dialect === 'gateway' ? (rpcByStatus[status] ?? 'UNKNOWN') : undefined);
  const [location, locationType] = overrides.location
    ? [overrides.location, 'parameter']
    : (known.location ?? []);
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
      errors: [{ message, domain, reason: known.legacy ?? reason, location, locationType }],
      ...(rpc && { status: rpc }),
      ...(dialect === 'gateway' && { details: [detail] }),
    },
  });
};

const metrics = {
  shared: { label: 'Queries', metric: 'default', limit: 'defaultPerDayPerProject' },
  search: { label: 'Search Queries', metric: 'search_list', limit: 'defaultSearchListPerDayPerProject' },
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
