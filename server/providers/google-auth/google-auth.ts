export interface GoogleAuth {
  /** Repeatable. Throws GrantError. */
  refresh(refreshToken: string): Promise<RefreshedGrant>;
  /** Repeatable. A token already gone counts as revoked; throws GrantError `unavailable`. */
  revoke(token: string): Promise<void>;
  /** Of the Date header of any answer. Throws GrantError `unavailable`. */
  time(): Promise<Date>;
}

export interface RefreshedGrant {
  accessToken: string;
  expiresAt: Date;
  refreshToken: string | null;
  scopes: string[] | null;
  grantExpiresAt: Date | null;
}

/** `refused`: only a new sign-in helps. `config`: client id or secret is wrong. */
export class GrantError extends Error {
  readonly kind: 'refused' | 'unavailable' | 'config';

  constructor(kind: 'refused' | 'unavailable' | 'config') {
    super(`Google sign-in service: ${kind}`);
    this.name = 'GrantError';
    this.kind = kind;
  }
}
