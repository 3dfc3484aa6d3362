import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Makes names nobody can guess, or, with a `random` of one's own, names that are the same in every run. */
export const createTokens = (random?: () => number) => ({
  make(length: number): string {
    if (!random) return randomBytes(length).toString('base64url').slice(0, length);
    return Array.from({ length }, () => ALPHABET[Math.floor(random() * ALPHABET.length)]).join('');
  },
  /** A name for which `taken` is false; after a restart a repeating `random` would otherwise repeat its names. */
  makeUnused(length: number, prefix: string, taken: (name: string) => boolean): string {
    let name = `${prefix}${this.make(length)}`;
    while (taken(name)) name += this.make(1);
    return name;
  },
});

export type Tokens = ReturnType<typeof createTokens>;
