import { isDeepStrictEqual } from 'node:util';
import {
  type PostingReason,
  postingReason,
  postingSentence,
} from '#shared/rules/posting-reasons.ts';
import { sharedRun } from '../../core/clock.ts';
import { AppError, conflict } from '../../core/errors.ts';
import type { ClockAndEvents } from '../../core/events.ts';
import {
  type GoogleAuth,
  GrantError,
  type RefreshedGrant,
} from '../../providers/google-auth/google-auth.ts';
import { type YouTube, YouTubeError } from '../../providers/youtube/youtube.ts';
import type { AccountRepository, AccountRow } from './account.repository.ts';
import {
  type FoundChannel,
  type Grant,
  grantProblem,
  isFresh,
  isListed,
  reauthReason,
  type SignInKey,
} from './auth.rules.ts';
import type { TokenVault } from './token-vault.ts';

interface Deps extends ClockAndEvents {
  repository: AccountRepository;
  vault: TokenVault;
  googleAuth: Pick<GoogleAuth, 'refresh' | 'revoke'>;
  findChannel: FindChannel;
  /** Lower case; if empty, the first account to sign in is the owner. */
  ownerEmails: readonly string[];
}

const maxAgeMs = 30 * 86_400_000;

/** Reads the stored account and the grant that belongs to it. */
function createStoredAccount({ repository, vault, ownerEmails }: Deps) {
  /**
   * Returns null if OWNER_EMAIL no longer lists the stored account, because its grant
   * must not be used then.
   */
  async function ownersRow(): Promise<AccountRow | null> {
    const row = await repository.find();
    return row && isListed(row.email, ownerEmails) ? row : null;
  }

  return {
    ownersRow,

    async connectedRow(): Promise<AccountRow> {
      const row = await ownersRow();
      if (!row) throw conflict('not_connected', postingReason('not_connected'));
      return row;
    },

    openGrant: (row: AccountRow): Grant => ({
      scopes: row.scopes,
      accessToken: vault.open(row.sealedAccessToken, 'access token'),
      accessTokenExpiresAt: row.accessTokenExpiresAt,
      refreshToken: vault.open(row.sealedRefreshToken, 'refresh token'),
      grantExpiresAt: row.grantExpiresAt,
      blockedCode: row.blockedCode,
    }),
  };
}

type StoredAccount = ReturnType<typeof createStoredAccount>;

/** Hands out access tokens, and refreshes those that expire soon. */
function createAccessTokens(deps: Deps, { connectedRow, openGrant }: StoredAccount) {
  const { repository, vault, googleAuth, findChannel, events, clock } = deps;
  const refreshing = sharedRun<string>();

  async function keep(row: AccountRow, grant: RefreshedGrant): Promise<void> {
    const { accessToken, expiresAt, refreshToken, scopes, grantExpiresAt } = grant;
    await repository.update(row, {
      sealedAccessToken: vault.seal(accessToken, 'access token'),
      accessTokenExpiresAt: expiresAt,
      ...(refreshToken !== null && {
        sealedRefreshToken: vault.seal(refreshToken, 'refresh token'),
      }),
      ...(scopes !== null && { scopes }),
      ...(grantExpiresAt !== null && {
        grantExpiresAt: grantEnd(row, refreshToken, grantExpiresAt),
      }),
      updatedAt: clock.now(),
    });
  }

  async function refresh(seen: AccountRow): Promise<string> {
    // Another call may have refreshed since `seen` was read.
    const row = await connectedRow();
    const stored = openGrant(row);
    const { accessToken, refreshToken } = stored;
    const isNewer = row.sealedAccessToken !== seen.sealedAccessToken;
    if (isNewer && accessToken !== null && isFresh(stored, clock.now()))
      return accessToken;
    if (refreshToken === null)
      throw conflict('needs_reauth', postingReason('needs_reauth'));
    try {
      const grant = await googleAuth.refresh(refreshToken);
      await keep(row, grant);
      return grant.accessToken;
    } catch (error) {
      if (!(error instanceof GrantError)) throw error;
      if (error.kind !== 'refused') throw signInServiceAway(error);
      await repository.update(row, {
        blockedCode: 'needs_reauth',
        updatedAt: clock.now(),
      });
      events.changed('auth', 'posting-status');
      throw conflict('needs_reauth', postingReason('needs_reauth'));
    }
  }

  async function freshToken(row: AccountRow, rejected: string | null): Promise<string> {
    const grant = openGrant(row);
    const now = clock.now();
    const problem = grantProblem(grant, now);
    if (problem) throw conflict(problem, postingReason(problem));
    const { accessToken, refreshToken } = grant;
    const isGood = accessToken !== null && accessToken !== rejected;
    if (isGood && (refreshToken === null || isFresh(grant, now))) return accessToken;
    return refreshing(undefined, () => refresh(row));
  }

  /**
   * Looks up the channel if it is not known yet. Posting requires it, because comments
   * are found again by their channel.
   */
  async function withChannel(row: AccountRow, token: string): Promise<string> {
    if (row.channelId !== null || row.blockedCode !== null) return token;
    const channel = await findChannel(token);
    if (channel === 'unknown') throw signInServiceAway();
    const updatedAt = clock.now();
    const change = channel
      ? { channelId: channel.id, channelTitle: channel.title, updatedAt }
      : { blockedCode: 'youtube_signup_required', updatedAt };
    const current = await repository.find();
    // A newer sign-in has a token and a channel of its own.
    if (!current || !isSameSignIn(current, row) || current.channelId !== null)
      return accessToken();
    await repository.update(current, change);
    events.changed('auth', 'posting-status');
    return token;
  }

  /**
   * Returns an access token, refreshed if it would expire within five minutes. Throws 409
   * not_connected, needs_reauth or scope_missing; 503 youtube_unavailable.
   */
  async function accessToken(): Promise<string> {
    const row = await connectedRow();
    return withChannel(row, await freshToken(row, null));
  }

  return { accessToken, freshToken };
}

export function createAccountService(deps: Deps) {
  const { repository, googleAuth, findChannel, events, clock } = deps;
  const stored = createStoredAccount(deps);
  const { ownersRow, connectedRow, openGrant } = stored;
  const { accessToken, freshToken } = createAccessTokens(deps, stored);

  async function ownChannel(): Promise<{ id: string; title: string } | null> {
    try {
      const channel = await findChannel(await accessToken());
      return channel === 'unknown' ? null : channel;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }

  return {
    async account(): Promise<Account | null> {
      const row = await ownersRow();
      return row && shown(row, openGrant(row), clock.now());
    },

    async isOwner(googleSub: string): Promise<boolean> {
      return (await ownersRow())?.googleSub === googleSub;
    },

    accessToken,

    /** Like accessToken, but does not look up a missing channel on YouTube. */
    grantToken: async (): Promise<string> => freshToken(await connectedRow(), null),

    /**
     * Replaces a token that YouTube rejected with a 401, unless another call already has.
     * Throws like accessToken.
     */
    async refreshAccessToken(rejected: string): Promise<string> {
      const row = await connectedRow();
      // Deletes the rejected token first, so that it is not tried again.
      if (openGrant(row).accessToken === rejected)
        await repository.update(row, { sealedAccessToken: null, updatedAt: clock.now() });
      return freshToken(row, rejected);
    },

    /**
     * Blocks posting until the next sign-in. Does nothing if the owner has signed in
     * again since `signIn`.
     */
    async block(code: PostingReason, signIn: SignInKey): Promise<void> {
      if (await repository.setBlocked(signIn, code, clock.now()))
        events.changed('auth', 'posting-status');
    },

    async tokenStatus() {
      const row = await ownersRow();
      const reauth = row ? reauthReason(openGrant(row), clock.now()) : 'not_connected';
      const code = reauth ?? row?.blockedCode ?? null;
      return {
        needsReauth: reauth !== null,
        code,
        reason: postingSentence(code),
        grantExpiresAt: row?.grantExpiresAt ?? null,
      };
    },

    /**
     * Updates the channel's name, or forgets it after 30 days without a response (rule
     * 3.7). Costs one quota unit. If the channel itself has changed, nothing happens
     * until the next sign-in.
     */
    async renewChannelName(): Promise<void> {
      const now = clock.now();
      await repository.forgetLastTitle(new Date(now.getTime() - maxAgeMs));
      if (!(await ownersRow())) return;
      const channel = await ownChannel();
      const row = await repository.find();
      if (!row) return;
      // Tokens are refreshed every hour, so `updatedAt` is when Google last responded.
      const isSilent = now.getTime() - row.updatedAt.getTime() > maxAgeMs;
      const isSame = channel !== null && channel.id === row.channelId;
      if (!isSame && !isSilent) return;
      const next = isSame
        ? { channelTitle: channel.title }
        : { channelTitle: null, picture: null };
      if (isDeepStrictEqual({ ...row, ...next }, row)) return;
      await repository.update(row, {
        ...next,
        updatedAt: isSilent ? row.updatedAt : now,
      });
      events.changed('auth');
    },

    /**
     * Ends the grant and every session. Throws 503 and changes nothing if Google cannot
     * be reached.
     */
    async disconnect(): Promise<void> {
      const row = await ownersRow();
      if (!row) return;
      const { refreshToken, accessToken } = openGrant(row);
      const token = refreshToken ?? accessToken;
      if (token !== null) await revoke(googleAuth, token);
      await repository.remove();
      events.changed('auth', 'posting-status');
    },
  };
}

const isSameSignIn = (one: SignInKey, other: SignInKey): boolean =>
  one.googleSub === other.googleSub &&
  one.connectedAt.getTime() === other.connectedAt.getTime();

export type AccountService = ReturnType<typeof createAccountService>;

/**
 * Returns the end of the grant. Computed anew at each refresh it would drift, so only a
 * new refresh token can move it to a later time.
 */
function grantEnd(
  { grantExpiresAt: known }: AccountRow,
  refreshToken: string | null,
  told: Date,
): Date {
  return refreshToken === null && known !== null && known < told ? known : told;
}

function signInServiceAway(error?: GrantError): AppError {
  const detail =
    error?.kind === 'config'
      ? 'Google refused this app’s client id or secret. Check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.'
      : 'Google cannot be reached right now. Try again in a few minutes.';
  return new AppError(503, 'youtube_unavailable', detail);
}

async function revoke(
  googleAuth: Pick<GoogleAuth, 'revoke'>,
  token: string,
): Promise<void> {
  try {
    await googleAuth.revoke(token);
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    if (error.kind !== 'unavailable') return;
    throw new AppError(
      503,
      'youtube_unavailable',
      'Google cannot be reached, so the connection was not ended. Try again in a few minutes.',
    );
  }
}

type Private =
  | 'id'
  | 'sealedAccessToken'
  | 'sealedRefreshToken'
  | 'accessTokenExpiresAt'
  | 'updatedAt';

/**
 * `blockedCode` tells why nothing can be posted; `reauthCode` why to sign in again,
 * although posting may still work.
 */
export type Account = Omit<AccountRow, Private> & { reauthCode: string | null };

function shown(
  { sealedAccessToken, sealedRefreshToken, ...row }: AccountRow,
  grant: Grant,
  now: Date,
): Account {
  const blockedCode = grantProblem(grant, now) ?? row.blockedCode;
  return { ...row, blockedCode, reauthCode: reauthReason(grant, now) };
}

/**
 * Finds the channel of a token: null if the account has none, 'unknown' if YouTube cannot
 * tell.
 */
export const createChannelFinder =
  ({ youtube }: { youtube: Pick<YouTube, 'ownChannel'> }) =>
  async (accessToken: string): Promise<FoundChannel> => {
    try {
      return await youtube.ownChannel({ kind: 'grant', accessToken });
    } catch (error) {
      if (!(error instanceof YouTubeError)) throw error;
      return error.reason === 'youtubeSignupRequired' ? null : 'unknown';
    }
  };

export type FindChannel = ReturnType<typeof createChannelFinder>;
