import { contentWords } from '../../../text/content-words.rules.ts';
import { findClaims } from './claims.rules.ts';
import type { Measured } from './measured.rules.ts';
import { saysNothing } from './video-words.rules.ts';
import { sharedWords } from './word-families.rules.ts';

const longestQuote = 90;

/** Whether what a comment tells of its writer's own experience has something to do with what the profile tells. */
export function experienceMeasure(text: string, profileTexts: readonly string[]): Measured {
  const known = new Set(telling(profileTexts.join('\n')));
  const claims = findClaims(text);
  if (claims.length === 0) return { share: 1, detail: 'Claims no experience of its own.' };
  const unbacked = claims.find((claim) => sharedWords(telling(claim), known).length === 0);
  return unbacked === undefined
    ? { share: 1, detail: 'The experience it tells of is in your profile.' }
    : { share: 0, detail: `Claims experience that your profile does not tell of: “${shortened(unbacked)}”` };
}

const telling = (text: string) => [...contentWords(text)].filter((word) => !saysNothing.has(word));

function shortened(sentence: string): string {
  if (sentence.length <= longestQuote) return sentence;
  return `${sentence
    .slice(0, longestQuote)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`;
}
