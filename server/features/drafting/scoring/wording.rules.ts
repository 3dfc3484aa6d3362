import { avoidedPhrases, usedPhrases } from '../checks/avoided-words.rules.ts';
import type { Measured } from './measured.rules.ts';

interface Wanted {
  avoidWords: string | null;
  preferredWords: string | null;
}

const withoutPreferred = 0.7;

export function wordingMeasure(text: string, { avoidWords, preferredWords }: Wanted): Measured {
  const avoid = avoidedPhrases(avoidWords);
  const prefer = avoidedPhrases(preferredWords);
  if (avoid.length === 0 && prefer.length === 0)
    return { score: null, detail: 'Your profile names no words to avoid or prefer.' };
  const unwanted = usedPhrases(text, avoid);
  if (unwanted.length > 0)
    return { score: 0, detail: `Uses words your profile avoids: ${listed(unwanted)}.` };
  if (prefer.length === 0) return { score: 1, detail: 'None of the words your profile avoids.' };
  const wanted = usedPhrases(text, prefer);
  return wanted.length > 0
    ? { score: 1, detail: `Uses words your profile prefers: ${listed(wanted)}.` }
    : { score: withoutPreferred, detail: 'None of the words your profile prefers.' };
}

const listed = (phrases: readonly string[]) => phrases.map((phrase) => `“${phrase}”`).join(', ');
