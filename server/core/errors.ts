import type { ProblemCode } from '#shared/contracts/problem-codes.ts';

/** An outcome with a sentence for a person; http/error-handler turns it into problem+json. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  /** Further members of the problem document, such as both texts of a conflict. */
  readonly extra: Readonly<Record<string, unknown>>;

  /** `detail` says what happened and what to do next; it reaches the screen as it is. */
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
