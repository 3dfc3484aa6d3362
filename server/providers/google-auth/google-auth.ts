export interface GoogleAuth {
  /** Safe to retry. Throws GrantError. */
  refresh(refreshToken: string): Promise<RefreshedGrant>;
  /**
   * Safe to retry. A token that no longer exists counts as revoked. Throws GrantError
   * `unavailable`.
   */
  revoke(token: string): Promise<void>;
  /**
   * Returns Google's current time, read from the Date header of a response. Throws
   * GrantError `unavailable`.
   */
  time(): Promise<Date>;
}

export interface RefreshedGrant {
  accessToken: string;
  expiresAt: Date;
  refreshToken: string | null;
  scopes: string[] | null;
  grantExpiresAt: Date | null;
}

/** `refused`: only a new sign-in helps. `config`: the client id or secret is wrong. */
export class GrantError extends Error {
  readonly kind: 'refused' | 'unavailable' | 'config';

  constructor(kind: 'refused' | 'unavailable' | 'config') {
    super(`Google sign-in service: ${kind}`);
    this.name = 'GrantError';
    this.kind = kind;
  }
}
