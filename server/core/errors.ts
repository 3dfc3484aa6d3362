import type { ProblemCode } from '#shared/contracts/problem-codes.ts';

export class AppError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly extra: Readonly<Record<string, unknown>>;

  /** `detail` is shown as it is: what happened and what to do next. */
  constructor(status: number, code: ProblemCode, detail: string, extra: Record<string, unknown> = {}) {
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
  new AppError(404, 'not_found', `${what} does not exist, or no longer does. Reload the page.`);

export const conflict = (code: ProblemCode, detail: string, extra?: Record<string, unknown>) =>
  new AppError(409, code, detail, extra);

export const unauthenticated = () =>
  new AppError(401, 'unauthenticated', 'You are signed out. Sign in with Google to go on.');
