import type { Fault, FaultOrder } from './faults.ts';

export interface Preset {
  key: string;
  says: string;
  order: Pick<FaultOrder, 'match' | 'fault'>;
}

const insert = { method: 'POST', path: '/youtube/v3/commentThreads' };
const answer = { method: 'POST', path: '/youtube/v3/comments' };
const change = { method: 'PUT', path: '/youtube/v3/comments' };
const withdraw = { method: 'DELETE', path: '/youtube/v3/comments' };
const search = { method: 'GET', path: '/youtube/v3/search' };
const youtube = { path: '/youtube/v3/*' };
const byKey = { ...youtube, contains: 'key=' };
const reading = { method: 'GET', path: '/youtube/v3/*' };
const model = { method: 'POST', path: '/v1/*' };
const refresh = { method: 'POST', path: '/token', contains: 'refresh_token' };

const preset = (
  key: string,
  says: string,
  match: FaultOrder['match'],
  fault: FaultOrder['fault'],
): Preset => ({ key, says, order: { match, fault } });

type Status = Omit<Extract<FaultOrder['fault'], { kind: 'status' }>, 'kind'>;
const status = (rest: Status): FaultOrder['fault'] => ({ kind: 'status', ...rest });
const rateLimit = { kind: 'status', reason: 'rateLimitExceeded' } as const;
const daily = { ...rateLimit, daily: true };
const burst = { ...rateLimit, daily: false };
const burstWithWait = { ...burst, headers: { 'Retry-After': '60' } };

const posting = (key: string, says: string, fault: FaultOrder['fault']) =>
  preset(`insert-${key}`, `Posting a comment: ${says}`, insert, fault);
const insertRefused = (reason: string, says: string) =>
  posting(reason, `${says} (${reason})`, status({ reason }));
const answerRefused = (reason: string, says: string) =>
  preset(`answer-${reason}`, `Answering a reply: ${says} (${reason})`, answer, status({ reason }));
const searchRefused = (reason: string, says: string) =>
  preset(`search-${reason}`, `Search: ${says} (${reason})`, search, status({ reason }));
const keyRefused = (reason: string, says: string) =>
  preset(`key-${reason}`, `API key: ${says} (${reason})`, byKey, status({ reason }));
const projectRefused = (reason: string, says: string) =>
  preset(`youtube-${reason}`, `YouTube: ${says} (${reason})`, youtube, status({ reason }));
const modelAnswers = (behaviour: Extract<Fault, { kind: 'model' }>['behaviour'], says: string) =>
  preset(`model-${behaviour}`, `Model: ${says}`, model, { kind: 'model', behaviour });

const html = (key: string, says: string, status: number, body: string) =>
  preset(key, `YouTube: ${says}`, youtube, { kind: 'non-json', status, body });

const noItems = { kind: 'youtube#listResponse', pageInfo: { totalResults: 0, resultsPerPage: 0 } };
const sorryPage = `<html><head><title>Sorry...</title></head><body><h1>We're sorry...</h1>
<p>... but your computer or network may be sending automated queries.</p></body></html>`;

export const presets: readonly Preset[] = [
  insertRefused('commentsDisabled', 'comments are turned off'),
  insertRefused('videoNotFound', 'the video is gone'),
  insertRefused('forbidden', 'refused, and no detail says why'),
  insertRefused('processingFailure', 'could not be processed'),
  insertRefused('ineligibleAccount', 'the account cannot comment'),
  insertRefused('authenticatedUserAccountSuspended', 'the account is suspended'),
  insertRefused('youtubeSignupRequired', 'the account has no channel'),
  insertRefused('insufficientPermissions', 'the scope is missing'),
  insertRefused('quotaExceeded', 'the day’s quota is gone'),
  insertRefused('backendError', '503, nothing posted'),
  posting('burst', 'too many at once (429)', burst),
  posting('burst-retry-after', 'too many at once (429), Retry-After 60', burstWithWait),
  posting('accepted-503', 'posted, but 503 answered', { kind: 'accept-then-status', reason: 'backendError' }),
  posting('accepted-hang-up', 'posted, then the line is cut', { kind: 'accept-then-hang-up' }),
  posting('accepted-hang', 'posted, never answered', { kind: 'accept-then-hang' }),
  posting('hang', 'never answered, nothing posted', { kind: 'hang' }),
  posting('held', 'posted, held for review', { kind: 'moderate', state: 'heldForReview' }),
  posting('held-then-published', 'posted, held, published 20 minutes later', {
    kind: 'moderate',
    state: 'heldForReview',
    later: { state: 'published', afterSeconds: 1_200 },
  }),
  posting('removed', 'posted, removed 20 minutes later', {
    kind: 'moderate',
    state: 'published',
    later: { state: 'deleted', afterSeconds: 1_200 },
  }),
  posting('shadow-hidden', 'posted, hidden from all but its author', {
    kind: 'moderate',
    state: 'shadowHidden',
  }),
  answerRefused('parentCommentNotFound', 'the reply it answers is gone'),
  answerRefused('parentCommentIsPrivate', 'the comment above it is hidden'),
  preset(
    'change-refused',
    'Changing a comment: not allowed (forbidden)',
    change,
    status({ reason: 'forbidden' }),
  ),
  preset('change-accepted-hang-up', 'Changing a comment: changed, then the line is cut', change, {
    kind: 'accept-then-hang-up',
  }),
  preset('withdraw-accepted-hang-up', 'Withdrawing a comment: gone, then the line is cut', withdraw, {
    kind: 'accept-then-hang-up',
  }),
  preset('search-daily', 'Search: the day’s searches are used up (429)', search, daily),
  searchRefused('internalError', '500'),
  keyRefused('API_KEY_HTTP_REFERRER_BLOCKED', 'it is for certain web pages'),
  keyRefused('API_KEY_IP_ADDRESS_BLOCKED', 'it is for other addresses'),
  keyRefused('API_KEY_SERVICE_BLOCKED', 'it is for other services'),
  keyRefused('API_KEY_INVALID', 'there is no such key'),
  projectRefused('CONSUMER_SUSPENDED', 'the project is suspended'),
  projectRefused('CONSUMER_INVALID', 'there is no such project'),
  projectRefused('USER_PROJECT_DENIED', 'the account may not use the project'),
  projectRefused('SERVICE_DISABLED', 'the API is not enabled'),
  projectRefused('BILLING_DISABLED', 'the project needs billing'),
  projectRefused('authError', '401'),
  preset(
    'youtube-burst-retry-after',
    'YouTube: too many at once (429), Retry-After 60',
    youtube,
    burstWithWait,
  ),
  preset(
    'youtube-no-items',
    'YouTube: a list without items',
    reading,
    status({ status: 200, body: noItems }),
  ),
  html('youtube-html-403', 'a proxy’s HTML page with 403', 403, '<html><h1>403 Forbidden</h1></html>'),
  html('youtube-sorry', 'Google’s “Sorry” page with 429', 429, sorryPage),
  preset('youtube-reset', 'YouTube: connection reset', youtube, { kind: 'reset' }),
  preset('youtube-html', 'YouTube: an HTML page instead of JSON', youtube, { kind: 'non-json' }),
  preset(
    'refresh-invalid-grant',
    'Token refresh: invalid_grant',
    refresh,
    status({ reason: 'invalid_grant' }),
  ),
  preset('refresh-503', 'Token refresh: 503', refresh, status({ status: 503 })),
  modelAnswers('refusal', 'refuses'),
  modelAnswers('bad-json', 'answers broken JSON'),
  modelAnswers('wrong-shape', 'answers JSON of another shape'),
  modelAnswers('cut-off', 'is cut off in the middle'),
  modelAnswers('no-json-schema', 'knows no json_schema'),
  preset(
    'model-429',
    'Model: 429, Retry-After 2',
    model,
    status({ reason: 'rate_limit_exceeded', headers: { 'Retry-After': '2' } }),
  ),
  preset(
    'model-429-bare',
    'Model: 429 without Retry-After',
    model,
    status({ reason: 'rate_limit_exceeded' }),
  ),
  preset('model-no-credit', 'Model: insufficient_quota', model, status({ reason: 'insufficient_quota' })),
  preset('model-500', 'Model: 500', model, status({ status: 500 })),
  preset('model-silent', 'Model: 30 seconds of silence', model, { kind: 'delay', ms: 30_000 }),
];
