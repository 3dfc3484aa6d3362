export interface Reason {
  status: number;
  domain: string;
  message: string;
  /** google.rpc status and ErrorInfo reason: the gateway's dialect adds them (WIRE A.3). */
  rpc?: string;
  info?: string;
  /** The reason in `errors` where it is not the catalogue's key. */
  legacy?: string;
  location?: readonly [location: string, type: 'parameter' | 'header'];
}

const thread = 'youtube.commentThread';
const comment = 'youtube.comment';
const parameter = 'youtube.parameter';
const usage = 'usageLimits';

/** Every reason of WIRE A.4 with the status and words it comes with. */
export const reasons: Readonly<Record<string, Reason>> = {
  channelOrVideoIdMissing: {
    status: 400,
    domain: thread,
    message:
      'The request body must specify the <code>snippet.channelId</code> or <code>snippet.videoId</code> property.',
  },
  commentTextRequired: {
    status: 400,
    domain: thread,
    message:
      'The <code>commentThread</code> resource that is being inserted must specify a value for the <code>snippet.topLevelComment.snippet.textOriginal</code> property. Comments cannot be empty.',
  },
  commentTextTooLong: { status: 400, domain: thread, message: 'The comment text is too long.' },
  invalidCommentThreadMetadata: { status: 400, domain: thread, message: 'The request metadata is invalid.' },
  invalidCommentMetadata: { status: 400, domain: comment, message: 'The request metadata is invalid.' },
  invalidCustomEmoji: {
    status: 400,
    domain: comment,
    message: 'The comment contains an invalid custom emoji.',
  },
  processingFailure: {
    status: 400,
    domain: thread,
    message:
      "The API server failed to successfully process the request. While this can be a transient error, it usually indicates that the request's input is invalid.",
  },
  operationNotSupported: {
    status: 400,
    domain: comment,
    message: 'The API user is not able to perform the requested operation.',
  },
  parentCommentIsPrivate: {
    status: 400,
    domain: comment,
    message: 'The specified parent comment is private.',
  },
  parentIdMissing: {
    status: 400,
    domain: comment,
    message: 'The request must specify a value for the <code>snippet.parentId</code> property.',
  },
  parentCommentNotFound: {
    status: 404,
    domain: comment,
    message: 'The specified parent comment could not be found.',
  },
  commentNotFound: { status: 404, domain: comment, message: 'The specified comment could not be found.' },
  commentThreadNotFound: {
    status: 404,
    domain: thread,
    message: 'One or more of the specified comment threads cannot be found.',
    location: ['id', 'parameter'],
  },
  commentsDisabled: {
    status: 403,
    domain: thread,
    message:
      'The video identified by the <code><a href="/youtube/v3/docs/commentThreads/list#videoId">videoId</a></code> parameter has disabled comments.',
    location: ['videoId', 'parameter'],
  },
  forbidden: {
    status: 403,
    domain: thread,
    message:
      'The request could not be processed because of insufficient permissions. The request might not be properly authorized.',
    rpc: 'PERMISSION_DENIED',
  },
  ineligibleAccount: {
    status: 403,
    domain: thread,
    message:
      "The YouTube account used to authorize the API request must be merged with the user's Google account to insert a comment or comment thread.",
  },
  videoNotFound: {
    status: 404,
    domain: thread,
    message:
      'The video identified by the <code><a href="/youtube/v3/docs/commentThreads/list#videoId">videoId</a></code> parameter could not be found.',
    location: ['videoId', 'parameter'],
  },
  channelNotFound: {
    status: 404,
    domain: thread,
    message: 'The specified channel could not be found.',
    location: ['channelId', 'parameter'],
  },

  invalidSearchFilter: {
    status: 400,
    domain: 'youtube.search',
    message:
      'The request contains an invalid combination of search filters and/or restrictions. Note that you must set the <code><a href="/youtube/v3/docs/search/list#type">type</a></code> parameter to <code>video</code> if you set a value for a video filter.',
  },
  invalidChannelId: {
    status: 400,
    domain: 'youtube.search',
    message: 'The <code>channelId</code> parameter specified an invalid channel ID.',
    location: ['channelId', 'parameter'],
  },
  invalidLocation: {
    status: 400,
    domain: 'youtube.search',
    message: 'The <code>location</code> parameter was formatted incorrectly.',
    location: ['location', 'parameter'],
  },
  invalidRelevanceLanguage: {
    status: 400,
    domain: 'youtube.search',
    message: 'The <code>relevanceLanguage</code> parameter value was formatted incorrectly.',
    location: ['relevanceLanguage', 'parameter'],
  },
  videoChartNotFound: {
    status: 400,
    domain: 'youtube.video',
    message: 'The requested video chart is not supported or is not available.',
    location: ['chart', 'parameter'],
  },
  invalidCriteria: {
    status: 400,
    domain: 'youtube.channel',
    message: 'A maximum of one of the following filters may be specified.',
  },
  channelForbidden: {
    status: 403,
    domain: 'youtube.channel',
    message:
      'The channel specified by the <code>id</code> parameter does not support the request or the request is not properly authorized.',
    location: ['id', 'parameter'],
  },
  categoryNotFound: {
    status: 404,
    domain: 'youtube.channel',
    message: 'The category identified by the <code>categoryId</code> parameter cannot be found.',
    location: ['categoryId', 'parameter'],
  },

  badRequest: { status: 400, domain: usage, message: 'Bad Request', rpc: 'INVALID_ARGUMENT' },
  parseError: { status: 400, domain: 'global', message: 'Parse Error', rpc: 'INVALID_ARGUMENT' },
  API_KEY_INVALID: {
    status: 400,
    domain: 'global',
    message: 'API key not valid. Please pass a valid API key.',
    rpc: 'INVALID_ARGUMENT',
    info: 'API_KEY_INVALID',
    legacy: 'badRequest',
  },
  incompatibleParameters: {
    status: 400,
    domain: parameter,
    message: 'The request specifies two or more parameters that cannot be used in the same request.',
  },
  invalidFilters: {
    status: 400,
    domain: parameter,
    message: 'The request specifies an invalid filter parameter.',
  },
  invalidPageToken: {
    status: 400,
    domain: parameter,
    message: 'The request specifies an invalid page token.',
    location: ['pageToken', 'parameter'],
  },
  invalidParameter: { status: 400, domain: 'global', message: 'Invalid value for a parameter.' },
  missingRequiredParameter: {
    status: 400,
    domain: parameter,
    message: 'The request is missing a required parameter.',
  },
  unexpectedParameter: {
    status: 400,
    domain: parameter,
    message: 'The request specifies an unexpected parameter.',
  },
  unknownPart: {
    status: 400,
    domain: parameter,
    message: 'The <code>part</code> parameter specifies an unknown value.',
    location: ['part', 'parameter'],
  },
  unexpectedPart: {
    status: 400,
    domain: parameter,
    message: 'The <code>part</code> parameter specifies an unexpected value.',
    location: ['part', 'parameter'],
  },
  invalidRegionCode: {
    status: 400,
    domain: parameter,
    message: 'The <code>regionCode</code> parameter specifies an invalid region code.',
    location: ['regionCode', 'parameter'],
  },
  notFound: { status: 404, domain: 'global', message: 'Not Found' },

  authorizationRequired: {
    status: 401,
    domain: 'youtube.common',
    message: 'The request uses the <code>mine</code> parameter but is not properly authorized.',
    location: ['mine', 'parameter'],
  },
  required: {
    status: 401,
    domain: 'global',
    message: 'Login Required.',
    rpc: 'UNAUTHENTICATED',
    info: 'CREDENTIALS_MISSING',
    location: ['Authorization', 'header'],
  },
  authError: {
    status: 401,
    domain: 'global',
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    rpc: 'UNAUTHENTICATED',
    location: ['Authorization', 'header'],
  },
  youtubeSignupRequired: {
    status: 401,
    domain: 'youtube.header',
    message: 'Unauthorized',
    location: ['Authorization', 'header'],
  },
  accountDelegationForbidden: {
    status: 403,
    domain: 'youtube.header',
    message: 'The authenticated user cannot act on behalf of the specified Google account.',
    location: ['Authorization', 'header'],
  },
  authenticatedUserAccountClosed: {
    status: 403,
    domain: 'youtube.header',
    message: 'The YouTube account of the authenticated user is closed.',
    location: ['Authorization', 'header'],
  },
  authenticatedUserAccountSuspended: {
    status: 403,
    domain: 'youtube.header',
    message: 'The YouTube account of the authenticated user is suspended.',
    location: ['Authorization', 'header'],
  },
  authenticatedUserNotChannel: {
    status: 403,
    domain: 'youtube.header',
    message: 'The YouTube account of the authenticated user is not associated with a channel.',
    location: ['Authorization', 'header'],
  },
  channelClosed: {
    status: 403,
    domain: 'youtube.header',
    message: 'The channel associated with the request is closed.',
  },
  channelSuspended: {
    status: 403,
    domain: 'youtube.header',
    message: 'The channel associated with the request is suspended.',
  },
  insufficientPermissions: {
    status: 403,
    domain: 'global',
    message: 'Request had insufficient authentication scopes.',
    rpc: 'PERMISSION_DENIED',
    info: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  },
  accessNotConfigured: {
    status: 403,
    domain: usage,
    message:
      'YouTube Data API v3 has not been used in project 1 before or it is disabled. Enable it, then retry.',
    rpc: 'PERMISSION_DENIED',
    info: 'SERVICE_DISABLED',
  },

  quotaExceeded: {
    status: 403,
    domain: 'youtube.quota',
    message:
      'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
  },
  dailyLimitExceeded: {
    status: 403,
    domain: usage,
    message: 'Daily Limit Exceeded. The quota will be reset at midnight Pacific Time (PT).',
  },
  rateLimitExceeded: {
    status: 429,
    domain: 'global',
    message: 'Rate Limit Exceeded',
    rpc: 'RESOURCE_EXHAUSTED',
    info: 'RATE_LIMIT_EXCEEDED',
  },
  userRateLimitExceeded: {
    status: 403,
    domain: usage,
    message:
      'User Rate Limit Exceeded. Rate of requests for user exceed configured project quota, you may consider re-evaluating expected per-user traffic to the API and adjust project quota limits accordingly.',
  },
  internalError: { status: 500, domain: 'global', message: 'Internal error encountered.', rpc: 'INTERNAL' },
  backendError: {
    status: 503,
    domain: 'global',
    message: 'The service is currently unavailable.',
    rpc: 'UNAVAILABLE',
  },
};
