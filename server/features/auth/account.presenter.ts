import type { AuthUserResponse } from '#shared/contracts/auth.ts';
import type { Account } from './account.ts';

export type StandIns = AuthUserResponse['sandbox'];

export function presentUser(account: Account | null, sandbox: StandIns): AuthUserResponse {
  if (!account) return { authenticated: false, user: null, sandbox };
  const { name, email, picture, channelId, channelTitle } = account;
  const channel = channelId === null ? null : { id: channelId, title: channelTitle ?? channelId };
  return { authenticated: true, user: { name, email, picture, channel }, sandbox };
}
