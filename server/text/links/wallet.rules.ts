const base58 = '[1-9A-HJ-NP-Za-km-z]';
const start = '(?<![\\p{L}\\p{N}_/+=-])';
const end = '(?![\\p{L}\\p{N}_/+=-])';
const wallet = (source: string, flags: string) => new RegExp(`${start}${source}${end}`, flags);

/** Not commit hashes and digests: they have no 0x and no letter beyond f. */
const shapes = [
  wallet('0x[\\da-f]{40}', 'iu'),
  // Bitcoin, Litecoin
  wallet('(?:bc|tb|ltc)1[02-9ac-hj-np-z]{25,71}', 'iu'),
];
/** Bitcoin; Litecoin, Dogecoin and Tron; Solana. */
const mixed = wallet(`(?:[13]${base58}{25,34}|[LMDT]${base58}{33}|${base58}{43,44})`, 'gu');

export function findWallet(text: string): string | null {
  for (const shape of shapes) {
    const found = shape.exec(text);
    if (found) return found[0];
  }
  for (const [letters] of text.matchAll(mixed)) if (isRandom(letters)) return letters;
  return null;
}

function isRandom(letters: string): boolean {
  const count = (kind: RegExp) => letters.match(kind)?.length ?? 0;
  return count(/[A-Z]/g) > 2 && count(/[a-z]/g) > 2 && count(/\d/g) > 2;
}
