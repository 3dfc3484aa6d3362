import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SetupLine, setupLineSchema } from '#shared/contracts/connection.ts';
import { quotaResponseSchema } from '#shared/contracts/status.ts';
import { googleAccount } from '#shared/schema.ts';
import { reviewApp } from '../../testing/app.ts';
import { describeSetup, type SetupFindings } from './setup-check.rules.ts';

describe('setup check', () => {
  const test = reviewApp({}, 'once, emptied');

  const names = [
    'YouTube Data API',
    'Channel',
    'Permissions',
    'Age of the sign-in',
    'API key',
    'Redirect address',
    'Clock',
    'Language model',
    'Disk space',
    'Backup',
  ];

  async function check(): Promise<SetupLine[]> {
    const response = await test.me.post('/api/setup-check');
    expect(response.status).toBe(200);
    return z.array(setupLineSchema).parse(await response.json());
  }

  const line = (lines: SetupLine[], name: string) =>
    lines.find((each) => each.name === name);
  const reads = () =>
    test.app.sandbox.admin.requests().filter(({ path }) => path.startsWith('/youtube/'));
  const fail = (reason: string, contains?: string) =>
    test.app.sandbox.admin.fault({
      match: { path: '/youtube/v3/*', ...(contains && { contains }) },
      times: 0,
      fault: { kind: 'status', reason },
    });
  async function used(): Promise<number[]> {
    const { buckets } = quotaResponseSchema.parse(
      await (await test.me.get('/api/quota')).json(),
    );
    return ['shared', 'search'].map(
      (name) => buckets.find(({ bucket }) => bucket === name)?.used ?? 0,
    );
  }
  const console_ = 'https://console.cloud.google.com';

  describe('the setup check (rule 6.9)', () => {
    it('tries everything in order for two units, which are counted, and without a search', async () => {
      await test.db.update(googleAccount).set({ grantExpiresAt: null });
      const before = await used();
      const found = await check();
      expect(found.map(({ name }) => name)).toEqual(names);
      const ofThisMachine = ['Disk space', 'Backup'];
      for (const { name, state } of found)
        if (!ofThisMachine.includes(name)) expect([name, state]).toEqual([name, 'ok']);
      expect(line(found, 'Channel')?.found).toContain('Ada Example');
      expect(reads().map(({ path }) => path.split('/').at(-1))).toEqual(
        expect.arrayContaining(['channels', 'videos']),
      );
      expect((await used()).map((units, index) => units - (before[index] ?? 0))).toEqual([
        2, 0,
      ]);
    });

    it('runs once for requests at the same time', async () => {
      const fault = { kind: 'delay', ms: 1000 } as const;
      test.app.sandbox.admin.fault({ match: { path: '/youtube/v3/channels' }, fault });
      await Promise.all([check(), check(), check()]);
      expect(reads()).toHaveLength(2);
    });

    it('spends at most three units, whatever YouTube responds', async () => {
      fail('backendError');
      const found = await check();
      expect(reads()).toHaveLength(3);
      expect(line(found, 'YouTube Data API')).toMatchObject({ state: 'failed' });
      expect(line(found, 'API key')).toMatchObject({ state: 'unknown' });
      test.app.sandbox.admin.clearFaults();
      test.app.sandbox.admin.clearRequests();
      test.app.sandbox.admin.expireAccessTokens();
      expect(line(await check(), 'Channel')).toMatchObject({ state: 'ok' });
      expect(reads()).toHaveLength(3);
    });

    it('uses no units that are kept for scheduled comments', async () => {
      await test.app.context.services.quota.block('shared');
      const found = await check();
      expect(reads()).toEqual([]);
      expect(line(found, 'YouTube Data API')).toMatchObject({ state: 'unknown' });
    });

    it.each([
      [
        'SERVICE_DISABLED',
        'not enabled',
        '/apis/library/youtube.googleapis.com?project=1',
      ],
      ['BILLING_DISABLED', 'Billing', '/billing/linkedaccount?project=1'],
      ['USER_PROJECT_DENIED', 'permissions', '/iam-admin/iam?project=1'],
    ])(
      'responds to %s with a link to the page of the project that Google named',
      async (reason, words, page) => {
        fail(reason);
        const found = await check();
        const api = line(found, 'YouTube Data API');
        expect(api).toMatchObject({ state: 'failed', page: console_ + page });
        expect(api?.found).toContain(words);
        expect(line(found, 'Redirect address')?.page).toBe(
          `${console_}/auth/clients?project=1`,
        );
        // Google's own words are not shown.
        expect(JSON.stringify(found)).not.toMatch(
          /has not been used|requires billing|SERVICE_DISABLED/,
        );
      },
    );

    it.each([
      ['API_KEY_HTTP_REFERRER_BLOCKED', 'certain websites'],
      ['API_KEY_IP_ADDRESS_BLOCKED', 'this machine’s address'],
      ['API_KEY_SERVICE_BLOCKED', 'add that API to the key'],
      ['API_KEY_INVALID', 'not valid'],
    ])('says what is wrong with the key: %s', async (reason, words) => {
      fail(reason, 'key=');
      const found = await check();
      expect(line(found, 'API key')).toMatchObject({
        state: 'failed',
        found: expect.stringContaining(words),
        page: expect.stringContaining('/apis/credentials'),
      });
      expect(line(found, 'YouTube Data API')).toMatchObject({ state: 'ok' });
    });

    it('reports an account without a channel, and a sign-in without the permission', async () => {
      fail('youtubeSignupRequired', 'mine=true');
      expect(line(await check(), 'Channel')).toMatchObject({
        state: 'failed',
        page: 'https://www.youtube.com/channel_switcher',
      });
      test.app.sandbox.admin.clearFaults();
      await test.db.update(googleAccount).set({ scopes: ['openid'] });
      expect(line(await check(), 'Permissions')).toMatchObject({
        state: 'failed',
        page: `${console_}/auth/scopes`,
      });
    });

    it('says when Google ends the sign-in, and that publishing the app helps only the next one', async () => {
      const { found, state, page } = line(await check(), 'Age of the sign-in') ?? {};
      expect({ state, page }).toEqual({
        state: 'warning',
        page: `${console_}/auth/audience`,
      });
      expect(found).toMatch(/Publish.*sign in once more/);
      test.app.sandbox.admin.revoke('ada');
      await test.db.update(googleAccount).set({ accessTokenExpiresAt: test.now() });
      expect(line(await check(), 'Age of the sign-in')).toMatchObject({
        state: 'failed',
      });
    });

    it('reports a client id or secret that Google refuses', async () => {
      await test.db.update(googleAccount).set({ accessTokenExpiresAt: test.now() });
      test.app.sandbox.admin.fault({
        match: { path: '/token', method: 'POST' },
        fault: { kind: 'status', status: 401, reason: 'invalid_client' },
      });
      const found = expect.stringContaining('GOOGLE_CLIENT_SECRET');
      expect(line(await check(), 'Channel')).toMatchObject({ state: 'failed', found });
    });

    it('compares the clock with Google’s Date header', async () => {
      const Date_ = test.later(-3 * 3_600_000).toUTCString();
      test.app.sandbox.admin.fault({
        match: { path: '/token', method: 'HEAD' },
        fault: { kind: 'status', status: 404, headers: { Date: Date_ } },
      });
      const clock = line(await check(), 'Clock');
      expect(clock).toMatchObject({
        state: 'failed',
        command: 'sudo timedatectl set-ntp true',
      });
      expect(clock?.found).toContain('180 minutes ahead of Google’s');
    });

    it('warns about a model without structured answers, and reports one without credit', async () => {
      for (const [state, fault] of [
        ['warning', { kind: 'model', behaviour: 'no-json-schema' }],
        ['failed', { kind: 'status', reason: 'insufficient_quota' }],
      ] as const) {
        test.app.sandbox.admin.clearFaults();
        test.app.sandbox.admin.fault({ match: { path: '/v1/*' }, times: 0, fault });
        expect(line(await check(), 'Language model')).toMatchObject({ state });
      }
    });
  });
});

describe('setup check', () => {
  const now = new Date('2026-11-22T12:00:00.000Z');
  const silent = {
    failure: { sentence: 'Nobody asked.', kind: null, reason: '', project: null },
  };
  const backups = { last: null, failure: null, folder: '/data/backups' };

  function line(name: string, over: Partial<SetupFindings>) {
    const findings: SetupFindings = {
      now,
      account: null,
      channel: silent,
      key: null,
      publicUrl: 'http://localhost:3000',
      port: 3000,
      aheadMs: silent,
      model: silent,
      disk: { folder: '/data', freeBytes: 5e9 },
      backups,
      ...over,
    };
    return describeSetup(findings).find((each) => each.name === name);
  }

  describe('a line of the setup check (rule 6.9)', () => {
    it.each([
      ['http://localhost:3000', 'ok', null],
      ['http://127.0.0.1:3000', 'ok', null],
      ['https://chime.example.org', 'ok', null],
      [
        'http://192.168.1.20:3000',
        'failed',
        'ssh -N -L 3000:localhost:3000 192.168.1.20',
      ],
      ['https://10.0.0.4', 'failed', 'ssh -N -L 3000:localhost:3000 10.0.0.4'],
      ['https://[fd00::1]', 'failed', 'ssh -N -L 3000:localhost:3000 fd00::1'],
      [
        'http://chime.example.org',
        'failed',
        'ssh -N -L 3000:localhost:3000 chime.example.org',
      ],
    ])('about the redirect address %s is %s', (publicUrl, state, command) => {
      const found = line('Redirect address', { publicUrl });
      expect(found).toMatchObject({ state, command });
      expect(found?.tried).toContain(`${publicUrl}/auth/google/callback`);
    });

    it('about disk space fails when little is left', () => {
      const disk = (freeBytes: number) =>
        line('Disk space', { disk: { folder: '/data', freeBytes } });
      expect(disk(400e6)).toMatchObject({ state: 'failed', command: 'df -h "/data"' });
      expect(disk(400e6)?.found).toContain('400 MB');
      expect(disk(5e9)).toMatchObject({ state: 'ok', command: null });
    });

    it('about the last backup warns when there is none or it is old, and fails after a failure', () => {
      const last = (madeAt: string) => ({ madeAt, bytes: 1_234_567 });
      const failure = {
        at: '2026-11-22T03:00:00.000Z',
        reason: 'There is no room left.',
      };
      const backup = (over: object) =>
        line('Backup', { backups: { ...backups, ...over } });
      expect(backup({})).toMatchObject({ state: 'warning', command: 'npm run backup' });
      expect(backup({ failure })?.found).toContain('There is no room left.');
      expect(backup({ failure })).toMatchObject({ state: 'failed' });
      expect(backup({ last: last('2026-11-19T03:00:00.000Z') })).toMatchObject({
        state: 'warning',
      });
      expect(backup({ last: last('2026-11-22T03:00:00.000Z') })).toMatchObject({
        state: 'ok',
        command: null,
      });
    });

    it('about the API is ok when the key could read and the sign-in could not', () => {
      expect(line('YouTube Data API', { key: { value: null } })).toMatchObject({
        state: 'ok',
      });
      const refused = {
        sentence: 'No.',
        kind: 'config',
        reason: 'API_KEY_INVALID',
        project: null,
      } as const;
      expect(line('YouTube Data API', { key: { failure: refused } })).toMatchObject({
        state: 'unknown',
      });
      expect(line('API key', {})).toMatchObject({ state: 'warning' });
    });
  });
});
