export interface Account {
  googleSub: string;
  email: string;
  name: string;
  picture: string | null;
  channelId: string | null;
  channelTitle: string | null;
  scopes: readonly string[];
  /** A problem code: why nothing can be posted. */
  blockedCode: string | null;
  /** Why to sign in again, although posting may still work. */
  reauthCode: string | null;
  connectedAt: Date;
  grantExpiresAt: Date | null;
}
