import { STATUS_CODES } from 'node:http';
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { util, type z } from 'zod';
import { AppError, causesOf, errorCode, invalid, notFound } from '../core/errors.ts';
import type { Log } from '../core/log.ts';

/** SQLSTATE codes that mean PostgreSQL is unavailable. */
const lostStates = /^(08...|53...|57P0.|55000|3D000)$/;
const lostSockets = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
];
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|PGlite is clos)/;

export type Report = (error: unknown) => void;

export const reportTo =
  (log: Log): Report =>
  (error) =>
    log.error({ err: error }, 'a request failed');

/**
 * Sends errors as problem details. Reports those with status 500 and above, which are no
 * fault of the request.
 */
export function errorHandler(report: Report = () => {}): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const problem = problemOf(error, report);
    if (res.headersSent) {
      // The response has begun, so it can only be cut off.
      res.destroy();
      return;
    }
    const { status, code, message: detail, extra } = problem;
    const title = STATUS_CODES[status] ?? 'Error';
    res
      .status(status)
      .type('application/problem+json')
      .set('Cache-Control', 'no-store')
      .send(JSON.stringify({ ...extra, status, title, detail, code }));
  };
}

export function problemOf(error: unknown, report: Report): AppError {
  const known = error instanceof AppError ? error : translate(error);
  if (!known || known.status >= 500) report(error);
  return known ?? new AppError(500, 'internal', unforeseen);
}

const unforeseen =
  'Something went wrong on the server. Try again; if it happens again, look at the server’s log.';

function translate(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const status =
    'status' in error && typeof error.status === 'number' ? error.status : 500;
  const type = 'type' in error ? String(error.type) : '';
  if (type === 'entity.parse.failed') {
    return invalid('The body of this request is not valid JSON.', 'malformed_json');
  }
  if (status === 413) {
    const most =
      'limit' in error && typeof error.limit === 'number' ? error.limit : 100_000;
    const kB = Math.floor(most / 1_000).toLocaleString('en-US');
    return new AppError(
      413,
      'body_too_large',
      `This request is larger than ${kB} kB. Shorten the text.`,
    );
  }
  if (error instanceof URIError) {
    return invalid('The address of this request is not encoded correctly.');
  }
  // Client errors of body-parser and send have a status. Their messages are not shown,
  // since they may quote the input.
  if (status >= 400 && status < 500 && 'expose' in error) {
    return new AppError(
      status,
      'invalid_request',
      'This request could not be understood.',
    );
  }
  return databaseFailure(error);
}

const databaseAway = 'The database does not answer right now. Try again in a moment.';

function databaseFailure(error: Error): AppError | null {
  for (const each of causesOf(error)) {
    const code = String(errorCode(each));
    if (
      lostStates.test(code) ||
      lostSockets.includes(code) ||
      lostWords.test(each.message)
    )
      return new AppError(503, 'database_unavailable', databaseAway);
    if (code === '23503') return notFound('What this belongs to');
    if (/^22[0-9A-Z]{3}$/.test(code))
      return invalid('This request holds a value that cannot be stored.');
  }
  return null;
}

type Issue = z.core.$ZodIssue;

const mostNamed = 3;

function inputSentence(error: z.ZodError): string {
  const sentences = flatten(error.issues).slice(0, mostNamed).map(sentence);
  return [...new Set(sentences)].join(' ');
}

function flatten(issues: readonly Issue[]): Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const closest = [...issue.errors].sort((a, b) => a.length - b.length)[0] ?? [];
    return flatten(closest).map((inner) => ({
      ...inner,
      path: [...issue.path, ...inner.path],
    }));
  });
}

/**
 * A message that begins with a capital letter is already a complete sentence from the
 * contract.
 */
function sentence({ path, message }: Issue): string {
  if (/^\p{Lu}/u.test(message)) return `${message.replace(/\.$/, '')}.`;
  return `${path.length > 0 ? `The field “${path.join('.')}”` : 'The request'} ${message}.`;
}

/** Default messages for issues that have none in the contract. */
const faultOf: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${aOr(issue.expected)}, not ${aOr(typeOf(issue.input))}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      return `has fields that are not known here: ${issue.keys.join(', ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unitOf(issue.origin)}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unitOf(issue.origin)}`;
    default:
      return 'is not valid';
  }
};

const typeOf = (input: unknown) =>
  typeof input === 'number' && !Number.isFinite(input)
    ? String(input)
    : util.parsedType(input);
const article = (noun: string) => (/^[aeio]/.test(noun) ? 'an' : 'a');
const aOr = (type: string) =>
  ['null', 'NaN', 'Infinity', '-Infinity'].includes(type)
    ? type
    : `${article(type)} ${type}`;
function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}

export const unknownPath: RequestHandler = (req) => {
  throw new AppError(
    404,
    'not_found',
    `There is no ${req.method} ${req.baseUrl}${req.path} on this server.`,
  );
};

interface RouteContract<P, Q, B, R> {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  body?: z.ZodType<B>;
  response?: z.ZodType<unknown, R>;
  status?: number;
}

interface RouteInput<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  req: Request;
  res: Response;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type Route = <P = undefined, Q = undefined, B = undefined, R = undefined>(
  place: `${Method} /${string}`,
  contract: RouteContract<P, Q, B, R>,
  handler: (input: RouteInput<P, Q, B>) => Promise<R> | R,
) => void;

/**
 * Creates a router of routes with contracts. A contract parses the input and limits the
 * response to the fields that it lists. Bad input is a 400 that names the field.
 */
export function routes(add: (route: Route, router: Router) => void): Router {
  const router = express.Router();
  const route: Route = (place, contract, handler) => {
    const [method, path] = place.split(' ') as [Method, string];
    router[method](path, async (req, res) => {
      const input = {
        params: readInput(contract.params, req.params),
        query: readInput(contract.query, withoutEmpty(req.query)),
        body: readInput(contract.body, req.body),
        req,
        res,
      };
      if (contract.status) res.status(contract.status);
      const answer = await handler(input);
      if (res.headersSent) return;
      if (!contract.response) res.status(204).end();
      else res.json(contract.response.parse(answer));
    });
  };
  add(route, router);
  return router;
}

function withoutEmpty(query: Request['query']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

export function readInput<T>(schema: z.ZodType<T> | undefined, value: unknown): T {
  if (!schema) return undefined as T;
  const result = schema.safeParse(value, { error: faultOf });
  if (result.success) return result.data;
  throw invalid(
    value === undefined ? 'This request needs a JSON body.' : inputSentence(result.error),
  );
}

/** Returns a signal that aborts if the client disconnects before the response is sent. */
export function goneOf(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) gone.abort();
  });
  return gone.signal;
}
