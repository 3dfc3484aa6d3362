import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isOwnNetwork } from '#shared/contracts/settings.ts';
import { errorCode } from '../../core/errors.ts';
import {
  isLinkLocal,
  leadsToLinkLocal,
  linkLocalAdvice,
  lookupRefusingLinkLocal,
} from '../../core/link-local.ts';
import type { NoticeMessage, NoticeTarget, SendNotice } from './notices.ts';

const httpMs = 10_000;
/** Mail servers let strangers wait on purpose. */
const mailMs = 30_000;
const mostBytes = 64_000;
const longestAnswer = 200;

/** Sends once. */
export const sendNotice: SendNotice = async (target, message, { now, signal }) => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(target.channel === 'email' ? mailMs : httpMs)]);
  const { ok, answer } = await sendTo(target, message, limit, now).catch((error: unknown) => ({
    ok: false,
    answer: limit.aborted && !signal.aborted ? sentences['ETIMEDOUT'] : failureOf(error),
  }));
  return { ok, answer: oneLine(withoutSecrets(answer ?? '', sentForms(target))) };
};

type Answer = { ok: boolean; answer?: string };

function sendTo(
  target: NoticeTarget,
  message: NoticeMessage,
  limit: AbortSignal,
  now: Date,
): Promise<Answer> {
  if (target.channel === 'email') return sendEmail(target, message, limit);
  const { id, type, at, cause, title, lines, url, data, ntfy } = message;
  const text = lines.join('\n');
  if (target.channel === 'ntfy') {
    const [token] = target.secrets;
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    const body = {
      topic: target.ntfyTopic,
      title,
      message: text,
      tags: [ntfy.tag],
      priority: ntfy.priority,
      click: url,
    };
    return post(target.ntfyServer, headers, JSON.stringify(body), limit);
  }
  // After the Standard Webhooks specification.
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
  return post(target.webhookUrl, { 'webhook-id': id, 'webhook-timestamp': seconds, ...signed }, body, limit);
}

/** Follows no redirect, reads no more than 64 kB and connects to no link-local address. */
async function post(address: string, headers: object, body: string, signal: AbortSignal): Promise<Answer> {
  const url = new URL(address);
  if (isLinkLocal(url.hostname)) throw new Error(linkLocalAdvice);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    agent: false,
    signal,
    lookup: lookupRefusingLinkLocal,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'Chime-In', ...headers },
  });
  // `once` hears it only until the answer begins.
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
    // The receiver has said by its status whether it took it.
  }
  const redirect = status >= 300 && status < 400 ? '(redirects are not followed) ' : '';
  // An error page's markup helps nobody.
  const readable = /^\s*</.test(text) ? '' : text.slice(0, 2000);
  return { ok: status >= 200 && status < 300, answer: `${status} ${statusMessage} ${redirect}${readable}` };
}

async function sendEmail(target: NoticeTarget, message: NoticeMessage, signal: AbortSignal): Promise<Answer> {
  const { smtpHost: host, smtpPort: port, smtpUser: user, isTls = port === 465 } = target;
  const [password = ''] = target.secrets;
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
    ...((user || password) && { auth: { user, pass: password } }),
  });
  try {
    const { title, lines, url } = message;
    const { hostname, href: settingsUrl } = new URL('/settings?tab=notices', url);
    const thread = createHash('sha256').update(message.cause).digest('hex').slice(0, 32);
    const { response } = await transport.sendMail({
      from: { name: 'Chime In', address: target.mailFrom },
      to: target.mailTo,
      subject: title,
      text: `${lines.join('\n')}\n\nOpen it: ${url}\n\n-- \nSent by your Chime In. Choose what is sent: ${settingsUrl}\n`,
      html: htmlOf(message, settingsUrl),
      messageId: `<${message.id}@${hostname}>`,
      references: `<${thread}@${hostname}>`,
      date: message.at,
      list: { unsubscribe: { url: settingsUrl, comment: 'Choose what is sent' } },
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    });
    return { ok: true, answer: response };
  } finally {
    transport.close();
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Plain enough for every mail program, readable on light and dark. */
const htmlOf = ({ title, lines, url }: NoticeMessage, settingsUrl: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 12px;font-size:20px;line-height:1.3">${escaped(title)}</h1>
${lines.map((line) => `<p style="margin:0 0 8px;overflow-wrap:anywhere">${escaped(line)}</p>`).join('\n')}
<p style="margin:20px 0"><a href="${escaped(url)}" style="display:inline-block;padding:10px 18px;\
border-radius:8px;background:#1f4fd8;color:#ffffff;text-decoration:none;font-weight:600">Open Chime In</a></p>
<p style="margin:24px 0 0;font-size:13px;opacity:.75">Sent by your Chime In.
<a href="${escaped(settingsUrl)}" style="color:inherit">Choose what is sent</a></p>
</div></body></html>
`;

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Returns every form in which a receiver's answer may repeat a secret, the longest first. */
function sentForms({ channel, smtpUser, secrets }: NoticeTarget): string[] {
  const forms = secrets.flatMap((secret) => {
    const plain = [secret, secret.replace(/^whsec_/, '')];
    // AUTH PLAIN sends the name and the password in one text.
    if (channel === 'email') plain.push(`\u0000${smtpUser}\u0000${secret}`);
    return plain.flatMap((text) => [
      text,
      encodeURIComponent(text),
      JSON.stringify(text).slice(1, -1),
      base64(text),
      base64(text).replace(/=+$/, ''),
    ]);
  });
  return [...new Set(forms)].filter((form) => form !== '').sort((a, b) => b.length - a.length);
}

const withoutSecrets = (text: string, forms: readonly string[]) =>
  forms.reduce((left, form) => left.replaceAll(form, '•••'), text);

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > longestAnswer ? `${line.slice(0, longestAnswer).toWellFormed()}…` : line;
}

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

/** What a mail server answered goes before our own words. */
function failureOf(error: unknown): string {
  const { message = '', response = '' } = error as Partial<Record<'message' | 'response', string>>;
  const code = String(errorCode(error));
  // nodemailer names the socket's error in its message alone.
  const named = /\bE[A-Z]{3,}\b/.exec(message)?.[0] ?? '';
  const answered = code === 'ETLS' ? '' : response;
  return answered || sentences[code] || sentences[named] || message || 'It could not be sent.';
}
