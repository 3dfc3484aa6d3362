import { ApiError } from './http.ts';

export function errorText(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.problem?.detail || (error.text && error.message) || fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}
