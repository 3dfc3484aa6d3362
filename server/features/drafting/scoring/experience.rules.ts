import { findClaims } from './claims.rules.ts';
import type { Measured } from './measured.rules.ts';
import { topicWords } from './topic-words.rules.ts';
import { sharedWords } from './word-families.rules.ts';

const longestQuote = 90;

/** Lowers the score of claimed experience that shares no topic word with the profile. */
export function experienceMeasure(text: string, profileTexts: readonly string[]): Measured {
  const known = new Set(topicWords(profileTexts.join('\n')));
  const claims = findClaims(text);
  if (claims.length === 0) return { score: 1, detail: 'Claims no experience of its own.' };
  const unbacked = claims.find((claim) => sharedWords(topicWords(claim), known).length === 0);
  return unbacked === undefined
    ? { score: 1, detail: 'The experience it tells of is in your profile.' }
    : { score: 0, detail: `Claims experience that your profile does not tell of: “${shortened(unbacked)}”` };
}

function shortened(sentence: string): string {
  if (sentence.length <= longestQuote) return sentence;
  return `${sentence
    .slice(0, longestQuote)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}
