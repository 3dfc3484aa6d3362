/** The owner's grant after sign-in: refreshing and ending it. Sign-in itself is passport's (features/auth). */
export interface GoogleAuth {
  /** Repeatable. Throws GrantError. */
  refresh(refreshToken: string): Promise<RefreshedGrant>;
  /** Repeatable: a token that is already gone counts as revoked. Throws GrantError of kind `unavailable`. */
  revoke(token: string): Promise<void>;
}

export interface RefreshedGrant {
  accessToken: string;
  expiresAt: Date;
  /** Only if Google sent them along. */
  refreshToken: string | null;
  scopes: string[] | null;
  grantExpiresAt: Date | null;
}

/** `refused`: the grant is gone (invalid_grant), only a new sign-in helps. `unavailable`: try again later. `config`: client id or secret are wrong. */
export class GrantError extends Error {
  readonly kind: 'refused' | 'unavailable' | 'config';

  constructor(kind: 'refused' | 'unavailable' | 'config') {
    super(`Google sign-in service: ${kind}`);
    this.name = 'GrantError';
    this.kind = kind;
  }
}
