import { z } from 'zod';
import { readRetryAfter } from '../../core/retry-after.ts';
import type { FailedCall } from './youtube-errors.ts';

/** Codes of failures before a connection stood: the request cannot have been sent. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
/** System calls that come before the first byte, whatever they failed of. */
const beforeSending = new Set(['connect', 'getaddrinfo']);
/** Somebody else answered in Google's place, as the sign-in page of a hotel's network does: nothing was sent to them. */
const wrongCertificate = /^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/;

// gaxios exists in several copies and wraps errors differently in each, so only shapes are trusted.
const answeredSchema = z.object({
  response: z.object({ status: z.number(), data: z.unknown(), headers: z.unknown().optional() }),
});
const stepSchema = z.object({
  code: z.string().optional().catch(undefined),
  syscall: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  errors: z.array(z.unknown()).catch([]),
});

/** What a rejected googleapis call tells, and nothing more: the error itself holds tokens. */
export function readTransportFailure(error: unknown, deadline: AbortSignal): FailedCall {
  const answered = answeredSchema.safeParse(error);
  if (answered.success) {
    const { status, data, headers } = answered.data.response;
    return { answered: true, status, body: data, retryAfter: readRetryAfter(headers) };
  }
  if (neverLeft(error)) return { answered: false, reason: 'unreachable' };
  return { answered: false, reason: deadline.aborted ? 'timeout' : 'connection_lost' };
}

/** Whether an error, or what caused it, happened before anything was sent. */
function neverLeft(error: unknown, depth = 0): boolean {
  const step = stepSchema.safeParse(error);
  if (!step.success || depth > 5) return false;
  const { code = '', syscall = '', cause, errors } = step.data;
  if (neverConnected.has(code) || beforeSending.has(syscall) || wrongCertificate.test(code)) return true;
  // One error for each address of a host: all of them are failed connections.
  return neverLeft(cause, depth + 1) || errors.some((each) => neverLeft(each, depth + 1));
}
