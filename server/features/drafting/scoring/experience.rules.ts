import { openGaps } from '#shared/rules/gaps.ts';
import { contentWords } from '../../../text/content-words.rules.ts';
import { sharedWords } from '../../../text/word-families.rules.ts';
import { findClaims } from './claims.rules.ts';
import type { Measured } from './measured.rules.ts';

const longestQuote = 90;

/** Any profile and any claim may hold these. */
const chance = new Set(['interested', 'learned', 'work', 'worked', 'year', 'years', 'jahre', 'años']);
const tellingWords = (text: string) => [...contentWords(text)].filter((word) => !chance.has(word));

/** Returns the first claim of experience that shares no word with what the person told; one with a gap waits for them. */
export function unbackedClaim(text: string, told: readonly string[]): string | null {
  const known = new Set(tellingWords(told.join('\n')));
  const claims = findClaims(text).filter((claim) => openGaps(claim, [claim]).length === 0);
  const unbacked = claims.find((claim) => sharedWords(tellingWords(claim), known).length === 0);
  return unbacked === undefined ? null : shortened(unbacked);
}

export function experienceMeasure(text: string, told: readonly string[]): Measured {
  const unbacked = unbackedClaim(text, told);
  return unbacked === null
    ? { score: 1, detail: 'Claims no experience that you did not tell of.' }
    : { score: 0, detail: `Claims experience that you did not tell of: “${unbacked}”` };
}

function shortened(sentence: string): string {
  if (sentence.length <= longestQuote) return sentence;
  return `${sentence
    .slice(0, longestQuote)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}
