import { hkdfSync } from 'node:crypto';

/** 32 bytes for one purpose; nobody can tell from one purpose's key what another's is. */
export function deriveKey(sessionSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', `chime-in ${purpose}`, 32));
}
