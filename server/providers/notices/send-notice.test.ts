import dns from 'node:dns';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { mailServer } from '../../testing/notice-receivers.ts';
import { silentServer } from '../../testing/notices-fixture.ts';
import { type ScriptedAnswer, scriptedServer } from '../../testing/scripted-model.ts';
import type { NoticeMessage, NoticeTarget } from './notices.ts';
import { sendNotice } from './send-notice.ts';

const message: NoticeMessage = {
  id: 'msg_1',
  type: 'test',
  cause: 'test:1',
  at: new Date('2026-03-03T12:00:00Z'),
  title: 'Größe <b>& “more”</b>',
  lines: ['First line', '<script>alert(1)</script>'],
  url: 'https://chime.example.org/queue',
  ntfy: { priority: 4, tag: 'warning' },
  data: { count: 2 },
};

const targetOf = (target: Partial<NoticeTarget>): NoticeTarget => ({
  channel: 'webhook',
  secrets: [],
  webhookUrl: '',
  ntfyServer: '',
  ntfyTopic: '',
  smtpHost: '127.0.0.1',
  smtpPort: 25,
  smtpUser: '',
  mailFrom: 'chime@example.org',
  mailTo: 'ada@example.org',
  ...target,
});

const send = (target: Partial<NoticeTarget>, over: Partial<NoticeMessage> = {}) =>
  sendNotice(
    targetOf(target),
    { ...message, ...over },
    { now: new Date(), signal: new AbortController().signal },
  );

async function receiver(...script: ScriptedAnswer[]) {
  const server = await scriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

describe('a webhook', () => {
  it('is signed as Standard Webhooks specifies, with both secrets while one is being replaced', async () => {
    const server = await receiver({ text: 'thanks' });
    const secrets = [secretOf(1), secretOf(2)];
    const sent = await send({ webhookUrl: `${server.origin}/hook?a=1`, secrets });
    expect(sent).toEqual({ ok: true, answer: '200 OK thanks', isFinal: false });
    const [request] = server.received;
    if (!request) throw new Error('Nothing came.');
    expect([request.method, request.path, request.query.get('a')]).toEqual([
      'POST',
      '/hook',
      '1',
    ]);
    for (const secret of secrets) {
      const payload = new Webhook(secret).verify(
        request.body,
        request.headers as Record<string, string>,
      );
      const { cause, title, url } = message;
      const data = { cause, title, text: message.lines.join('\n'), url, count: 2 };
      expect(payload).toEqual({
        type: 'test',
        timestamp: '2026-03-03T12:00:00.000Z',
        data,
      });
    }
    expect(() =>
      new Webhook(secretOf(3)).verify(
        request.body,
        request.headers as Record<string, string>,
      ),
    ).toThrow();
  });

  it.each<[string, ScriptedAnswer, RegExp]>([
    [
      'status 500',
      { status: 500, text: 'Down\nfor a while' },
      /^500 Internal Server Error Down for a while$/,
    ],
    ['an error page', { status: 502, text: '<html>Bad</html>' }, /^502 Bad Gateway$/],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      /^302 Found \(redirects are not followed\) .* · Enter the address that it redirects to\.$/,
    ],
    ['a connection reset', 'reset', /^The connection was interrupted\.$/],
  ])(
    'returns the receiver’s response when it fails with %s',
    async (_what, answer, says) => {
      const server = await receiver(answer);
      const sent = await send({ webhookUrl: server.origin });
      expect(sent).toMatchObject({ ok: false, answer: expect.stringMatching(says) });
      expect(server.received).toHaveLength(1);
    },
  );

  it('masks its secret in the receiver’s response', async () => {
    const secret = secretOf(4);
    const server = await receiver({
      status: 400,
      text: `bad ${secret} and ${secret.slice(6)}`,
    });
    const { answer } = await send({ webhookUrl: server.origin, secrets: [secret] });
    expect(answer).toMatch(/^400 Bad Request bad ••• and ••• · /);
  });

  it('reads only the start of an endless response, then closes the connection', async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const endless = createServer((_req, res) => {
      res.on('close', () => closed.resolve());
      const chunk = 'x'.repeat(16_000);
      const more = () => {
        while (!res.destroyed && written < 200e6 && res.write(chunk))
          written += chunk.length;
      };
      res.on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void endless.close());
    const { port } = endless.address() as { port: number };
    const sent = await send({ webhookUrl: `http://127.0.0.1:${port}` });
    expect(sent.ok).toBe(true);
    expect(sent.answer.length).toBeLessThan(220);
    await closed.promise;
    expect(written).toBeLessThan(20e6);
  });

  it('is cancelled when the process stops, and fails after 10 seconds without a response', async () => {
    const { origin: url } = await receiver('hang');
    const stopping = new AbortController();
    const { signal } = stopping;
    const sent = sendNotice(targetOf({ webhookUrl: url }), message, {
      now: new Date(),
      signal,
    });
    stopping.abort();
    expect((await sent).ok).toBe(false);
    const over = timeOver();
    const late = send({ webhookUrl: url });
    setImmediate(over);
    expect(await late).toEqual({
      ok: false,
      answer: 'There was no answer in time.',
      isFinal: false,
    });
    expect(AbortSignal.timeout).toHaveBeenCalledWith(10_000);
  });
});

/** Mocks the request timeout and returns a function that makes it expire. */
function timeOver() {
  const over = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  return () => over.abort(new DOMException('', 'TimeoutError'));
}

/** Mocks DNS so that every host name resolves to this address. */
function namesLeadTo(address: string): void {
  const all = [{ address, family: 4 }];
  vi.spyOn(dns.promises, 'lookup').mockResolvedValue(all as never);
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    options: { all?: boolean },
    found: Found,
  ) => (options.all ? found(null, all) : found(null, address, 4))) as never);
  vi.spyOn(dns, 'resolve4').mockImplementation(((_name: string, found: Found) =>
    found(null, [address])) as never);
  onTestFinished(() => void vi.restoreAllMocks());
}
type Found = (error: null, found: unknown, family?: number) => void;

describe('link-local addresses', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
  ])('are never requested: %s', async (url) => {
    const asked = [
      await send({ webhookUrl: url }),
      await send({ channel: 'ntfy', ntfyServer: url, ntfyTopic: 'a' }),
    ];
    for (const { ok, answer } of asked)
      expect([ok, answer]).toEqual([false, expect.stringContaining('link-local')]);
  });

  it('behind a host name are refused when the connection resolves it', async () => {
    namesLeadTo('169.254.169.254');
    const url = 'http://metadata.localhost/';
    for (const target of [
      { webhookUrl: url },
      { channel: 'ntfy' as const, ntfyServer: url, ntfyTopic: 'a' },
      email({ smtpHost: 'metadata.localhost' }),
    ]) {
      const { ok, answer } = await send(target);
      expect([ok, answer]).toEqual([false, expect.stringContaining('link-local')]);
    }
    // Web addresses are checked when the connection looks up the name.
    expect(
      [dns.lookup, dns.promises.lookup].map(
        (asked) => vi.mocked(asked).mock.calls.length,
      ),
    ).toEqual([2, 1]);
  });
});

const email = (over: Partial<NoticeTarget> = {}) => ({
  channel: 'email' as const,
  ...over,
});

async function mail(options: Parameters<typeof mailServer>[0] = {}) {
  const server = await mailServer(options);
  onTestFinished(() => server.close());
  return server;
}

describe('e-mail', () => {
  it('has a text part, an HTML part, its thread and a link to the notice settings', async () => {
    const server = await mail();
    const sent = await send(email({ smtpPort: server.port }));
    expect(sent).toMatchObject({ ok: true, answer: expect.stringMatching(/^250 /) });
    const [got] = server.mails;
    expect(got).toMatchObject({
      from: 'chime@example.org',
      to: ['ada@example.org'],
      user: null,
    });
    expect(got?.text).toBe(
      'First line\n<script>alert(1)</script>\n\nOpen it: https://chime.example.org/queue\n\n-- \nSent by your Chime In. Choose what is sent: https://chime.example.org/settings?tab=notices\n\n',
    );
    expect(got?.html).not.toContain('<script>');
    expect(got?.html).toContain('Größe &#60;b&#62;&#38; “more”');
    expect(got?.headers.get('message-id')).toBe('<msg_1@chime.example.org>');
    expect(got?.headers.get('references')).toMatch(
      /^<[0-9a-f]{32}@chime\.example\.org>$/,
    );
    expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('is sent after signing in, and returns the server’s response when signing in fails', async () => {
    const server = await mail({ authOptional: false });
    const { port } = server;
    expect(
      await send(email({ smtpPort: port, smtpUser: 'ada', secrets: ['right'] })),
    ).toMatchObject({
      ok: true,
    });
    expect(server.mails[0]?.user).toBe('ada');
    const refused = await send(
      email({ smtpPort: port, smtpUser: 'ada', secrets: ['wrong'] }),
    );
    expect(refused).toMatchObject({
      ok: false,
      answer: expect.stringMatching(/^535 .*Not known here/),
    });
  });

  it('is sent through a server that offers no sign-in although a user is set', async () => {
    const server = await mail({ disabledCommands: ['STARTTLS', 'AUTH'] });
    const sent = await send(
      email({ smtpPort: server.port, smtpUser: 'ada', secrets: ['right'] }),
    );
    expect(sent).toMatchObject({ ok: true });
    expect(server.mails[0]?.user).toBeNull();
  });

  it('masks its password when the server quotes the AUTH PLAIN line (rule 15.8)', async () => {
    const server = createSocketServer((socket) => {
      socket.write('220 mail.example.org\r\n');
      socket.on('data', (chunk) => {
        const line = String(chunk).trim();
        if (line.startsWith('EHLO'))
          socket.write('250-mail.example.org\r\n250 AUTH PLAIN\r\n');
        else socket.write(`535 Refused: ${line}\r\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port: smtpPort } = server.address() as AddressInfo;
    const { answer } = await send(
      email({ smtpPort, smtpUser: 'ada', secrets: ['s3cret-word'] }),
    );
    expect(answer).toMatch(/^535 Refused: AUTH PLAIN ••• · /);
  });

  it('fails with a clear message when nothing listens at the address', async () => {
    const refused = await send(email({ smtpPort: 1 }));
    expect(refused).toMatchObject({
      ok: false,
      answer: 'Nothing answers at this address.',
    });
  });

  it('uses STARTTLS when the server offers it, with any certificate on the local network', async () => {
    // Node warns that certificate checks are turned off.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const server = await mail({ disabledCommands: [] });
    expect(await send(email({ smtpPort: server.port }))).toMatchObject({ ok: true });
    expect(server.mails[0]?.isEncrypted).toBe(true);
  });

  it('is never sent unencrypted over the internet', async () => {
    const server = await mail();
    namesLeadTo('127.0.0.1');
    const sent = await send(
      email({
        smtpHost: 'smtp.example.org',
        smtpPort: server.port,
        smtpUser: 'ada',
        secrets: ['right'],
      }),
    );
    expect(sent).toMatchObject({
      ok: false,
      answer: expect.stringContaining('encryption'),
    });
    expect(server.mails).toEqual([]);
  });

  it('fails after 30 seconds when the server says nothing', async () => {
    const { port } = await silentServer();
    const over = timeOver();
    const sent = send(email({ smtpPort: port }));
    setImmediate(over);
    expect(await sent).toEqual({
      ok: false,
      answer: 'There was no answer in time.',
      isFinal: false,
    });
    expect(AbortSignal.timeout).toHaveBeenCalledWith(30_000);
  });
});

describe('name in the mail client’s EHLO', () => {
  /**
   * Returns the names sent with EHLO and the result, for a relay that refuses unqualified
   * names.
   */
  async function greeted(url: string, mailFrom = 'chime@example.org') {
    const names: string[] = [];
    const relay = createSocketServer((socket) => {
      socket.write('220 relay ESMTP\r\n');
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        const [, name] = /^EHLO (\S+)/.exec(String(chunk)) ?? [];
        if (name === undefined) return void socket.write('250 ok\r\n');
        names.push(name);
        const isQualified = name.includes('.') || name.includes(':');
        if (isQualified) socket.write('250 relay\r\n');
        else socket.end('421 4.7.0 Try again later, closing connection. (EHLO)\r\n');
      });
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void relay.close());
    const { port: smtpPort } = relay.address() as AddressInfo;
    await send(email({ smtpPort, mailFrom }), { url });
    return names;
  }

  it.each([
    ['https://chime.example.org/queue', 'chime.example.org'],
    ['https://chime.example.org:8443/queue', 'chime.example.org'],
    ['https://chime.example.org./queue', 'chime.example.org'],
    ['https://glöckchen.example/queue', 'xn--glckchen-o4a.example'],
    ['http://nas.local:5000/queue', 'nas.local'],
    ['http://192.0.2.7:5000/queue', '[192.0.2.7]'],
    ['http://[2001:db8::7]:5000/queue', '[IPv6:2001:db8::7]'],
  ])('is the host of PUBLIC_URL: %s', async (url, name) => {
    expect(await greeted(url)).toEqual([name]);
  });

  it.each(['http://localhost:5000/', 'http://nas:5000/', 'http://3f2a9c1b7d4e:5000/'])(
    'is the sender’s domain when the host of PUBLIC_URL has no dot: %s',
    async (url) => {
      expect(await greeted(url, 'ada@mail.example.org')).toEqual(['mail.example.org']);
    },
  );
});

describe('final refusal of a notice (rule 15.12)', () => {
  it.each<[number, RegExp]>([
    [400, /Check the address in Settings/],
    [401, /Check the signing secret in Settings/],
    [403, /Check the signing secret in Settings/],
    [404, /the receiver has nothing there/],
    [405, /Check the address in Settings/],
    [410, /The receiver has closed this address/],
    [413, /It takes only shorter messages/],
    [422, /what the receiver expects there/],
    [308, /Enter the address that it redirects to/],
    [501, /what the receiver expects there/],
  ])('by a webhook with %i says what to fix', async (status, advice) => {
    const server = await receiver({ status });
    const { ok, answer, isFinal } = await send({ webhookUrl: server.origin });
    expect([ok, isFinal]).toEqual([false, true]);
    expect(answer).toMatch(new RegExp(`^${status} .* · .*${advice.source}`));
  });

  it.each([408, 409, 423, 425, 429, 500, 502, 503, 504, 507])(
    'is not assumed when a webhook responds with %i',
    async (status) => {
      const server = await receiver({ status });
      expect(await send({ webhookUrl: server.origin })).toMatchObject({
        ok: false,
        isFinal: false,
      });
    },
  );

  it.each<[number, RegExp]>([
    [400, /the server’s address and the topic/],
    [401, /Check the access token/],
    [403, /that it may write to this topic/],
    [404, /the root of an ntfy server/],
    [413, /It takes only shorter messages/],
  ])('by ntfy with %i says what to fix', async (status, advice) => {
    const server = await receiver({
      status,
      json: { code: status * 100, error: 'refused' },
    });
    const sent = await send({
      channel: 'ntfy',
      ntfyServer: server.origin,
      ntfyTopic: 'chime',
    });
    expect(sent).toMatchObject({
      ok: false,
      isFinal: true,
      answer: expect.stringMatching(advice),
    });
  });

  it.each([
    [535, true, /app password/],
    [550, true, /“From” and “To”/],
    [552, true, /only shorter messages/],
    [554, true, /Check the mail server/],
    [421, false, /^421 no$/],
    [450, false, /^450 no$/],
    [454, false, /^454 no$/],
  ])(
    'is recognised from a mail server’s response code %i: %s',
    async (code, isFinal, says) => {
      const server = await mail({
        onMailFrom: (_address, _session, done) =>
          done(Object.assign(new Error('no'), { responseCode: code })),
      });
      const sent = await send(email({ smtpPort: server.port }));
      expect(sent).toMatchObject({
        ok: false,
        isFinal,
        answer: expect.stringMatching(says),
      });
    },
  );

  it('keeps its advice whole after a long response', async () => {
    const server = await receiver({ status: 403, text: '👩‍💻'.repeat(400) });
    const { answer } = await send({ webhookUrl: server.origin });
    expect(answer).toMatch(
      /^403 Forbidden (?:👩‍💻)+… · Check the signing secret in Settings, and whom the receiver lets in\.$/u,
    );
  });
});

describe('length of a message to ntfy (rule 15.12)', () => {
  async function sentToNtfy(over: Partial<NoticeMessage>) {
    const server = await receiver({ json: { id: 'x' } });
    await send({ channel: 'ntfy', ntfyServer: server.origin, ntfyTopic: 'chime' }, over);
    const { body = '' } = server.received[0] ?? {};
    return {
      bytes: Buffer.byteLength(body),
      ...(JSON.parse(body) as { title: string; message: string }),
    };
  }

  it.each<[string, string, RegExp]>([
    [
      'one long reply',
      'It goes on about how probes are set and why. '.repeat(200),
      /^It goes on .*\S…$/s,
    ],
    [
      'letters of three bytes',
      'プローブは夜に鳴る。'.repeat(300),
      /^(プローブは夜に鳴る。)+.{0,9}…$/u,
    ],
    ['joined emoji', '👩‍💻'.repeat(900), /^(?:👩‍💻)+…$/u],
    ['flags', '🇩🇪'.repeat(900), /^(?:🇩🇪)+…$/u],
    ['letters with combining accents', 'e\u0301'.repeat(4000), /^(?:e\u0301)+…$/u],
    ['quotation marks and line breaks, two bytes each in JSON', '"\n'.repeat(2500), /…$/],
    ['control characters, six bytes each in JSON', '\u0001'.repeat(2000), /…$/],
  ])('is at most 4,096 bytes, cut between characters: %s', async (_what, line, cut) => {
    const { bytes, message: text } = await sentToNtfy({ lines: [line] });
    expect(bytes).toBeLessThanOrEqual(4096);
    expect(bytes).toBeGreaterThan(4040);
    expect(text).toMatch(cut);
    expect(line.startsWith(text.slice(0, -1))).toBe(true);
  });

  it('is not changed when the message has exactly 4,096 bytes', async () => {
    const { bytes: others } = await sentToNtfy({ lines: [''] });
    const fits = 'x'.repeat(4096 - others);
    expect(await sentToNtfy({ lines: [fits] })).toMatchObject({
      bytes: 4096,
      message: fits,
    });
    expect((await sentToNtfy({ lines: [`${fits}x`] })).message).toMatch(/^x+…$/);
  });

  it('leaves room for the text below a very long title', async () => {
    const { title, message: text } = await sentToNtfy({
      title: 'ß'.repeat(3000),
      lines: ['One reply.'],
    });
    expect(Buffer.byteLength(title)).toBeLessThanOrEqual(250);
    expect(title).toMatch(/^ß+…$/);
    expect(text).toBe('One reply.');
  });
});

it('ntfy message has the title, text, tag, priority and link', async () => {
  const server = await receiver({ json: { id: 'x' } });
  const sent = await send({
    channel: 'ntfy',
    ntfyServer: `${server.origin}/`,
    ntfyTopic: 'chime',
    secrets: ['tk_1'],
  });
  expect(sent.ok).toBe(true);
  expect(server.received[0]?.headers.authorization).toBe('Bearer tk_1');
  expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({
    topic: 'chime',
    title: message.title,
    message: message.lines.join('\n'),
    tags: ['warning'],
    priority: 4,
    click: message.url,
  });
});
