import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { SessionData } from 'express-session';
import { z } from 'zod';
import type { Clock } from '../../core/clock.ts';
import { type GoogleSignIn, googleSignInSchema } from './google-sign-in.ts';
import type { TokenVault } from './token-vault.ts';

declare module 'express-session' {
  interface SessionData {
    pendingSwitch?: { token: string; sealed: string };
  }
}

const answerMs = 10 * 60_000;
const pendingSchema = z.object({ until: z.number(), signIn: googleSignInSchema });
type Bearer = Partial<Pick<SessionData, 'pendingSwitch'>>;

export function createPendingSwitch(vault: TokenVault, clock: Clock) {
  return {
    ask(session: Bearer, signIn: GoogleSignIn): string {
      const token = randomBytes(24).toString('base64url');
      const until = clock.now().getTime() + answerMs;
      session.pendingSwitch = { token, sealed: vault.seal(JSON.stringify({ until, signIn }), 'switch') };
      return token;
    },

    take(session: Bearer, token: unknown): GoogleSignIn | null {
      const pending = session.pendingSwitch;
      if (!pending || typeof token !== 'string' || !isEqual(token, pending.token)) return null;
      delete session.pendingSwitch;
      const text = vault.open(pending.sealed, 'switch');
      const read = text === null ? null : pendingSchema.parse(JSON.parse(text));
      return read && read.until > clock.now().getTime() ? read.signIn : null;
    },
  };
}

export type PendingSwitch = ReturnType<typeof createPendingSwitch>;

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
