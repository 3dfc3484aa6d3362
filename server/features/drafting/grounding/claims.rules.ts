import type { SourceClaim } from '../../../providers/language-model/language-model.ts';
import { folded } from '../../../text/folded.rules.ts';
import { similarity } from '../../../text/similarity.rules.ts';

const most = { claims: 30, characters: 2000 };
const sameSentence = 0.6;

/** Gives each sentence the claims made for it: a model may quote its own sentences loosely, or split them otherwise. */
export function claimsBySentence(
  sentences: readonly string[],
  claims: readonly SourceClaim[],
): SourceClaim[][] {
  const told = claims.slice(0, most.claims).map((claim) => ({
    claim: { ...claim, quote: claim.quote.slice(0, most.characters) },
    text: comparable(claim.sentence.slice(0, most.characters)),
  }));
  return sentences.map((sentence) => {
    const text = comparable(sentence);
    return told.filter((each) => each.text !== '' && areSame(text, each.text)).map(({ claim }) => claim);
  });
}

const comparable = (text: string) => folded(text).text.trim();

function areSame(a: string, b: string): boolean {
  if (a.includes(b) || b.includes(a)) return true;
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  return shorter >= longer * (sameSentence / 2) && similarity(a, b) >= sameSentence;
}
