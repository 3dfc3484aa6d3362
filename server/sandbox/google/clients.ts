export interface OAuthClient {
  id: string;
  secret: string;
}

/** Knows one fixed client, or, without one, lets every pair in that is not empty. */
export const createClientCheck = (fixed: OAuthClient | null) => ({
  isKnown: (id: string): boolean => fixed === null || id === fixed.id,
  mayRedeem: (id: string, secret: string): boolean =>
    fixed === null ? id !== '' && secret !== '' : id === fixed.id && secret === fixed.secret,
});

export type ClientCheck = ReturnType<typeof createClientCheck>;
