import type { ErrorRequestHandler } from 'express';
import { AppError } from '../core/errors.ts';
import { databaseFailure } from './database-failure.ts';
import { sendProblem } from './problem.ts';

export type Report = (error: unknown) => void;

/**
 * The one place where an error becomes an answer. What nobody foresaw is reported and told without details.
 * @param report gets only what needs somebody's eyes: 500s and a lost database.
 */
export function errorHandler(report: Report = () => {}): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const problem = problemOf(error, report);
    if (res.headersSent) {
      // The answer has begun and cannot become another one: cutting it off is the only honest end.
      res.destroy();
      return;
    }
    sendProblem(res, problem.status, problem.code, problem.message, problem.extra);
  };
}

/** What an error is to a person. `report` hears what needs somebody's eyes. */
export function problemOf(error: unknown, report: Report): AppError {
  const known = error instanceof AppError ? error : translate(error);
  if (!known || known.status >= 500) report(error);
  return known ?? unforeseen();
}

const unforeseen = () =>
  new AppError(
    500,
    'internal',
    'Something went wrong on the server. Try again; if it stays, look at its log.',
  );

function translate(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 500;
  const type = 'type' in error ? String(error.type) : '';
  if (type === 'entity.parse.failed') {
    return new AppError(400, 'malformed_json', 'The body of this request is not valid JSON.');
  }
  if (status === 413) {
    const most = 'limit' in error && typeof error.limit === 'number' ? error.limit : 100_000;
    const kB = Math.floor(most / 1_000).toLocaleString('en-US');
    return new AppError(413, 'body_too_large', `This request is larger than ${kB} kB. Shorten the text.`);
  }
  if (error instanceof URIError) {
    return new AppError(400, 'invalid_request', 'The address of this request is not encoded correctly.');
  }
  // body-parser and send mark the client's mistakes with a status; their own words may quote the input.
  if (status >= 400 && status < 500 && 'expose' in error) {
    return new AppError(status, 'invalid_request', 'This request could not be understood.');
  }
  const failure = databaseFailure(error);
  if (failure === 'lost') {
    return new AppError(
      503,
      'database_unavailable',
      'The database does not answer right now. Try again in a moment.',
    );
  }
  if (failure === 'unstorable') {
    return new AppError(400, 'invalid_request', 'This request holds a value that cannot be stored.');
  }
  return null;
}
