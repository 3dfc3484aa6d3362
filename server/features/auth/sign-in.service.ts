import type { Clock } from '../../core/clock.ts';
import type { AccountRepository, AccountRow, LastChannel } from './account.repository.ts';
import type { FindChannel } from './account.service.ts';
import {
  changesChannel,
  type FoundChannel,
  isListed,
  youtubeScope,
} from './auth.rules.ts';
import type { GoogleSignIn } from './google-strategy.ts';
import type { TokenVault } from './token-vault.ts';

interface Deps {
  clock: Clock;
  repository: AccountRepository;
  vault: TokenVault;
  findChannel: FindChannel;
  ownerEmails: readonly string[];
}

export type SignInOutcome =
  | { kind: 'signed-in'; googleSub: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'ended' }
  | { kind: 'other-channel'; before: string; now: string };

interface Circumstances {
  sessionId: string;
  mayChangeChannel: boolean;
}

const unverified =
  'Google has not verified the e-mail address of this account. Verify it with Google, then sign in again.';
const notTheOwner = (email: string) =>
  `This Chime In belongs to another account, so ${email} cannot sign in. To let it in, add its address to OWNER_EMAIL and restart.`;

export function createSignInService(deps: Deps) {
  const { repository, vault, findChannel, clock, ownerEmails } = deps;

  function compose(
    current: AccountRow | null,
    last: LastChannel | null,
    signIn: GoogleSignIn,
    channel: FoundChannel,
  ) {
    const isSame = current?.googleSub === signIn.googleSub;
    if (current && !isSame && ownerEmails.length === 0) return null;
    const { googleSub, email, name, picture, scopes, accessTokenExpiresAt } = signIn;
    const known = channel === 'unknown' ? lastOf(last, googleSub) : channel;
    const { sealedRefreshToken, grantExpiresAt } = refreshGrantOf(
      signIn,
      isSame ? current : null,
    );
    const now = clock.now();
    return {
      googleSub,
      email,
      name,
      picture,
      channelId: known?.id ?? null,
      channelTitle: known?.title ?? null,
      scopes,
      sealedAccessToken: vault.seal(signIn.accessToken, 'access token'),
      sealedRefreshToken,
      accessTokenExpiresAt,
      grantExpiresAt,
      blockedCode: channel === null ? 'youtube_signup_required' : null,
      connectedAt: now,
      updatedAt: now,
    };
  }

  /**
   * Google sends a refresh token only at some sign-ins. Without a new one, the same
   * account's token is kept.
   */
  function refreshGrantOf(
    { refreshToken, grantExpiresAt }: GoogleSignIn,
    kept: AccountRow | null,
  ) {
    if (refreshToken) {
      return {
        sealedRefreshToken: vault.seal(refreshToken, 'refresh token'),
        grantExpiresAt,
      };
    }
    return {
      sealedRefreshToken: kept?.sealedRefreshToken ?? null,
      grantExpiresAt: kept?.grantExpiresAt ?? null,
    };
  }

  const channelOf = async (signIn: GoogleSignIn): Promise<FoundChannel> =>
    signIn.scopes.includes(youtubeScope) ? findChannel(signIn.accessToken) : 'unknown';

  return {
    async complete(
      signIn: GoogleSignIn,
      { sessionId, mayChangeChannel }: Circumstances,
    ): Promise<SignInOutcome> {
      if (!signIn.emailVerified || !signIn.email)
        return { kind: 'refused', reason: unverified };
      const current = await repository.find();
      const isTaken =
        ownerEmails.length === 0 && current && current.googleSub !== signIn.googleSub;
      if (isTaken || !isListed(signIn.email, ownerEmails)) {
        return { kind: 'refused', reason: notTheOwner(signIn.email) };
      }
      // Checked after a disconnect too: comments approved for the last channel must not
      // be posted from another one without asking.
      const last = await repository.lastChannel();
      const channel = await channelOf(signIn);
      if (!mayChangeChannel && last && changesChannel(last, signIn.googleSub, channel)) {
        return {
          kind: 'other-channel',
          before: last.channelTitle ?? 'your other channel',
          now: nameOf(channel, signIn),
        };
      }
      const stored = await repository.replace(sessionId, (row, lastNow) =>
        compose(row, lastNow, signIn, channel),
      );
      if (stored === 'ended') return { kind: 'ended' };
      if (!stored) return { kind: 'refused', reason: notTheOwner(signIn.email) };
      return { kind: 'signed-in', googleSub: stored.googleSub };
    },
  };
}

export type SignInService = ReturnType<typeof createSignInService>;

/** Returns the channel that this account had when it was last connected. */
function lastOf(last: LastChannel | null, googleSub: string) {
  return last?.googleSub === googleSub
    ? { id: last.channelId, title: last.channelTitle }
    : null;
}

function nameOf(channel: FoundChannel, { email }: GoogleSignIn): string {
  if (channel === null) return `${email}, which has no channel`;
  return channel === 'unknown' ? email : channel.title;
}
