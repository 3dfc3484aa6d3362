import { ApiError } from './http.ts';

/** What to tell a person: the server's own sentence, without the status in front of it. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.problem?.detail || error.message;
  return error instanceof Error && error.message ? error.message : fallback;
}
