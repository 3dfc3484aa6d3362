import { createHash } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { randomName } from '../random.ts';

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
}

const CODE_LIFE_MS = 10 * 60_000;
const REQUEST_LIFE_MS = 60 * 60_000;

const createExpiring = <T>(lifeMs: number, now: () => number) => {
  const entries = new Map<string, { value: T; expiresAt: number }>();
  return {
    add(name: string, value: T): string {
      for (const [key, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(key);
      entries.set(name, { value, expiresAt: now() + lifeMs });
      return name;
    },
    get(name: string): T | null {
      const found = entries.get(name);
      return found && found.expiresAt > now() ? found.value : null;
    },
    delete: (name: string) => entries.delete(name),
    clear: () => entries.clear(),
  };
};

export const createCodes = (clock: Clock) => {
  const now = () => clock.now().getTime();
  const requests = createExpiring<AuthorizationRequest>(REQUEST_LIFE_MS, now);
  const codes = createExpiring<IssuedCode>(CODE_LIFE_MS, now);

  return {
    open: (request: AuthorizationRequest): string => requests.add(randomName(24), request),
    answer(id: string): AuthorizationRequest | null {
      const found = requests.get(id);
      requests.delete(id);
      return found;
    },
    issue: (issued: IssuedCode): string => codes.add(`4/0A${randomName(62)}`, issued),
    peek: (code: string): IssuedCode | null => codes.get(code),
    redeem: (code: string) => void codes.delete(code),
    clear() {
      requests.clear();
      codes.clear();
    },
  };
};

export type Codes = ReturnType<typeof createCodes>;

export const verifierFits = (challenge: AuthorizationRequest['challenge'], verifier: string): boolean => {
  if (!challenge) return true;
  const derived =
    challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return derived === challenge.value;
};
