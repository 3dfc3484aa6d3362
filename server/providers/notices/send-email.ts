import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isOwnNetwork } from '#shared/contracts/settings.ts';
import { leadsToLinkLocal, linkLocalAdvice } from '../../core/link-local.ts';
import type { NoticeMessage, NoticeTarget, SendAnswer } from './notices.ts';
import { Refusal } from './refusals.ts';

export async function sendEmail(
  target: NoticeTarget,
  message: NoticeMessage,
  signal: AbortSignal,
): Promise<SendAnswer> {
  const { smtpHost: host, smtpPort: port, smtpUser: user, isTls = port === 465 } = target;
  const [password = ''] = target.secrets;
  if (await leadsToLinkLocal(host)) throw new Refusal(linkLocalAdvice);
  const { createTransport } = await import('nodemailer');
  const isNear = isOwnNetwork(host);
  const { title, lines, url } = message;
  const { hostname, href: settingsUrl } = new URL('/settings?tab=notices', url);
  const transport = createTransport({
    host,
    port,
    name: greetingName(hostname, target.mailFrom),
    secure: isTls,
    requireTLS: !isTls && !isNear,
    // Mail servers in a local network rarely have a publicly trusted certificate.
    tls: { rejectUnauthorized: !isNear },
    ...((user || password) && { auth: { user, pass: password } }),
  });
  try {
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

/**
 * Returns the name for EHLO. Many relays refuse a name without a dot, such as "localhost"
 * or a container id, so the domain of the sender's address is used if the host of
 * PUBLIC_URL has none.
 */
function greetingName(publicHost: string, mailFrom: string): string {
  const host = publicHost.replace(/^\[|\]$|\.$/g, '');
  if (isIP(host) === 4) return `[${host}]`;
  if (isIP(host) === 6) return `[IPv6:${host}]`;
  if (host.includes('.')) return host;
  const senderDomain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  return senderDomain.includes('.') ? toAscii(senderDomain) : host;
}

const toAscii = (domain: string): string => domainToASCII(domain) || domain;

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Kept simple enough for every mail program, and readable in light and dark mode. */
const htmlOf = (
  { title, lines, url }: NoticeMessage,
  settingsUrl: string,
) => `<!doctype html>
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
