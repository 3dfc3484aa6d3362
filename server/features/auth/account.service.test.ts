import { beforeEach, describe, expect, it, vi } from 'vitest';
import { googleAccount, postingHold } from '#shared/schema.ts';
import type { Change } from '../../core/events.ts';
import {
  GrantError,
  type RefreshedGrant,
} from '../../providers/google-auth/google-auth.ts';
import { fakeClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database.ts';
import { createAccountRepository } from './account.repository.ts';
import { createAccountService } from './account.service.ts';
import {
  changesChannel,
  type FoundChannel,
  isListed,
  youtubeScope,
} from './auth.rules.ts';
import { createTokenVault } from './token-vault.ts';

describe('account service', () => {
  const test = testDatabase();
  const secret = 'a secret of at least thirty-two characters';
  const minute = 60_000;

  function setUp({ ownerEmails = [] as string[], sessionSecret = secret } = {}) {
    const clock = fakeClock();
    const vault = createTokenVault(sessionSecret);
    const changes: Change[][] = [];
    const google = {
      refresh: vi.fn(
        async (_token: string): Promise<RefreshedGrant> => ({
          accessToken: `fresh-${google.refresh.mock.calls.length}`,
          expiresAt: new Date(clock.now().getTime() + 3599_000),
          refreshToken: null,
          scopes: null,
          grantExpiresAt: null,
        }),
      ),
      revoke: vi.fn(async (_token: string) => {}),
    };
    const find = vi.fn(
      async (_token: string): Promise<FoundChannel> => ({
        id: 'UCme',
        title: 'My channel',
      }),
    );
    const service = createAccountService({
      repository: createAccountRepository(test.db),
      vault,
      googleAuth: google,
      findChannel: find,
      events: { changed: (...told) => changes.push(told), subscribe: () => () => {} },
      clock,
      ownerEmails,
    });
    const store = async (overrides: Partial<typeof googleAccount.$inferInsert> = {}) => {
      const now = clock.now();
      await test.db.insert(googleAccount).values({
        googleSub: 'sub-1',
        email: 'ada@example.com',
        name: 'Ada',
        channelId: 'UCme',
        channelTitle: 'My channel',
        scopes: ['openid', youtubeScope],
        sealedAccessToken: vault.seal('stored-access', 'access token'),
        sealedRefreshToken: vault.seal('stored-refresh', 'refresh token'),
        accessTokenExpiresAt: new Date(now.getTime() + 60 * minute),
        connectedAt: now,
        updatedAt: now,
        ...overrides,
      });
    };
    return { clock, vault, google, find, service, store, changes };
  }

  const inMinutes = (minutes: number) =>
    new Date(fakeClock().now().getTime() + minutes * minute);
  const granted = (over: Partial<RefreshedGrant>): RefreshedGrant => ({
    accessToken: 'a',
    expiresAt: inMinutes(90),
    refreshToken: null,
    scopes: null,
    grantExpiresAt: null,
    ...over,
  });
  const row = async () => (await test.db.select().from(googleAccount))[0];
  let all: ReturnType<typeof setUp>;
  beforeEach(() => {
    all = setUp();
  });

  describe('an access token', () => {
    it('is the stored one when it is valid for more than five minutes', async () => {
      await all.store({ accessTokenExpiresAt: inMinutes(6) });
      expect(await all.service.accessToken()).toBe('stored-access');
      expect(all.google.refresh).not.toHaveBeenCalled();
    });

    it('is refreshed in its last five minutes, once for all callers, and stored encrypted', async () => {
      await all.store({ accessTokenExpiresAt: inMinutes(4) });
      const tokens = await Promise.all([1, 2, 3].map(() => all.service.accessToken()));
      expect(tokens).toEqual(['fresh-1', 'fresh-1', 'fresh-1']);
      expect(all.google.refresh).toHaveBeenCalledExactlyOnceWith('stored-refresh');
      expect(JSON.stringify(await row())).not.toMatch(/fresh-1|stored-refresh/);
      expect(await all.service.accessToken()).toBe('fresh-1');
    });

    it('is refreshed with the stored refresh token until Google sends a new one', async () => {
      await all.store({ accessTokenExpiresAt: inMinutes(0) });
      await all.service.accessToken();
      all.google.refresh.mockResolvedValueOnce(granted({ refreshToken: 'rotated' }));
      await all.service.refreshAccessToken('fresh-1');
      await all.service.refreshAccessToken('a');
      expect(all.google.refresh.mock.calls).toEqual([
        ['stored-refresh'],
        ['stored-refresh'],
        ['rotated'],
      ]);
    });

    it('does not get a later end of its grant by a refresh, only with a new refresh token', async () => {
      const end = inMinutes(100);
      await all.store({ accessTokenExpiresAt: inMinutes(0), grantExpiresAt: end });
      all.google.refresh.mockResolvedValueOnce(
        granted({ grantExpiresAt: inMinutes(101) }),
      );
      await all.service.refreshAccessToken('stored-access');
      expect((await row())?.grantExpiresAt).toEqual(end);
      const renewed = granted({ refreshToken: 'new', grantExpiresAt: inMinutes(200) });
      all.google.refresh.mockResolvedValueOnce(renewed);
      await all.service.refreshAccessToken('a');
      expect((await row())?.grantExpiresAt).toEqual(inMinutes(200));
    });

    it('is refreshed after a 401, unless another caller has done so', async () => {
      await all.store();
      expect(await all.service.refreshAccessToken('stored-access')).toBe('fresh-1');
      expect(await all.service.refreshAccessToken('stored-access')).toBe('fresh-1');
      expect(all.google.refresh).toHaveBeenCalledOnce();
    });

    it('is unavailable while Google does not answer, without a need to sign in again', async () => {
      await all.store({ accessTokenExpiresAt: inMinutes(4) });
      all.google.refresh.mockRejectedValue(new GrantError('unavailable'));
      await expect(all.service.accessToken()).rejects.toMatchObject({
        status: 503,
        code: 'youtube_unavailable',
      });
      expect((await all.service.tokenStatus()).needsReauth).toBe(false);
    });

    it('is not given before the channel is known', async () => {
      await all.store({ channelId: null, channelTitle: null });
      all.find.mockResolvedValueOnce('unknown');
      await expect(all.service.accessToken()).rejects.toMatchObject({
        code: 'youtube_unavailable',
      });
      expect(await all.service.accessToken()).toBe('stored-access');
      expect(await row()).toMatchObject({
        channelId: 'UCme',
        channelTitle: 'My channel',
      });
    });

    it('can read for an account without a channel, which may not post', async () => {
      await all.store({ channelId: null });
      all.find.mockResolvedValue(null);
      expect(await all.service.accessToken()).toBe('stored-access');
      expect((await all.service.account())?.blockedCode).toBe('youtube_signup_required');
    });
  });

  describe('a grant that is not usable', () => {
    const cases: [string, Parameters<typeof all.store>[0] | null, string][] = [
      ['no account is connected', null, 'not_connected'],
      ['the YouTube scope is missing', { scopes: ['openid'] }, 'scope_missing'],
      [
        'no token is left',
        { sealedRefreshToken: null, accessTokenExpiresAt: inMinutes(0) },
        'needs_reauth',
      ],
      [
        'the tokens were encrypted with another secret',
        { sealedAccessToken: 'v1.x', sealedRefreshToken: 'v1.y' },
        'needs_reauth',
      ],
      ['Google refused the grant', { blockedCode: 'needs_reauth' }, 'needs_reauth'],
    ];

    it.each(cases)(
      'is reported with the need to sign in when %s',
      async (_what, overrides, code) => {
        if (overrides) await all.store(overrides);
        await expect(all.service.accessToken()).rejects.toMatchObject({
          status: 409,
          code,
        });
        const told = { needsReauth: true, code, reason: expect.any(String) };
        expect(await all.service.tokenStatus()).toMatchObject(told);
        if (overrides) expect((await all.service.account())?.blockedCode).toBe(code);
        expect(all.google.refresh).not.toHaveBeenCalled();
      },
    );

    it('is remembered and reported when Google refuses a refresh', async () => {
      await all.store({ accessTokenExpiresAt: inMinutes(0) });
      all.google.refresh.mockRejectedValue(new GrantError('refused'));
      await expect(all.service.accessToken()).rejects.toMatchObject({
        code: 'needs_reauth',
      });
      await expect(all.service.accessToken()).rejects.toMatchObject({
        code: 'needs_reauth',
      });
      expect(all.google.refresh).toHaveBeenCalledOnce();
      expect(all.changes).toContainEqual(['auth', 'posting-status']);
    });

    it('is not assumed from a refusal that arrives after a new sign-in', async () => {
      await all.store({ accessTokenExpiresAt: inMinutes(0) });
      all.google.refresh.mockImplementationOnce(async () => {
        await test.db
          .update(googleAccount)
          .set({ sealedRefreshToken: all.vault.seal('new', 'refresh token') });
        throw new GrantError('refused');
      });
      await expect(all.service.accessToken()).rejects.toMatchObject({
        code: 'needs_reauth',
      });
      expect((await row())?.blockedCode).toBeNull();
    });

    it.each([
      ['another account', 'sub-2'],
      ['another channel of the same account', 'sub-1'],
    ])(
      'does not overwrite the channel of a later sign-in with %s',
      async (_what, googleSub) => {
        await all.store({ channelId: null, channelTitle: null });
        all.find.mockImplementationOnce(async () => {
          await test.db.delete(googleAccount);
          const sealedAccessToken = all.vault.seal('newer-access', 'access token');
          await all.store({ googleSub, channelId: 'UCnewer', sealedAccessToken });
          return { id: 'UCme', title: 'My channel' };
        });
        expect(await all.service.accessToken()).toBe('newer-access');
        expect(await row()).toMatchObject({ googleSub, channelId: 'UCnewer' });
      },
    );

    it('is reported before the access token ends when the refresh token is missing', async () => {
      await all.store({ sealedRefreshToken: null });
      expect(await all.service.accessToken()).toBe('stored-access');
      expect(await all.service.account()).toMatchObject({ blockedCode: null });
      expect(await all.service.tokenStatus()).toMatchObject({ needsReauth: true });
    });

    it('is reported only once a test-mode grant has ended, whose end is known beforehand', async () => {
      await all.store({ grantExpiresAt: inMinutes(30) });
      const fine = { needsReauth: false, code: null, reason: null };
      expect(await all.service.tokenStatus()).toEqual({
        ...fine,
        grantExpiresAt: inMinutes(30),
      });
      all.clock.advance(30 * minute);
      expect(await all.service.tokenStatus()).toMatchObject({
        needsReauth: true,
        code: 'needs_reauth',
      });
    });

    it('does not require a sign-in when the account cannot post', async () => {
      await all.store();
      const { googleSub = '', connectedAt = new Date(0) } = (await row()) ?? {};
      await all.service.block('account_cannot_post', { googleSub, connectedAt });
      const blocked = { needsReauth: false, code: 'account_cannot_post' };
      expect(await all.service.tokenStatus()).toMatchObject(blocked);
      expect((await all.service.account())?.blockedCode).toBe('account_cannot_post');
      expect(all.changes).toContainEqual(['auth', 'posting-status']);
    });
  });

  describe('the owner', () => {
    it('gives no session and no grant to an account that OWNER_EMAIL no longer names (rule 6.2)', async () => {
      const { service, store } = setUp({ ownerEmails: ['grace@example.com'] });
      await store();
      expect(await service.isOwner('sub-1')).toBe(false);
      expect(await service.account()).toBeNull();
      await expect(service.accessToken()).rejects.toMatchObject({
        code: 'not_connected',
      });
    });
  });

  describe('disconnecting', () => {
    it('ends a hold that is about this account, and no other hold (rule 7.7)', async () => {
      const hold = { id: 1, attempts: 1, commentId: 3 };
      const all = setUp();
      await all.store();
      await test.db
        .insert(postingHold)
        .values({ ...hold, code: 'account_cannot_post', nextTryAt: null });
      await all.service.disconnect();
      expect(await test.db.select().from(postingHold)).toEqual([]);

      await all.store();
      const nextTryAt = new Date(all.clock.now().getTime() + minute);
      await test.db
        .insert(postingHold)
        .values({ ...hold, code: 'rate_limited_by_youtube', nextTryAt });
      await all.service.disconnect();
      expect(await test.db.select().from(postingHold)).toHaveLength(1);
    });

    it('changes nothing while Google cannot be told about it', async () => {
      await all.store();
      all.google.revoke.mockRejectedValue(new GrantError('unavailable'));
      await expect(all.service.disconnect()).rejects.toMatchObject({ status: 503 });
      expect(await row()).toBeDefined();
    });

    it('works for a grant whose tokens cannot be decrypted', async () => {
      await all.store({ sealedAccessToken: null, sealedRefreshToken: null });
      await all.service.disconnect();
      expect(await row()).toBeUndefined();
      expect(all.google.revoke).not.toHaveBeenCalled();
    });
  });
});

it('isListed accepts everyone without a list, and otherwise only listed addresses, in any case (rule 6.2)', () => {
  expect(isListed('ada@example.com', [])).toBe(true);
  expect(isListed('Ada@Example.com', ['ada@example.com'])).toBe(true);
  expect(isListed('ada@example.com.evil.example', ['ada@example.com'])).toBe(false);
});

const stored = { googleSub: 'me', channelId: 'UC1' };

it.each([
  ['the same channel', 'me', { id: 'UC1', title: '' }, false],
  ['the same channel through another account', 'other', { id: 'UC1', title: '' }, false],
  ['another channel', 'me', { id: 'UC2', title: '' }, true],
  ['no channel at all', 'me', null, true],
  ['no answer from YouTube for the same account', 'me', 'unknown', false],
  ['no answer from YouTube for another account', 'other', 'unknown', true],
] as const)(
  'changesChannel decides whether to ask the owner about %s',
  (_what, sub, channel, asks) => {
    expect(changesChannel(stored, sub, channel)).toBe(asks);
  },
);

const vault = createTokenVault('a secret of at least thirty-two characters');

it('the token vault opens what it encrypted, for the same purpose only', () => {
  const sealed = vault.seal('1//refresh-tökén', 'refresh token');
  expect(sealed).not.toContain('refresh');
  expect(vault.open(sealed, 'refresh token')).toBe('1//refresh-tökén');
  expect(vault.open(sealed, 'access token')).toBeNull();
});

it('the token vault encrypts the same text differently each time', () => {
  expect(vault.seal('token', 'x')).not.toBe(vault.seal('token', 'x'));
});

it('the token vault opens nothing with another secret, nothing damaged and nothing foreign', () => {
  const sealed = vault.seal('token', 'x');
  const other = sealed.at(3) === 'A' ? 'B' : 'A';
  expect(
    createTokenVault('another secret of thirty-two characters').open(sealed, 'x'),
  ).toBeNull();
  const damaged = [sealed.slice(0, -5), `v1.${other}${sealed.slice(4)}`];
  for (const text of [null, '', 'v1.', 'v1', 'v2.abc', 'token', ...damaged]) {
    expect(vault.open(text, 'x')).toBeNull();
  }
});
