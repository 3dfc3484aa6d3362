import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { isOwnNetwork } from '#shared/contracts/settings.ts';
import { errorCode } from '../../core/errors.ts';
import {
  isLinkLocal,
  leadsToLinkLocal,
  linkLocalAdvice,
  lookupRefusingLinkLocal,
} from '../../core/link-local.ts';
import type {
  EmailTarget,
  NoticeMessage,
  NoticeTarget,
  NtfyTarget,
  SendNotice,
  SendResult,
  WebhookTarget,
} from './notices.ts';

const httpMs = 10_000;
/** Mail servers let strangers wait on purpose. */
const mailMs = 30_000;
const mostBytes = 64_000;
const longestAnswer = 200;

/** Sends once and never throws: a failure is an answer too. */
export const sendNotice: SendNotice = async (target, message, { now, signal }) => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(target.channel === 'email' ? mailMs : httpMs)]);
  const result = await send(target, message, now, limit).catch((error: unknown) => ({
    ok: false,
    answer: limit.aborted && !signal.aborted ? 'There was no answer in time.' : failureOf(error),
  }));
  return { ...result, answer: oneLine(withoutSecrets(result.answer, secretsOf(target))) };
};

function send(
  target: NoticeTarget,
  message: NoticeMessage,
  now: Date,
  signal: AbortSignal,
): Promise<SendResult> {
  switch (target.channel) {
    case 'email':
      return sendEmail(target, message, signal);
    case 'ntfy':
      return sendNtfy(target, message, signal);
    case 'webhook':
      return sendWebhook(target, message, now, signal);
  }
}

function sendNtfy({ server, topic, token }: NtfyTarget, message: NoticeMessage, signal: AbortSignal) {
  const { title, lines, url: click, priority, tag } = message;
  const body = { topic, title, message: lines.join('\n'), tags: [tag], priority, click };
  return post(
    server,
    token === null ? {} : { Authorization: `Bearer ${token}` },
    JSON.stringify(body),
    signal,
  );
}

/** After the Standard Webhooks specification. */
function sendWebhook(
  { url, secrets }: WebhookTarget,
  message: NoticeMessage,
  now: Date,
  signal: AbortSignal,
) {
  const { id, type, at, cause, title, lines, url: link, data } = message;
  const body = JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: { cause, title, text: lines.join('\n'), url: link, ...data },
  });
  const seconds = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  const signed = signatures.length > 0 && { 'webhook-signature': signatures.join(' ') };
  return post(url, { 'webhook-id': id, 'webhook-timestamp': seconds, ...signed }, body, signal);
}

/** Follows no redirect, reads no more than 64 kB and connects to no link-local address. */
async function post(
  address: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<SendResult> {
  const url = new URL(address);
  if (isLinkLocal(url.hostname)) throw new Error(linkLocalAdvice);
  const { promise, resolve, reject } = Promise.withResolvers<SendResult>();
  const request = (url.protocol === 'https:' ? https : http).request(
    url,
    {
      method: 'POST',
      agent: false,
      signal,
      lookup: lookupRefusingLinkLocal,
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Chime-In',
        ...headers,
      },
    },
    (response) => {
      const { statusCode: status = 0, statusMessage = '' } = response;
      const ok = status >= 200 && status < 300;
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        const redirect = status >= 300 && status < 400 ? ' (redirects are not followed)' : '';
        const text = Buffer.concat(chunks).toString('utf8').slice(0, 2000);
        resolve({ ok, answer: `${status} ${statusMessage}${redirect} ${readable(text)}` });
        request.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= mostBytes) finish();
      });
      response.on('end', finish);
      // The receiver has said by its status whether it took it.
      response.on('error', finish);
    },
  );
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** An error page's markup helps nobody. */
const readable = (text: string) => (/^\s*</.test(text) ? '' : text);

async function sendEmail(
  target: EmailTarget,
  message: NoticeMessage,
  signal: AbortSignal,
): Promise<SendResult> {
  const { host, port, isTls, user, password, from, to } = target;
  if (await leadsToLinkLocal(host)) throw new Error(linkLocalAdvice);
  const { createTransport } = await import('nodemailer');
  const isNear = isOwnNetwork(host);
  const transport = createTransport({
    host,
    port,
    secure: isTls,
    requireTLS: !isTls && !isNear,
    // A server in one's own network rarely has a certificate that others know.
    tls: { rejectUnauthorized: !isNear },
    connectionTimeout: mailMs,
    greetingTimeout: mailMs,
    socketTimeout: mailMs,
    ...((user || password) && { auth: { user, pass: password ?? '' } }),
  });
  try {
    const { hostname } = new URL(message.url);
    const sent = await transport.sendMail({
      from: { name: 'Chime In', address: from },
      to,
      subject: message.title,
      text: textOf(message),
      html: htmlOf(message),
      messageId: `<${message.id}@${hostname}>`,
      references: `<${createHash('sha256').update(message.cause).digest('hex').slice(0, 32)}@${hostname}>`,
      date: message.at,
      list: { unsubscribe: { url: message.settingsUrl, comment: 'Choose what is sent' } },
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
    return { ok: true, answer: sent.response };
  } finally {
    transport.close();
  }
}

const textOf = ({ lines, url, settingsUrl }: NoticeMessage) =>
  `${lines.join('\n')}\n\nOpen it: ${url}\n\n-- \nSent by your Chime In. Choose what is sent: ${settingsUrl}\n`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Plain enough for every mail program, readable on light and dark. */
const htmlOf = ({ title, lines, url, settingsUrl }: NoticeMessage) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3">${escaped(title)}</h1>
${lines.map((line) => `<p style="margin:0 0 8px;overflow-wrap:anywhere">${escaped(line)}</p>`).join('\n')}
<p style="margin:20px 0"><a href="${escaped(url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1f4fd8;color:#ffffff;text-decoration:none;font-weight:600">Open Chime In</a></p>
<p style="margin:24px 0 0;font-size:13px;opacity:.75">Sent by your Chime In. <a href="${escaped(settingsUrl)}" style="color:inherit">Choose what is sent</a></p>
</div></body></html>
`;

const secretsOf = (target: NoticeTarget): string[] => {
  switch (target.channel) {
    case 'email':
      return [target.password ?? ''];
    case 'ntfy':
      return [target.token ?? ''];
    case 'webhook':
      return [...target.secrets, ...target.secrets.map((secret) => secret.replace(/^whsec_/, ''))];
  }
};

/** A receiver may say back what it was sent. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
    .reduce((left, secret) => left.replaceAll(secret, '•••'), text);
}

const oneLine = (text: string) => {
  const line = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longestAnswer ? `${line.slice(0, longestAnswer).toWellFormed()}…` : line;
};

const sentences: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The connection was cut.',
  ENOTFOUND: 'This name does not exist.',
  EAI_AGAIN: 'This name could not be looked up.',
  EDNS: 'This name could not be looked up.',
  ETIMEDOUT: 'There was no answer in time.',
  ECONNECTION: 'The connection was cut.',
  ETLS: 'The server offers no encryption that can be trusted.',
};

function failureOf(error: unknown): string {
  const code = String(errorCode(error));
  const isSaid = error instanceof Error && 'response' in error && typeof error.response === 'string';
  if (isSaid && code !== 'ETLS') return String(error.response);
  const message = error instanceof Error ? error.message : '';
  return sentences[code] ?? (message || 'It could not be sent.');
}
