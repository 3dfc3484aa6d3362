import { z } from 'zod';
import { readRetryAfter } from '../../core/outgoing.ts';
import type { FailedCall } from './youtube-errors.ts';

/** These prove that nothing was sent. */
const connectErrors = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const connectSyscalls = new Set(['connect', 'getaddrinfo']);
/** Such as the sign-in page of a hotel's network. */
const certificateErrors = /^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/;

// Copies of gaxios wrap errors differently, so match by shape.
const responseSchema = z.object({
  response: z.object({ status: z.number(), data: z.unknown(), headers: z.unknown().optional() }),
});
const causeSchema = z.object({
  code: z.string().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).catch([]),
});

/** Drops the error itself, which holds tokens. */
export function readTransportFailure(error: unknown, deadline: AbortSignal): FailedCall {
  const read = responseSchema.safeParse(error);
  if (read.success) {
    const { status, data, headers } = read.data.response;
    return { answered: true, status, body: data, retryAfter: readRetryAfter(headers) };
  }
  if (wasNeverSent(error)) return { answered: false, reason: 'unreachable' };
  return { answered: false, reason: deadline.aborted ? 'timeout' : 'connection_lost' };
}

function wasNeverSent(error: unknown, depth = 0): boolean {
  const read = causeSchema.safeParse(error);
  if (!read.success || depth > 5) return false;
  const { code = '', syscall = '', cause, errors } = read.data;
  if (connectErrors.has(code) || connectSyscalls.has(syscall) || certificateErrors.test(code)) return true;
  return wasNeverSent(cause, depth + 1) || errors.some((each) => wasNeverSent(each, depth + 1));
}
