import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { scriptedServer } from './scripted-model.ts';

export interface ReceivedMail {
  from: string;
  to: string[];
  user: string | null;
  isEncrypted: boolean;
  /** Header names are in lower case. */
  headers: Map<string, string>;
  text: string;
  html: string;
}

/** Starts a mail server on loopback that records the mails it receives. */
export async function mailServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'wrong'
        ? done(new Error('Not known here'))
        : done(null, { user: username ?? '' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: typeof session.user === 'string' ? session.user : null,
          isEncrypted: session.secure,
          ...parse(Buffer.concat(chunks).toString('utf8')),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    port,
    mails,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export async function noticeReceivers() {
  const [mail, ntfy, webhook] = await Promise.all([
    mailServer(),
    scriptedServer([{}]),
    scriptedServer([{}]),
  ]);
  return {
    mail,
    ntfy,
    webhook,
    async close(): Promise<void> {
      await Promise.all([mail.close(), ntfy.close(), webhook.close()]);
    },
  };
}

export type NoticeReceivers = Awaited<ReturnType<typeof noticeReceivers>>;

type Part = { headers: Map<string, string>; body: string };

function partOf(source: string): Part {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const fields = lines.map((line) => /^([^:]*):\s*(.*)$/.exec(line) ?? ['', '', '']);
  const headers = new Map(
    fields.map(([, name = '', value = '']) => [name.toLowerCase(), value.trim()]),
  );
  return { headers, body: source.slice(end + 4) };
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const percent = body.replace(/=\r\n/g, '').replaceAll('%', '%25');
  return decodeURIComponent(percent.replace(/=([0-9A-F]{2})/g, '%$1'));
}

function parse(source: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = partOf(source);
  const [, boundary = ''] =
    /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? [];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partOf(part.trimStart()));
  const of = (type: string) => {
    const part = parts.find((each) => each.headers.get('content-type')?.startsWith(type));
    return part ? decoded(part).replaceAll('\r\n', '\n') : '';
  };
  return { headers, text: of('text/plain'), html: of('text/html') };
}
