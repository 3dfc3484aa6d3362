import type { ProblemCode } from '#shared/contracts/primitives.ts';

export class AppError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly extra: Readonly<Record<string, unknown>>;

  /**
   * `detail` is shown to the user unchanged: it says what happened and what to do next.
   */
  constructor(
    status: number,
    code: ProblemCode,
    detail: string,
    extra: Record<string, unknown> = {},
  ) {
    super(detail);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const invalid = (detail: string, code: ProblemCode = 'invalid_request') =>
  new AppError(400, code, detail);

export const notFound = (what: string) =>
  new AppError(
    404,
    'not_found',
    `${what} does not exist, or no longer does. Reload the page.`,
  );

export const conflict = (
  code: ProblemCode,
  detail: string,
  extra?: Record<string, unknown>,
) => new AppError(409, code, detail, extra);

export const unauthenticated = (
  detail = 'You are signed out. Sign in with Google to go on.',
) => new AppError(401, 'unauthenticated', detail);

/**
 * Returns the code that Node or PostgreSQL gave an error, such as ENOENT; null for an
 * error without one.
 */
export const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : null;

/**
 * Returns the message of an error. The AggregateError of several failed addresses has no
 * message, only a code.
 */
export const messageOf = (error: unknown): string =>
  error instanceof Error
    ? error.message || String(errorCode(error) ?? error.name)
    : String(error);

/** Returns the error, its causes, and each failure if several addresses were tried. */
export function causesOf(error: unknown, depth = 0): Error[] {
  if (!(error instanceof Error) || depth > 5) return [];
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return [error, ...inner.flatMap((each) => causesOf(each, depth + 1))];
}

/** Codes of a connection that was never made, so nothing was sent. */
export const neverConnected = new Set<unknown>([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export interface DescribedError {
  name: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
}

/** Errors whose messages quote the provider or the callback's parameters. */
const quotesProvider = new Set([
  'TokenError',
  'AuthorizationError',
  'UserInfoError',
  'GooglePlusAPIError',
]);

/**
 * Describes an error for the log. Drops other fields, which may contain tokens, and
 * further lines of the message, which may contain the values of a query.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { name: 'NonError', message: typeof error };
  const code =
    'code' in error && /^[\w.-]{1,64}$/.test(String(error.code))
      ? String(error.code)
      : null;
  const stack = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
  return {
    name: error.name,
    message: quotesProvider.has(error.name)
      ? '(the provider’s text)'
      : firstWords(error.message),
    ...(code !== null && { code }),
    ...(stack && { stack: stack.join('\n') }),
    ...(error.cause !== undefined &&
      depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

function firstWords(message: string): string {
  const query = /^Failed query:/.test(message);
  const line = message.split('\n', 1)[0] ?? '';
  return query ? line.slice(0, 120) : line.slice(0, 300);
}
