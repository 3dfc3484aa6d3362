import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createdTokenSchema,
  type Notice,
  noticeListSchema,
  noticeSettingsSchema,
  statusSchema,
} from '#shared/contracts/notices.ts';
import { apiTokens, comments, googleAccount, noticeSettings } from '#shared/schema.ts';
import type { Environment } from '../../config/config.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Browser } from '../../testing/browser.ts';
import { testDatabase } from '../../testing/database.ts';
import { makeComment, makeQueueItem, makeVideo } from '../../testing/factories.ts';
import { type NoticeReceivers, noticeReceivers } from '../../testing/notice-receivers.ts';
import { hooksOf, silentServer, webhookSecret } from '../../testing/notices-fixture.ts';

const test = testDatabase();
let receivers: NoticeReceivers;
let app: TestApp;
let me: Browser;

async function start(env: Environment = {}): Promise<void> {
  app = await startTestApp({ database: test.database, env });
  me = await app.ownersBrowser();
}

beforeEach(async () => {
  receivers = await noticeReceivers();
});
afterEach(async () => {
  await app.close();
  await receivers.close();
});

const day = 86_400_000;
const minute = 60_000;

const webhookOnly = (url = `${receivers.webhook.origin}/hook`): Environment => ({
  WEBHOOK_URL: url,
  WEBHOOK_SECRET: webhookSecret,
});

const tick = () => app.context.services.notices.tick();

const list = async (): Promise<Notice[]> =>
  noticeListSchema.parse(await (await me.get('/api/notices')).json());

async function scheduled(count: number, dueInMs: number): Promise<number[]> {
  const open = app.sandbox.admin
    .videos()
    .filter((video) => app.sandbox.admin.acceptsComments(video));
  const ids: number[] = [];
  for (const [index, found] of open.slice(0, count).entries()) {
    const { id: youtubeId, channelId, channelTitle, title } = found;
    const { id: videoId } = await makeVideo(test.db, {
      youtubeId,
      channelId,
      channelTitle,
      title,
    });
    const { id: commentId } = await makeComment(test.db, { videoId, status: 'approved' });
    const dueAt = new Date(app.clock.now().getTime() + dueInMs + index * 1000);
    await makeQueueItem(test.db, {
      commentId,
      dueAt,
      scheduledFor: dueAt,
      autoPost: true,
    });
    ids.push(commentId);
  }
  expect(ids).toHaveLength(count);
  return ids;
}

it('a suspended project with forty due comments leads to one notice, and its end to another (rule 15.2)', async () => {
  await start(webhookOnly());
  await scheduled(40, -minute);
  app.sandbox.admin.fault({
    match: { path: '/youtube/v3/*' },
    fault: { kind: 'status', reason: 'CONSUMER_SUSPENDED' },
  });
  for (let count = 0; count < 10; count += 1) {
    await app.context.services.loop.tick();
    await tick();
    app.clock.advance(5_000);
  }
  const hooks = hooksOf(receivers);
  expect(hooks.map(({ type, data }) => [type, data['reason'], data['count']])).toEqual([
    ['posting.paused', 'project_suspended', 40],
  ]);
  app.sandbox.admin.clearFaults();
  await me.signIn();
  await app.context.services.loop.tick();
  await tick();
  expect(hooksOf(receivers).map(({ type }) => type)).toEqual([
    'posting.paused',
    'posting.resumed',
  ]);
});

it('a sign-in that ends before five comments are due leads to one notice, which the next sign-in resolves', async () => {
  await start(webhookOnly());
  await scheduled(5, 3 * day);
  const grantExpiresAt = new Date(app.clock.now().getTime() + 2 * day);
  await test.db.update(googleAccount).set({ grantExpiresAt });
  for (let count = 0; count < 2; count += 1) await tick();
  const data = { count: 5, endsAt: grantExpiresAt.toISOString() };
  expect(hooksOf(receivers)).toMatchObject([{ type: 'schedule.endangered', data }]);
  await me.signIn();
  await tick();
  expect(await list()).toMatchObject([
    { type: 'schedule.endangered', resolvedAt: expect.any(String) },
  ]);
  expect(receivers.webhook.received).toHaveLength(1);
});

it('an unconfirmed comment, a removed comment and a new reply lead to one notice each (rules 15.1, 15.7)', async () => {
  await start(webhookOnly());
  const { outcomes } = app.context.services;
  const [lost = 0, seen = 0] = await scheduled(2, -minute);
  const insert = { path: '/youtube/v3/commentThreads', method: 'POST' };
  app.sandbox.admin.fault({ match: insert, fault: { kind: 'reset' } });
  for (let passed = 0; passed < 30; passed += 5) {
    app.clock.advance(5 * minute);
    await app.publishDue();
  }
  const [posted] = app.sandbox.admin.comments();
  if (!posted) throw new Error('Nothing was posted.');
  app.sandbox.admin.orderReplies(posted.id);
  app.clock.advance(minute);
  expect((await me.post('/api/replies/refresh')).status).toBe(200);
  app.sandbox.admin.setCommentState(posted.id, 'deleted');
  app.clock.advance(day);
  await outcomes.tick();
  app.clock.advance(6 * minute);
  await outcomes.tick();
  await tick();
  app.clock.advance(2 * minute);
  await tick();
  const told = hooksOf(receivers).toSorted((one, other) =>
    one.type.localeCompare(other.type),
  );
  expect(told).toMatchObject([
    { type: 'comment.removed', data: { about: [{ commentId: seen }] } },
    { type: 'comment.unconfirmed', data: { about: [{ commentId: lost }] } },
    { type: 'replies.new', data: { about: [{ commentId: seen }] } },
  ]);
});

it('comments are posted on time while every receiver of notices hangs (rule 15.7)', async () => {
  const { port } = await silentServer();
  const mail = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'a@example.org',
    MAIL_TO: 'b@example.org',
  };
  await start({ ...mail, ...webhookOnly(`http://127.0.0.1:${port}`) });
  const ids = await scheduled(2, -minute);
  await makeQueueItem(test.db, { dueAt: new Date(app.clock.now().getTime() + 4 * day) });
  await test.db
    .update(googleAccount)
    .set({ grantExpiresAt: new Date(app.clock.now().getTime() + day) });
  const sending = tick();
  await expect.poll(async () => (await list())[0]?.toldAt).toBeTruthy();
  await app.context.services.loop.tick();
  app.clock.advance(10 * minute);
  await app.context.services.loop.tick();
  const posted = await test.db
    .select({ id: comments.id })
    .from(comments)
    .where(eq(comments.status, 'posted'));
  expect(posted.map(({ id }) => id).toSorted()).toEqual(ids);
  const waiting = ['email', 'webhook'].map((channel) => ({ channel, state: 'waiting' }));
  expect(await list()).toMatchObject([{ deliveries: waiting }]);
  await app.context.jobs.stop();
  await sending;
});

describe('notice settings', () => {
  const read = async () =>
    noticeSettingsSchema.parse(await (await me.get('/api/notices/settings')).json());
  const put = (body: object) => me.put('/api/notices/settings', body);

  describe('with the addresses and secrets of every channel (rule 15.8)', () => {
    const secrets = {
      smtpPassword: 'pass-word-1',
      ntfyToken: 'tk_secret-1',
      webhookSecret,
    };
    let addresses: Record<string, string | number>;
    let changed: Response;

    beforeEach(async () => {
      await start();
      addresses = {
        smtpHost: '127.0.0.1',
        smtpPort: receivers.mail.port,
        smtpUser: 'ada',
        mailFrom: 'chime@example.org',
        mailTo: 'ada@example.org',
        ntfyServer: receivers.ntfy.origin,
        ntfyTopic: 'chime',
        webhookUrl: receivers.webhook.origin,
      };
      changed = await put({
        quietFrom: 23,
        withWords: true,
        routes: { 'disk.low': ['email'] },
        ...addresses,
        ...secrets,
      });
    });

    it('store each field', async () => {
      expect(changed.status).toBe(200);
      const ready = { hasSecret: true, isReady: true };
      const settings = await read();
      expect(settings).toMatchObject({
        ...addresses,
        quietOn: true,
        quietFrom: 23,
        quietTo: 8,
        withWords: true,
        letterOn: false,
        fixedBy: {},
        channels: { email: ready, ntfy: ready, webhook: ready },
        formerUntil: null,
      });
      expect(settings.routes).toMatchObject({
        'disk.low': ['email'],
        'replies.new': expect.any(Array),
      });
    });

    it.each(Object.entries(secrets))(
      'seal the %s and never return it',
      async (_, secret) => {
        const answers = JSON.stringify([await changed.json(), await read()]);
        expect(answers).not.toContain(secret);
        const rows = JSON.stringify(await test.db.select().from(noticeSettings));
        expect(rows).not.toContain(secret);
      },
    );

    it('can be tested on every channel, without a notice in the list', async () => {
      for (const channel of ['email', 'ntfy', 'webhook']) {
        const tested = await me.post('/api/notices/test', { channel });
        expect(await tested.json()).toEqual({
          ok: true,
          answer: expect.stringMatching(/^2[05]0/),
        });
      }
      expect(hooksOf(receivers)).toMatchObject([{ type: 'test' }]);
      expect(receivers.mail.mails[0]?.user).toBe('ada');
      expect(await list()).toEqual([]);
    });

    it('keep a secret only while its address stays the same', async () => {
      await put({ ntfyTopic: 'other', smtpHost: 'localhost' });
      const { channels } = await read();
      expect(channels).toMatchObject({
        ntfy: { hasSecret: true },
        email: { hasSecret: false },
      });
    });

    it('drop the secret of another server, and a channel without an address', async () => {
      await put({ ntfyServer: 'https://ntfy.sh', smtpHost: '' });
      const { channels } = await read();
      expect(channels).toMatchObject({
        ntfy: { hasSecret: false, isReady: true },
        email: { isReady: false },
      });
    });
  });

  it('keep all changes that are saved at the same time (rule 15.11)', async () => {
    await start();
    const kinds = [
      'disk.low',
      'replies.new',
      'comment.removed',
      'backup.failed',
      'letter.daily',
    ];
    await Promise.all(kinds.map((kind) => put({ routes: { [kind]: ['email'] } })));
    const { routes } = await read();
    expect(routes).toMatchObject(
      Object.fromEntries(kinds.map((kind) => [kind, ['email']])),
    );
  });

  it('let the previous webhook secret sign too for a day', async () => {
    await start();
    const url = receivers.webhook.origin;
    const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    await put({ webhookUrl: url, webhookSecret });
    await put({ webhookSecret: other });
    expect((await read()).formerUntil).toBe('2026-03-04T12:00:00.000Z');
    const signatures = async () => {
      await me.post('/api/notices/test', { channel: 'webhook' });
      return String(
        receivers.webhook.received.at(-1)?.headers['webhook-signature'],
      ).split(' ').length;
    };
    expect(await signatures()).toBe(2);
    app.clock.advance(day + 1);
    expect(await signatures()).toBe(1);
  });

  const refused: [body: object, field: string][] = [
    [{ webhookUrl: 'http://169.254.169.254/' }, 'webhookUrl'],
    [{ ntfyServer: 'http://[::ffff:169.254.1.1]', ntfyTopic: 'a' }, 'ntfyServer'],
    [
      { smtpHost: 'fe80::1', mailFrom: 'a@example.org', mailTo: 'b@example.org' },
      'smtpHost',
    ],
    [{ webhookUrl: 'ftp://example.org' }, 'webhookUrl'],
    [{ webhookUrl: 'https://a:b@example.org' }, 'webhookUrl'],
    [
      { webhookUrl: 'https://example.org', webhookSecret: 'whsec_short' },
      'webhookSecret',
    ],
    [{ quietFrom: 24 }, 'quietFrom'],
    [{ routes: { 'no.kind': [] } }, 'no.kind'],
    [{ routes: { 'disk.low': ['pigeon'] } }, 'disk.low'],
    [{ letterDays: [7] }, 'letterDays'],
  ];

  it('are refused with a sentence that names an invalid field, and stay unchanged', async () => {
    await start();
    for (const [body, field] of refused) {
      const answer = await put(body);
      expect(answer.status).toBe(400);
      expect((await answer.json()).detail).toContain(field);
    }
    const { channels } = await read();
    expect(Object.values(channels).map(({ isReady }) => isReady)).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('are overridden by the environment field by field, and say so', async () => {
    await start({
      SMTP_URL: `smtp://ada:p%40ss-w0rd@127.0.0.1:${receivers.mail.port}`,
      MAIL_TO: 'env@example.org',
      NTFY_URL: `${receivers.ntfy.origin}/from-env`,
      NTFY_TOKEN: 'tk_env',
    });
    const mine = { mailFrom: 'me@example.org', mailTo: 'x@example.org' };
    await put({
      ...mine,
      smtpHost: 'other.example.org',
      ntfyServer: 'https://ntfy.sh',
      ntfyTopic: 'mine',
    });
    expect(await read()).toMatchObject({
      smtpHost: '127.0.0.1',
      smtpUser: 'ada',
      mailFrom: 'me@example.org',
      mailTo: 'env@example.org',
      ntfyTopic: 'from-env',
      channels: {
        email: { hasSecret: true },
        ntfy: { hasSecret: true },
        webhook: { isReady: false },
      },
      fixedBy: {
        smtpHost: 'SMTP_URL',
        smtpPassword: 'SMTP_URL',
        mailTo: 'MAIL_TO',
        ntfyServer: 'NTFY_URL',
      },
    });
    await me.post('/api/notices/test', { channel: 'email' });
    expect(receivers.mail.mails).toMatchObject([
      { to: ['env@example.org'], from: 'me@example.org', user: 'ada' },
    ]);
  });

  it('refuse a test of a channel that is not set up', async () => {
    await start();
    const refused = await me.post('/api/notices/test', { channel: 'ntfy' });
    expect(refused.status).toBe(400);
    expect((await refused.json()).detail).toContain('not set up');
  });
});

describe('API tokens (rule 15.9)', () => {
  const withToken = (path: string, token: string) =>
    app.browser().send(path, { headers: { Authorization: `Bearer ${token}` } });

  async function createToken() {
    const made = await me.post('/api/tokens', { name: 'Gatus' });
    expect(made.status).toBe(201);
    return createdTokenSchema.parse(await made.json());
  }

  it('are shown once and stored as hashes', async () => {
    await start();
    const { token } = await createToken();
    expect(JSON.stringify(await test.db.select().from(apiTokens))).not.toContain(token);
    expect(await (await me.get('/api/tokens')).text()).not.toContain(token);
  });

  it('give access to the status', async () => {
    await start();
    const { token } = await createToken();
    await scheduled(1, day);
    const status = await withToken('/api/status', token);
    expect(statusSchema.parse(await status.json())).toMatchObject({
      paused: false,
      reason: null,
      nextDue: '2026-03-04T12:00:00.000Z',
      lastPosted: null,
      quotaLeft: expect.any(Number),
      lastBackup: null,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });

  describe('for the metrics', () => {
    async function metrics() {
      await start();
      const { token } = await createToken();
      await scheduled(1, day);
      return withToken('/metrics', token);
    }

    it('give access to lines in the format of Prometheus', async () => {
      const answer = await metrics();
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
      for (const line of (await answer.text()).trim().split('\n'))
        expect(line).toMatch(
          /^(# (HELP|TYPE) chime_in_\w+ .+|chime_in_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.e+-]+)$/,
        );
    });

    it('give access to counts, also to those that are 0', async () => {
      const text = await (await metrics()).text();
      expect(text).toContain('chime_in_queue{state="scheduled"} 1\n');
      expect(text).toContain('chime_in_queue{state="failed"} 0\n');
      expect(text).toContain('chime_in_posts_total 0\n');
      expect(text).toContain('chime_in_post_failures_total{cause="comments_off"} 0\n');
      expect(text).toContain('chime_in_notices{type="replies.new"} 0\n');
      expect(text).toContain('chime_in_posting_paused 0\n');
    });

    it('give access to the type of every metric', async () => {
      const text = await (await metrics()).text();
      const names = [
        'posts_total',
        'post_failures_total',
        'notices',
        'youtube_units_used',
      ];
      for (const name of [...names, 'model_tokens', 'loop_lag_seconds'])
        expect(text).toContain(`# TYPE chime_in_${name} `);
    });
  });

  it.each(['/api/comments', '/api/tokens', '/api/notices', '/api/user-settings'])(
    'give no access to %s',
    async (path) => {
      await start();
      const { token } = await createToken();
      expect((await withToken(path, token)).status).toBe(401);
    },
  );

  it('give no access once they are deleted', async () => {
    await start();
    const { id, token } = await createToken();
    await me.delete(`/api/tokens/${id}`);
    for (const path of ['/api/status', '/metrics'])
      expect((await withToken(path, token)).status).toBe(401);
  });

  it.each(['/api/status', '/metrics'])('are required for %s', async (path) => {
    await start();
    expect((await app.browser().get(path)).status).toBe(401);
    expect((await withToken(path, 'chimein_wrong')).status).toBe(401);
  });

  it('can be replaced by a session only for the status', async () => {
    await start();
    expect(await (await me.get('/api/status')).json()).toMatchObject({ paused: false });
    expect((await me.get('/metrics')).status).toBe(401);
  });
});
