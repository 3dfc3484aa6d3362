export interface DescribedError {
  name: string;
  message: string;
  code?: string;
  stack?: string;
  cause?: DescribedError;
}

/** Their messages quote the provider or the callback's parameters. */
const quotesProvider = new Set(['TokenError', 'AuthorizationError', 'UserInfoError', 'GooglePlusAPIError']);

/** Drops other fields, which may hold tokens, and further lines, which may hold a query's values. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { name: 'NonError', message: typeof error };
  const code = 'code' in error && /^[\w.-]{1,64}$/.test(String(error.code)) ? String(error.code) : null;
  const stack = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
  return {
    name: error.name,
    message: quotesProvider.has(error.name) ? '(the provider’s text)' : firstWords(error.message),
    ...(code !== null && { code }),
    ...(stack && { stack: stack.join('\n') }),
    ...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
  };
}

function firstWords(message: string): string {
  const query = /^Failed query:/.test(message);
  const line = message.split('\n', 1)[0] ?? '';
  return query ? line.slice(0, 120) : line.slice(0, 300);
}
