import { ApiError } from './http.ts';

/** Returns the server's sentence without its status, or the fallback where it sent none. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.problem?.detail || (error.text && error.message) || fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}
