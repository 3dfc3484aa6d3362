import { ApiError } from './http.ts';

/** What to tell a person: the server's own sentence, without the status in front of it; ours where it said none. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.problem?.detail || (error.text && error.message) || fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}
