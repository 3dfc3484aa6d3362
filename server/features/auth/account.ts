/** The owner's Google account as other features see it; tokens stay inside this feature. */
export interface Account {
  googleSub: string;
  email: string;
  name: string;
  picture: string | null;
  /** The channel comments are posted as; null until it is known, or where there is none. */
  channelId: string | null;
  channelTitle: string | null;
  scopes: readonly string[];
  /** Why nothing can be posted with this account right now, as a code of contracts/problem-codes. */
  blockedCode: string | null;
  /** Why the owner should sign in again, although posting may still work for a while. */
  reauthCode: string | null;
  grantExpiresAt: Date | null;
}
