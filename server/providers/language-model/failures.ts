import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from 'openai';
import { noPreparedDraft } from '#shared/contracts/settings.ts';
import { msUntil, readRetryAfter } from '../../core/outgoing.ts';
import { isObject } from '../../text/loose-json.rules.ts';
import { connectionFailure, failureOfStatus } from './http.ts';
import { LanguageModelError, type LanguageModelFailure } from './language-model.ts';

/** Error codes for spent credit, after which retries never help (wire W7). */
const quotaCodes = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
]);

const refusalCodes = new Set(['content_filter', 'content_policy_violation']);

/** Reduces an error to its kind and drops the raw error, which may contain secrets. */
export function modelFailure(error: unknown): LanguageModelFailure {
  if (error instanceof LanguageModelError) return error.kind;
  if (error instanceof APIUserAbortError) return 'unavailable';
  if (error instanceof APIConnectionTimeoutError) return 'slow';
  if (error instanceof APIConnectionError) return connectionFailure(error);
  if (isOllamaRefusal(error))
    return failureOfStatus(error.status_code, /model/i.test(error.message));
  // A truncated body throws a plain TypeError, and one that is not JSON throws a
  // SyntaxError.
  if (!(error instanceof APIError))
    return error instanceof SyntaxError ? 'bad_answer' : connectionFailure(error);
  return failureOfAnswer(error);
}

/** Returns the failure that an error response of a server stands for. */
function failureOfAnswer(error: APIError): LanguageModelFailure {
  const { status, code, type } = error;
  if (quotaCodes.has(code ?? '') || type === 'insufficient_quota') return 'quota';
  if (refusalCodes.has(code ?? '')) return 'refused';
  if (code === noPreparedDraft) return 'unprepared';
  if (status === 400) {
    const said = wordsOf(error);
    // Google responds to a wrong key with status 400.
    if (aboutKey.test(said)) return 'bad_key';
    // LM Studio responds to both of these problems with status 400.
    if (noModelLoaded.test(said)) return 'unknown_model';
    if (modelCrashed.test(said)) return 'unavailable';
  }
  return failureOfStatus(status, isAboutModel(error));
}

const noModelLoaded = /no models? (?:is |are )?(?:currently )?loaded/i;
const modelCrashed = /model (?:has |was )?(?:crashed|unloaded)/i;

const aboutKey =
  /(invalid|incorrect|missing|expired).{0,10}api.?key|api.?key.{0,10}(not valid|invalid|expired)/i;

/**
 * Distinguishes an unknown model from an address that is no model server. Ollama sends no
 * code, only `type` and a message; web pages and other APIs send neither.
 */
const isAboutModel = ({ code, type, message }: APIError) =>
  code === 'model_not_found' || type === 'not_found_error' || /\bmodel\b/i.test(message);

/** Checks the shape, since the Ollama package exports no class for its error. */
export const isOllamaRefusal = (
  error: unknown,
): error is Error & { status_code: number } =>
  error instanceof Error &&
  'status_code' in error &&
  typeof error.status_code === 'number';

/**
 * Words in codes, types and messages, and the HTTP status they stand for. The first match
 * counts.
 */
const statusWords: readonly [words: RegExp, status: number][] = [
  [/rate.?limit|too.?many.?requests|resource.?exhausted|slow.?down|throttl/i, 429],
  [
    /insufficient.?(balance|fund)|quota|payment.?required|billing|\bcredits?\b|credit.?balance|(spend|usage).?limit/i,
    402,
  ],
  [
    /api.?key|unauthori[sz]ed|unauthenticated|authenticat|authorization|permission|forbidden|access.?denied|no auth|credentials|token.?expired|expired.?token/i,
    401,
  ],
  [/(no such|unknown) model|not.?found|not.?exist|unexpected endpoint/i, 404],
  [
    /overload|unavailable|capacity|internal|server.?error|api_error|time.?(d.)?out|bad.?gateway|try again/i,
    503,
  ],
  [/invalid.?(request|argument|parameter)|bad.?request|unsupported|not supported/i, 400],
];

const statusNames = [
  'code',
  'status',
  'status_code',
  'statusCode',
  'http_code',
  'http_status',
  'type',
];
const messageNames = [
  'message',
  'msg',
  'detail',
  'status_msg',
  'error_msg',
  'errorMessage',
  'error_description',
];

/**
 * Returns the HTTP status that an error stands for; undefined if its code, type and
 * message name none.
 */
function statusOf(error: unknown): number | undefined {
  if (typeof error === 'string') return statusOfWords(error);
  if (!isObject(error)) return undefined;
  const told = statusNames.map((name) => error[name]);
  const status = told
    .map(Number)
    .find((number) => Number.isInteger(number) && number >= 400 && number < 600);
  if (status !== undefined) return status;
  const words = told.filter((each) => typeof each === 'string').join(' ');
  const inside = [...messageNames, 'error'].map((name) => statusOf(error[name]));
  return statusOfWords(words) ?? inside.find((each) => each !== undefined);
}

/** Fields that accompany an error message but do not say whether it is an error. */
const beside =
  /^(?:(?:request|trace)_?id|timestamp|path|success|ok|data|result|user_id|id|created)$/i;

/**
 * Returns the error in an event that contains no answer, under any of the field names
 * that servers use. Returns null if the event is no error, such as one that only keeps
 * the connection open.
 */
export function errorWithoutAnswer(event: Record<string, unknown>): unknown {
  const { errors, base_resp: base } = event;
  if (Array.isArray(errors) && errors.length > 0) return errors[0];
  if (isObject(base) && Number(base['status_code']) > 0)
    return { ...base, message: base['status_msg'] };
  const name = messageNames.find(
    (each) => event[each] !== undefined && event[each] !== null,
  );
  if (name === undefined) return null;
  const isError =
    event['object'] === 'error' ||
    event['type'] === 'error' ||
    event['success'] === false;
  const hasStatus = statusNames.some(
    (each) => each !== 'type' && event[each] !== undefined,
  );
  const isAlone = Object.keys(event).every(
    (each) => messageNames.includes(each) || beside.test(each),
  );
  const words =
    typeof event[name] === 'string' ? event[name] : JSON.stringify(event[name]);
  // A lone message "Processing" only keeps the connection open, but "Unauthorized" is an
  // error.
  const tellsError = isAlone && (name === 'detail' || statusOfWords(words) !== undefined);
  if (!isError && !hasStatus && !tellsError) return null;
  return { ...event, message: words };
}

/**
 * Matches a status in a message, as in "503 Service Unavailable" or "Error code: 429".
 */
const namedStatus = /(?:^\W*|(?:http|status|code|error)\W{1,3})([45]\d\d)\b/i;

function statusOfWords(words: string): number | undefined {
  const named = namedStatus.exec(words)?.[1];
  if (named !== undefined) return Number(named);
  return statusWords.find(([each]) => each.test(words))?.[1];
}

/**
 * Converts an error object inside a 200 response to the error that the matching HTTP
 * status would have caused.
 */
export const errorInAnswer = (error: unknown, headers?: Headers): APIError =>
  new APIError(
    statusOf(error),
    isObject(error) ? error : { message: String(error) },
    undefined,
    headers ?? new Headers(),
  );

const tooLong = new RegExp(
  [
    'context[_ ](?:length|window|size)|exceed_context|n_ctx|n_keep|tokens to keep from the initial prompt',
    'maximum context|max_(?:completion_)?tokens.* too large|max_tokens must be at least 1',
    'input token count.*exceeds|prompt is too long|(?:prompt|request) (?:is )?too large',
    'inputs?`? tokens \\+ `?max_new_tokens|input (?:is|tokens?) (?:too long|exceeds?)',
  ].join('|'),
  'i',
);
const figures = [
  /maximum context length is (\d+)/i,
  /n_ctx\D{0,4}(\d+)/i,
  /tokens allowed \((\d+)\)/i,
  /> (\d+) maximum/i,
  /max_new_tokens`? must be <= (\d+)/i,
  /context\D{0,40}?(\d{3,})/i,
];

/**
 * Returns the message with the error's code and body, since SDKs leave unknown fields out
 * of the message.
 */
const wordsOf = (error: Error): string =>
  `${error.message} ${error instanceof APIError ? JSON.stringify([error.error ?? '', error.code ?? '']) : ''}`;

/**
 * Returns an object if the error says, in any server's wording, that the prompt is longer
 * than the window (wire W12), and null for any other error. `window` is in tokens, or
 * null if the server did not name it.
 */
export function overflowOf(error: unknown): { window: number | null } | null {
  if (!(error instanceof Error) || error instanceof LanguageModelError) return null;
  const said = wordsOf(error);
  // The body is too large for a proxy, or the prompt for the token rate limit. A shorter
  // one passes.
  const isTooLarge = error instanceof APIError && error.status === 413;
  if (!isTooLarge && !tooLong.test(said)) return null;
  const named = figures
    .map((figure) => figure.exec(said)?.[1])
    .find((figure) => figure !== undefined);
  return { window: named === undefined ? null : Number(named) };
}

const aboutSystemRole =
  /\b(?:system|developer)\b['"`’]?\s*(?:role|message|prompt|instruction)|\broles?['"`’]?:?\s*['"`’]?(?:system|developer)\b|\bgot (?:role )?system\b|roles? other than ['"`]?user|['"`]system['"`]/i;
const complaint =
  /\bnot\b|n['’]t\b|cannot|unsupported|invalid|unknown|unexpected|expected|\bonly\b|permitted/i;
/**
 * Templates that only know user and assistant complain about the order of roles, or list
 * the roles they know.
 */
const aboutOrder =
  /\balternat|\b(?:must|should|has to) (?:be|start|begin|come|use)\b.{0,20}\buser\b|\brole\b.{0,80}\bpermitted: 'user'|\bonly\b.{0,40}\buser\b.{0,40}\broles?\b|\bexpected last role\b/i;

/** Statuses with a meaning of their own, whatever the message says. */
const otherwiseTold = new Set<unknown>([401, 402, 403, 404, 429]);

/**
 * Returns true if the model's template rejects system messages, in any template's wording
 * (wire W7). A wrong match costs one more request.
 */
export function refusesSystemRole(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof LanguageModelError) return false;
  if (error instanceof APIError && otherwiseTold.has(error.status)) return false;
  const said = wordsOf(error).replaceAll('\\', '');
  return aboutOrder.test(said) || (aboutSystemRole.test(said) && complaint.test(said));
}

/** Returns false after our own timeout, since no time is left. */
export function mayRetry(error: unknown): boolean {
  if (error instanceof APIUserAbortError) return false;
  const kind = modelFailure(error);
  return kind === 'busy' || kind === 'unavailable' || kind === 'unreachable';
}

export function retryAfterMs(error: unknown, now: Date): number | null {
  if (!(error instanceof APIError)) return null;
  const milliseconds = Number.parseFloat(error.headers?.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return milliseconds;
  const retryAfter = readRetryAfter(error.headers);
  return retryAfter === null ? null : msUntil(retryAfter, now);
}
