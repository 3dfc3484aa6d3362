import { hkdfSync } from 'node:crypto';

/** No key reveals another's. */
export function deriveKey(sessionSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', `chime-in ${purpose}`, 32));
}
