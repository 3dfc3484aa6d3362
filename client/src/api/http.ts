import type { z } from 'zod';
import { type Problem, problemSchema } from '#shared/contracts/problem.ts';

const HTML_ANSWER =
  'Server returned HTML instead of JSON. This usually indicates a routing error or server misconfiguration.';
const UNREACHABLE = 'The server could not be reached. Check that it is running, then try again.';
const NOT_UNDERSTOOD =
  'The server sent an answer this page does not understand. Reload the page to get the matching version.';

/** Any non-OK answer. The text is "{status}: {detail, body or status text}" (SPEC §7, DESIGN §5). */
export class ApiError extends Error {
  readonly status: number;
  /** What the server said; '' where it said nothing. */
  readonly text: string;
  /** A code of shared/contracts/problem-codes.ts, when the server gave one. */
  readonly code: string | null;
  /** The whole problem document, for members such as the newer text of a revision conflict. */
  readonly problem: Problem | null;

  constructor(status: number, text: string, problem: Problem | null) {
    super(`${status}: ${text}`);
    this.name = 'ApiError';
    this.status = status;
    this.text = text;
    this.code = problem?.code ?? null;
    this.problem = problem;
  }
}

/** No answer came: the network or the server is away. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super(UNREACHABLE, { cause });
    this.name = 'UnreachableError';
  }
}

export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Entries that are null, undefined or '' are left out. */
  query?: Record<string, QueryValue>;
  body?: unknown;
  /** Sent as it is, as text/csv, in place of `body`. */
  csv?: Blob;
  /** The kind of answer that is asked for, where it is not plain JSON. */
  accept?: string;
  signal?: AbortSignal;
}

function address(path: string, query: Record<string, QueryValue> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

function parseProblem(body: string): Problem | null {
  try {
    const parsed = problemSchema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The answer itself, for what is read while it comes. @throws as fetchJson does. */
export async function fetchAnswer(
  path: string,
  { method = 'GET', query, body, csv, accept = 'application/json', signal }: RequestOptions,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address(path, query), {
      method,
      credentials: 'include',
      headers: { Accept: accept, 'Content-Type': csv ? 'text/csv' : 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(csv && { body: csv }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new UnreachableError(error);
  }
  // Before the status: a proxy's HTML error page would otherwise be shown as the message.
  if (response.headers.get('content-type')?.includes('text/html')) throw new Error(HTML_ANSWER);
  if (!response.ok) {
    const text = await response.text();
    const problem = parseProblem(text);
    throw new ApiError(response.status, problem?.detail || text || response.statusText, problem);
  }
  return response;
}

/**
 * Calls the API and checks the answer against its contract.
 * @throws ApiError for a non-OK answer, UnreachableError when none came.
 */
export async function fetchJson<T>(
  path: string,
  options: RequestOptions,
  contract: z.ZodType<T>,
): Promise<T> {
  const response = await fetchAnswer(path, options);
  return understood(contract, await response.json());
}

/** @throws where it is not what the contract says. */
export function understood<T>(contract: z.ZodType<T>, data: unknown): T {
  const parsed = contract.safeParse(data);
  if (!parsed.success) throw new Error(NOT_UNDERSTOOD, { cause: parsed.error });
  return parsed.data;
}

/** Like fetchJson, but 401 gives null instead of an error. */
export async function fetchJsonOrNull<T>(
  path: string,
  options: RequestOptions,
  contract: z.ZodType<T>,
): Promise<T | null> {
  try {
    return await fetchJson(path, options, contract);
  } catch (error) {
    if (isUnauthorized(error)) return null;
    throw error;
  }
}

/** For calls whose answer carries nothing to read. */
export async function fetchNothing(path: string, options: RequestOptions): Promise<void> {
  await fetchAnswer(path, options);
}
