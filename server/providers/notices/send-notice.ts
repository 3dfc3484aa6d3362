import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { bytesOf, shortened, shortenedToBytes } from '#shared/rules/cut-text.ts';
import { errorCode } from '../../core/errors.ts';
import {
  isLinkLocal,
  linkLocalAdvice,
  lookupRefusingLinkLocal,
} from '../../core/link-local.ts';
import type { NoticeMessage, NoticeTarget, SendAnswer, SendNotice } from './notices.ts';
import { adviceFor, isLastingReply, isLastingStatus, Refusal } from './refusals.ts';
import { sendEmail } from './send-email.ts';

const httpMs = 10_000;
/** Mail servers delay unknown senders on purpose. */
const mailMs = 30_000;
const mostBytes = 64_000;
const longestAnswer = 200;

/** Makes one attempt to send the notice; the caller retries. */
export const sendNotice: SendNotice = async (target, message, { now, signal }) => {
  const limit = AbortSignal.any([
    signal,
    AbortSignal.timeout(target.channel === 'email' ? mailMs : httpMs),
  ]);
  let sent: SendAnswer;
  try {
    sent = await sendTo(target, message, limit, now);
  } catch (error) {
    const isLate = limit.aborted && !signal.aborted;
    sent = isLate ? { ok: false, answer: sentences['ETIMEDOUT'] } : failureOf(error);
  }
  const { ok, answer, refusal = null } = sent;
  const said = oneLine(withoutSecrets(answer ?? '', sentForms(target)));
  if (refusal === null) return { ok, answer: said, isFinal: false };
  const advice =
    refusal.status === null ? '' : ` · ${adviceFor(target.channel, refusal.status)}`;
  return { ok, answer: `${said}${advice}`, isFinal: true };
};

function sendTo(
  target: NoticeTarget,
  message: NoticeMessage,
  limit: AbortSignal,
  now: Date,
): Promise<SendAnswer> {
  if (target.channel === 'email') return sendEmail(target, message, limit);
  const { id, type, at, cause, title, lines, url, data } = message;
  const text = lines.join('\n');
  if (target.channel === 'ntfy') {
    const [token] = target.secrets;
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    return post(target.ntfyServer, headers, ntfyBody(target.ntfyTopic, message), limit);
  }
  // This follows the Standard Webhooks specification.
  const body = JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { cause, title, text, url, ...data },
  });
  const seconds = String(Math.floor(now.getTime() / 1000));
  const signatures = target.secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  const signed = signatures.length > 0 && { 'webhook-signature': signatures.join(' ') };
  return post(
    target.webhookUrl,
    { 'webhook-id': id, 'webhook-timestamp': seconds, ...signed },
    body,
    limit,
  );
}

/**
 * ntfy rejects longer messages, or turns them into an attachment that phones do not show.
 */
const ntfyMostBytes = 4096;
const ntfyTitleBytes = 250;

/**
 * Returns JSON of at most 4,096 bytes, so that it fits whether a server limits the
 * message or the whole body.
 */
function ntfyBody(topic: string, { title, lines, url, ntfy }: NoticeMessage): string {
  const body = {
    topic,
    title: shortenedToBytes(title, ntfyTitleBytes),
    message: '',
    tags: [ntfy.tag],
    priority: ntfy.priority,
    click: url,
  };
  const room = ntfyMostBytes - bytesOf(JSON.stringify(body));
  const text = lines.join('\n').toWellFormed();
  return JSON.stringify({ ...body, message: shortenedToBytes(text, room, bytesInJson) });
}

/**
 * Counts the bytes of a text inside a JSON string, where a quotation mark or a line break
 * takes two.
 */
const bytesInJson = (text: string): number => bytesOf(JSON.stringify(text)) - '""'.length;

/** Follows no redirects, reads at most 64 kB and connects to no link-local address. */
async function post(
  address: string,
  headers: object,
  body: string,
  signal: AbortSignal,
): Promise<SendAnswer> {
  const url = new URL(address);
  if (isLinkLocal(url.hostname)) throw new Refusal(linkLocalAdvice);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    signal,
    lookup: lookupRefusingLinkLocal,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Chime-In',
      ...headers,
    },
  });
  // `once` listens for errors only until the response begins; a later one must not crash
  // the process.
  request.on('error', () => undefined);
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, statusMessage } = response;
  let text = '';
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk;
      if (text.length >= mostBytes) break;
    }
  } catch {
    // The status already tells whether the receiver accepted the notice.
  }
  const redirect = status >= 300 && status < 400 ? '(redirects are not followed) ' : '';
  // The markup of an HTML error page would help nobody.
  const readable = /^\s*</.test(text) ? '' : text.slice(0, 2000);
  return {
    ok: status >= 200 && status < 300,
    answer: `${status} ${statusMessage} ${redirect}${readable}`,
    refusal: isLastingStatus(status) ? { status } : null,
  };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Returns every form in which a response may repeat a secret, the longest first. */
function sentForms({ channel, smtpUser, secrets }: NoticeTarget): string[] {
  const forms = secrets.flatMap((secret) => {
    const plain = [secret, secret.replace(/^whsec_/, '')];
    // AUTH PLAIN sends the user name and the password as one string.
    if (channel === 'email') plain.push(`\u0000${smtpUser}\u0000${secret}`);
    return plain.flatMap((text) => [
      text,
      encodeURIComponent(text),
      JSON.stringify(text).slice(1, -1),
      base64(text),
      base64(text).replace(/=+$/, ''),
    ]);
  });
  return [...new Set(forms)]
    .filter((form) => form !== '')
    .sort((a, b) => b.length - a.length);
}

const withoutSecrets = (text: string, forms: readonly string[]) =>
  forms.reduce((left, form) => left.replaceAll(form, '•••'), text);

const oneLine = (text: string): string =>
  shortened(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), longestAnswer);

const sentences: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The connection was interrupted.',
  ECONNECTION: 'The connection was interrupted.',
  ENOTFOUND: 'This name does not exist.',
  EAI_AGAIN: 'This name could not be looked up.',
  EDNS: 'This name could not be looked up.',
  ETIMEDOUT: 'There was no answer in time.',
  ETLS: 'The server offers no encryption that can be trusted.',
};

/** Prefers the mail server's own reply to our sentences. */
function failureOf(error: unknown): SendAnswer {
  if (error instanceof Refusal)
    return { ok: false, answer: error.message, refusal: { status: null } };
  const { message = '', response = '', responseCode = 0 } = error as MailError;
  const code = String(errorCode(error));
  // nodemailer gives the code of a socket error only inside the message.
  const named = /\bE[A-Z]{3,}\b/.exec(message)?.[0] ?? '';
  const answered = code === 'ETLS' ? '' : response;
  const answer =
    answered || sentences[code] || sentences[named] || message || 'It could not be sent.';
  return {
    ok: false,
    answer,
    refusal: isLastingReply(responseCode) ? { status: responseCode } : null,
  };
}

type MailError = { message?: string; response?: string; responseCode?: number };
