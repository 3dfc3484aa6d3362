import {
  type MutationFunctionContext,
  type QueryKey,
  queryOptions,
  useMutation,
} from '@tanstack/react-query';
import type { z } from 'zod';
import { type Problem, problemSchema } from '#shared/contracts/primitives.ts';
import { isFromProxyAlone, noteServerReach } from '../lib/server-reach.ts';
import { toast } from '../lib/toast.ts';

const HTML_ANSWER =
  'Server returned HTML instead of JSON. This usually indicates a routing error or server misconfiguration.';
const UNREACHABLE = 'The server cannot be reached. Check that it runs, then try again.';
const NOT_UNDERSTOOD =
  'This page does not understand the server’s answer. Reload it, then try again.';

/**
 * Thrown for a response that is not OK. The message is "{status}: {detail, body or status
 * text}" (rule 10.4).
 */
export class ApiError extends Error {
  readonly status: number;
  readonly text: string;
  readonly code: string | null;
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

export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super(UNREACHABLE, { cause });
    this.name = 'UnreachableError';
  }
}

/**
 * Returns when the server will call YouTube again after this error; until then, it
 * repeats the error. Returns null if the server did not say.
 */
export function nextTryOf(error: unknown): string | null {
  const at = error instanceof ApiError ? error.problem?.['nextTryAt'] : null;
  return typeof at === 'string' ? at : null;
}

/** Returns whether the server rejects this request no matter when it is sent. */
export const isInvalid = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400;

export const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;

type QueryValue = string | number | boolean | null | undefined;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, QueryValue>;
  body?: unknown;
  /** Sent unchanged instead of a JSON body. */
  file?: { content: Blob; type: 'text/csv' | 'application/octet-stream' };
  accept?: string;
  signal?: AbortSignal;
}

function address(path: string, query: Record<string, QueryValue> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '')
      params.set(name, String(value));
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

export async function fetchAnswer(
  path: string,
  {
    method = 'GET',
    query,
    body,
    file,
    accept = 'application/json',
    signal,
  }: RequestOptions = {},
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address(path, query), {
      method,
      credentials: 'include',
      headers: {
        Accept: accept,
        'Content-Type': file?.type ?? 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: file.content }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    noteServerReach(false);
    throw new UnreachableError(error);
  }
  noteServerReach(!isFromProxyAlone(response));
  // Check this before the status, or the HTML of a proxy's error page would become the
  // error message.
  if (response.headers.get('content-type')?.includes('text/html'))
    throw new Error(HTML_ANSWER);
  if (!response.ok) {
    const text = await response.text();
    const problem = parseProblem(text);
    throw new ApiError(
      response.status,
      problem?.detail || text || response.statusText,
      problem,
    );
  }
  return response;
}

/**
 * Returns the id of the step that a request made (rule 12.13); null if it changed
 * nothing.
 */
export const stepIn = (response: Response): string | null =>
  response.headers.get('X-Step');

/**
 * @throws ApiError for a response that is not OK, UnreachableError
 * if there is none, and Error if the response breaks its contract.
 */
export async function fetchJson<T>(
  path: string,
  options: RequestOptions,
  contract: z.ZodType<T>,
): Promise<T> {
  const response = await fetchAnswer(path, options);
  return parseAnswer(contract, await response.json());
}

export function parseAnswer<T>(contract: z.ZodType<T>, data: unknown): T {
  const parsed = contract.safeParse(data);
  if (!parsed.success) throw new Error(NOT_UNDERSTOOD, { cause: parsed.error });
  return parsed.data;
}

export async function fetchNothing(path: string, options: RequestOptions): Promise<void> {
  await fetchAnswer(path, options);
}

const sender =
  (method: 'POST' | 'PUT' | 'PATCH') =>
  <T>(path: string, contract: z.ZodType<T>, body?: unknown): Promise<T> =>
    fetchJson(path, { method, body }, contract);
export const post = sender('POST');
export const put = sender('PUT');
export const patch = sender('PATCH');
export const remove = (path: string) => fetchNothing(path, { method: 'DELETE' });

export const jsonQuery = <Key extends QueryKey, T>(
  queryKey: Key,
  path: string,
  contract: z.ZodType<T>,
  query: RequestOptions['query'] = {},
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => fetchJson(path, { query, signal }, contract),
  });

/** Loads what has the same path as its key. */
export const namedQuery = <const Key extends readonly (string | number)[], T>(
  queryKey: Key,
  contract: z.ZodType<T>,
) => jsonQuery(queryKey, `/api/${queryKey.join('/')}`, contract);

/**
 * Changes something on the server, then invalidates the queries with these keys.
 * `failure` is the title of the toast that is shown on an error.
 */
export const useChange = <Answer, Given = void>(
  mutationFn: (given: Given, context: MutationFunctionContext) => Promise<Answer>,
  queryKeys: readonly QueryKey[] = [],
  failure = '',
) =>
  useMutation({
    mutationFn,
    onError: (error) => failure && toastFailure(failure, error),
    onSuccess: (_, __, ___, { client }) =>
      Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });

export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError)
    return error.problem?.detail || (error.text && error.message) || fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}

const isModelMissing = (error: unknown) =>
  error instanceof ApiError && error.code === 'no_model';

/** The comment that a toast is about, named by its video. */
interface NoticeSubject {
  title: string;
  /** Path of the page where the owner can deal with the comment. */
  href: string;
}

/**
 * Shows a toast about a failure. The title says what failed. The description is the
 * server's sentence, or `fallback` if there is none (rule 11.4). The line below the title
 * names the video that the toast is `about`; under the title "Error", it says what
 * failed.
 */
export function toastFailure(
  title: string,
  error: unknown,
  fallback = '',
  about?: string | NoticeSubject,
): void {
  const description = errorText(error, fallback);
  let subject = typeof about === 'object' ? about.title : about;
  if (!subject && title === 'Error' && description !== fallback) subject = fallback;
  toast({
    title,
    description,
    variant: 'destructive',
    ...(subject && { subject }),
    ...(typeof about === 'object' && { link: { label: 'Review It', href: about.href } }),
    ...(isModelMissing(error) && {
      link: { label: 'Connect Yours', href: '/settings?tab=general' },
    }),
  });
}
