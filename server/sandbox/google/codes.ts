import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { Tokens } from '../tokens.ts';

export interface AuthorizationRequest {
  clientId: string;
  redirectUri: string;
  scopes: readonly string[];
  state: string | null;
  offline: boolean;
  forceConsent: boolean;
  challenge: { value: string; method: 'S256' | 'plain' } | null;
  loginHint: string | null;
}

export interface IssuedCode {
  request: AuthorizationRequest;
  accountId: string;
  scopes: readonly string[];
  expiresAt: number;
}

const CODE_LIFE_MS = 10 * 60_000;
const REQUEST_LIFE_MS = 60 * 60_000;

/** Consent pages that are open and codes that wait to be redeemed; neither outlives the process. */
export const createCodes = (clock: Clock, tokens: Tokens) => {
  const requests = new Map<string, { request: AuthorizationRequest; expiresAt: number }>();
  const codes = new Map<string, IssuedCode>();
  const now = () => clock.now().getTime();
  const dropExpired = (map: Map<string, { expiresAt: number }>) => {
    for (const [key, { expiresAt }] of map) if (expiresAt <= now()) map.delete(key);
  };

  return {
    open(request: AuthorizationRequest): string {
      dropExpired(requests);
      const id = tokens.makeUnused(24, '', (name) => requests.has(name));
      requests.set(id, { request, expiresAt: now() + REQUEST_LIFE_MS });
      return id;
    },
    /** A consent page can be answered once. */
    answer(id: string): AuthorizationRequest | null {
      dropExpired(requests);
      const found = requests.get(id);
      requests.delete(id);
      return found?.request ?? null;
    },
    issue(request: AuthorizationRequest, accountId: string, scopes: readonly string[]): string {
      dropExpired(codes);
      const code = tokens.makeUnused(62, '4/0A', (name) => codes.has(name));
      codes.set(code, { request, accountId, scopes, expiresAt: now() + CODE_LIFE_MS });
      return code;
    },
    peek(code: string): IssuedCode | null {
      dropExpired(codes);
      return codes.get(code) ?? null;
    },
    redeem(code: string) {
      codes.delete(code);
    },
    clear() {
      requests.clear();
      codes.clear();
    },
  };
};

export type Codes = ReturnType<typeof createCodes>;

/** RFC 7636: does the verifier fit the challenge the code was asked with? */
export const verifierFits = (challenge: AuthorizationRequest['challenge'], verifier: string): boolean => {
  if (!challenge) return true;
  const derived =
    challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return derived === challenge.value;
};
