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
  refusedInsert('forbidden', 'not allowed on this video'),
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
