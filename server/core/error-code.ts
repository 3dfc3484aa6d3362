/** Node's and PostgreSQL's code of an error, such as ENOENT; null for an error without one. */
export const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : null;
