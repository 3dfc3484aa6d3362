import type { SendingChannel } from '#shared/contracts/notices.ts';

/** A failure that stays the same no matter how often the message is sent. */
export class Refusal extends Error {}

/**
 * These can be over in a minute: timeout, conflict, lock, request too early, rate limit.
 */
const passingStatuses = new Set([408, 409, 421, 423, 424, 425, 429]);
/** Only these 5xx are permanent: the server does not support the request at all. */
const lastingServerStatuses = new Set([501, 505]);

/**
 * Returns whether a retry of the same request would get the same response. Redirects are
 * not followed, so they count too.
 */
export function isLastingStatus(status: number): boolean {
  if (status >= 300 && status < 500) return !passingStatuses.has(status);
  return lastingServerStatuses.has(status);
}

/** SMTP replies 4yz mean "try again later", 5yz "do not try again". */
export const isLastingReply = (code: number): boolean => code >= 500 && code < 600;

const redirected = 'Enter the address that it redirects to.';
const tooLong =
  'It takes only shorter messages: switch off “With the words” in Settings, or raise its limit.';

const httpAdvice: Record<
  'ntfy' | 'webhook',
  { usual: string; of: Record<number, string> }
> = {
  ntfy: {
    usual: 'Check the server’s address and the topic in Settings.',
    of: {
      401: 'Check the access token in Settings.',
      403: 'Check the access token in Settings, and that it may write to this topic.',
      404: 'Check the server’s address in Settings: it is the root of an ntfy server, without the topic.',
      413: tooLong,
    },
  },
  webhook: {
    usual: 'Check the address in Settings, and what the receiver expects there.',
    of: {
      401: 'Check the signing secret in Settings, and which sign-in the receiver asks for.',
      403: 'Check the signing secret in Settings, and whom the receiver lets in.',
      404: 'Check the address in Settings: the receiver has nothing there.',
      410: 'The receiver has closed this address. Enter another one in Settings, or remove it.',
      413: tooLong,
    },
  },
};

const mailAdvice: Record<number, string> = {
  530: 'Enter the mail server’s user and password in Settings.',
  534: 'Check the user and password in Settings; some providers ask for an app password.',
  535: 'Check the user and password in Settings; some providers ask for an app password.',
  550: 'Check the addresses “From” and “To” in Settings.',
  551: 'Check the address “To” in Settings.',
  552: tooLong,
  553: 'Check the addresses “From” and “To” in Settings.',
};

/**
 * Says what to fix after a permanent refusal; `status` is an HTTP status or a mail
 * server's reply code.
 */
export function adviceFor(channel: SendingChannel, status: number): string {
  if (channel === 'email')
    return mailAdvice[status] ?? 'Check the mail server and the addresses in Settings.';
  if (status < 400) return redirected;
  const { usual, of } = httpAdvice[channel];
  return of[status] ?? usual;
}
