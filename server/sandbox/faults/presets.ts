import type { FaultOrder } from './fault.ts';

export interface Preset {
  key: string;
  says: string;
  order: Pick<FaultOrder, 'match' | 'fault'>;
}

const insert = { method: 'POST', path: '/youtube/v3/commentThreads' };
const search = { method: 'GET', path: '/youtube/v3/search' };
const youtube = { path: '/youtube/v3/*' };
const model = { method: 'POST', path: '/v1/*' };
const refresh = { method: 'POST', path: '/token', contains: 'refresh_token' };

const minuteOfWaiting = { 'Retry-After': '60' };
const sorryPage = `<html><head><title>Sorry...</title></head><body><h1>We're sorry...</h1>
<p>... but your computer or network may be sending automated queries. To protect our users, we can't process your request right now.</p></body></html>`;

/** Google's gateway refuses the project or the key; `says` who is refused. */
const refusedProject = (reason: string, says: string, match: FaultOrder['match'] = youtube): Preset => ({
  key: `${match === search ? 'search' : 'youtube'}-${reason}`,
  says: `${match === search ? 'Search' : 'YouTube'}: ${says} (${reason})`,
  order: { match, fault: { kind: 'status', reason } },
});

const refusedInsert = (reason: string, says: string): Preset => ({
  key: `insert-${reason}`,
  says: `Posting a comment: ${says} (${reason})`,
  order: { match: insert, fault: { kind: 'status', reason } },
});

const answering = (
  behaviour: 'refusal' | 'bad-json' | 'wrong-shape' | 'cut-off' | 'no-json-schema',
  says: string,
): Preset => ({
  key: `model-${behaviour}`,
  says: `Model: ${says}`,
  order: { match: model, fault: { kind: 'model', behaviour } },
});

/** The faults a person can choose on the sandbox's page; scripts can order any other. */
export const presets: readonly Preset[] = [
  refusedInsert('commentsDisabled', 'comments are turned off'),
  refusedInsert('videoNotFound', 'the video is gone'),
  refusedInsert('forbidden', 'refused, and no detail says why'),
  refusedInsert('processingFailure', 'could not be processed'),
  refusedInsert('ineligibleAccount', 'the account cannot comment'),
  refusedInsert('authenticatedUserAccountSuspended', 'the account is suspended'),
  refusedInsert('youtubeSignupRequired', 'the account has no channel'),
  refusedInsert('insufficientPermissions', 'the scope is missing'),
  refusedInsert('quotaExceeded', 'the day’s quota is gone'),
  {
    key: 'insert-burst',
    says: 'Posting a comment: too many at once (429)',
    order: { match: insert, fault: { kind: 'status', reason: 'rateLimitExceeded', daily: false } },
  },
  {
    key: 'insert-burst-retry-after',
    says: 'Posting a comment: too many at once (429), Retry-After 60',
    order: {
      match: insert,
      fault: { kind: 'status', reason: 'rateLimitExceeded', daily: false, headers: minuteOfWaiting },
    },
  },
  {
    key: 'insert-503',
    says: 'Posting a comment: 503 backendError, nothing posted',
    order: { match: insert, fault: { kind: 'status', reason: 'backendError' } },
  },
  {
    key: 'insert-accepted-503',
    says: 'Posting a comment: posted, but 503 answered',
    order: { match: insert, fault: { kind: 'accept-then-status', reason: 'backendError' } },
  },
  {
    key: 'insert-accepted-hang-up',
    says: 'Posting a comment: posted, then the line is cut',
    order: { match: insert, fault: { kind: 'accept-then-hang-up' } },
  },
  {
    key: 'insert-accepted-hang',
    says: 'Posting a comment: posted, never answered',
    order: { match: insert, fault: { kind: 'accept-then-hang' } },
  },
  {
    key: 'insert-hang',
    says: 'Posting a comment: never answered, nothing posted',
    order: { match: insert, fault: { kind: 'hang' } },
  },
  {
    key: 'insert-held',
    says: 'Posting a comment: posted, held for review',
    order: { match: insert, fault: { kind: 'moderate', state: 'heldForReview' } },
  },
  {
    key: 'search-daily',
    says: 'Search: the day’s searches are used up (429)',
    order: { match: search, fault: { kind: 'status', reason: 'rateLimitExceeded', daily: true } },
  },
  {
    key: 'search-500',
    says: 'Search: 500 internalError',
    order: { match: search, fault: { kind: 'status', reason: 'internalError' } },
  },
  refusedProject('API_KEY_HTTP_REFERRER_BLOCKED', 'the key is for certain web pages', search),
  refusedProject('API_KEY_IP_ADDRESS_BLOCKED', 'the key is for other addresses', search),
  refusedProject('API_KEY_SERVICE_BLOCKED', 'the key is for other services', search),
  refusedProject('API_KEY_INVALID', 'there is no such key', search),
  refusedProject('CONSUMER_SUSPENDED', 'the project is suspended'),
  refusedProject('CONSUMER_INVALID', 'there is no such project'),
  refusedProject('USER_PROJECT_DENIED', 'the account may not use the project'),
  refusedProject('SERVICE_DISABLED', 'the API is not enabled'),
  refusedProject('BILLING_DISABLED', 'the project needs billing'),
  {
    key: 'youtube-burst-retry-after',
    says: 'YouTube: too many at once (429), Retry-After 60',
    order: {
      match: youtube,
      fault: { kind: 'status', reason: 'rateLimitExceeded', daily: false, headers: minuteOfWaiting },
    },
  },
  {
    key: 'youtube-no-items',
    says: 'YouTube: a list without items',
    order: {
      match: { method: 'GET', path: '/youtube/v3/*' },
      fault: {
        kind: 'status',
        status: 200,
        body: { kind: 'youtube#listResponse', pageInfo: { totalResults: 0, resultsPerPage: 0 } },
      },
    },
  },
  {
    key: 'youtube-html-403',
    says: 'YouTube: a proxy’s HTML page with 403',
    order: {
      match: youtube,
      fault: { kind: 'non-json', status: 403, body: '<html><body><h1>403 Forbidden</h1></body></html>' },
    },
  },
  {
    key: 'youtube-sorry',
    says: 'YouTube: Google’s “Sorry” page with 429',
    order: { match: youtube, fault: { kind: 'non-json', status: 429, body: sorryPage } },
  },
  {
    key: 'youtube-401',
    says: 'YouTube: 401 authError',
    order: { match: youtube, fault: { kind: 'status', reason: 'authError' } },
  },
  {
    key: 'youtube-reset',
    says: 'YouTube: connection reset',
    order: { match: youtube, fault: { kind: 'reset' } },
  },
  {
    key: 'youtube-html',
    says: 'YouTube: an HTML page instead of JSON',
    order: { match: youtube, fault: { kind: 'non-json' } },
  },
  {
    key: 'refresh-invalid-grant',
    says: 'Token refresh: invalid_grant',
    order: { match: refresh, fault: { kind: 'status', reason: 'invalid_grant' } },
  },
  {
    key: 'refresh-503',
    says: 'Token refresh: 503',
    order: { match: refresh, fault: { kind: 'status', status: 503, reason: 'internal_failure' } },
  },
  answering('refusal', 'refuses'),
  answering('bad-json', 'answers broken JSON'),
  answering('wrong-shape', 'answers JSON of another shape'),
  answering('cut-off', 'is cut off in the middle'),
  answering('no-json-schema', 'knows no json_schema'),
  {
    key: 'model-429',
    says: 'Model: 429, Retry-After 2',
    order: {
      match: model,
      fault: { kind: 'status', reason: 'rate_limit_exceeded', headers: { 'Retry-After': '2' } },
    },
  },
  {
    key: 'model-429-bare',
    says: 'Model: 429 without Retry-After',
    order: { match: model, fault: { kind: 'status', reason: 'rate_limit_exceeded' } },
  },
  {
    key: 'model-no-credit',
    says: 'Model: insufficient_quota',
    order: { match: model, fault: { kind: 'status', reason: 'insufficient_quota' } },
  },
  { key: 'model-500', says: 'Model: 500', order: { match: model, fault: { kind: 'status', status: 500 } } },
  {
    key: 'model-silent',
    says: 'Model: 30 seconds of silence',
    order: { match: model, fault: { kind: 'delay', ms: 30_000 } },
  },
];
