import { z } from 'zod';
import type { FailedCall } from './youtube-errors.ts';

/** Codes of failures before a connection stood: the request cannot have been sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

// gaxios exists in several copies and wraps errors differently in each, so only shapes are trusted (WIRE A.7).
const answeredSchema = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) });
const codeSchema = z.object({ code: z.string() });
const causeSchema = z.object({ cause: z.unknown() });

/** What a rejected googleapis call tells, and nothing more: the error itself holds tokens. */
export function readTransportFailure(error: unknown, deadline: AbortSignal): FailedCall {
  const answered = answeredSchema.safeParse(error);
  if (answered.success) {
    const { status, data } = answered.data.response;
    return { answered: true, status, body: data };
  }
  if (deadline.aborted) return { answered: false, reason: 'timeout' };
  return {
    answered: false,
    reason: codes(error).some((code) => neverConnected.has(code)) ? 'unreachable' : 'connection_lost',
  };
}

/** The codes of an error and of what caused it. */
function codes(error: unknown, depth = 0): string[] {
  if (depth > 5) return [];
  const own = codeSchema.safeParse(error);
  const cause = causeSchema.safeParse(error);
  return [
    ...(own.success ? [own.data.code] : []),
    ...(cause.success && cause.data.cause !== undefined ? codes(cause.data.cause, depth + 1) : []),
  ];
}
