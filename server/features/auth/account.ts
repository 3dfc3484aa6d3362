/** The owner's account without its tokens, which stay in this feature. */
export interface Account {
  googleSub: string;
  email: string;
  name: string;
  picture: string | null;
  channelId: string | null;
  channelTitle: string | null;
  scopes: readonly string[];
  /** Why nothing can be posted, as a problem code. */
  blockedCode: string | null;
  /** Why the owner should sign in again, although posting may still work for a while. */
  reauthCode: string | null;
  grantExpiresAt: Date | null;
}
