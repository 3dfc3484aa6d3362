import type { GroundedSentence, SentenceSource } from '#shared/contracts/grounding.ts';
import type { SourceClaim } from '../../../providers/language-model/language-model.ts';
import { carries } from './carries.rules.ts';
import { type KnownMaterial, type Told, toldIn } from './known-material.rules.ts';
import { unheldHandles, unheldNames } from './names-held.rules.ts';
import { unheldNumbers } from './numbers-held.rules.ts';
import { type Passage, quoteOf } from './passages.rules.ts';
import { unheldQuotations } from './quotations-held.rules.ts';
import { findQuote } from './quotes.rules.ts';
import { unheldTimes } from './times-held.rules.ts';

type Finding = Pick<GroundedSentence, 'source' | 'unsupported'>;

/** Words that a passage found without the model's help must share, and their share of the sentence's. */
const withoutClaim = { words: 3, share: 0.4 };

/** Says where a sentence comes from, and what of it is not there. Of the claims, only quotes of the material count. */
export function findSource(known: KnownMaterial, sentence: string, claims: readonly SourceClaim[]): Finding {
  const told = toldIn(known, sentence);
  const quoted = claims.flatMap((claim) => findQuote(known.parts, claim) ?? []);
  const [best] = quoted
    .filter((passage) => carries(known, told, passage))
    .map((passage) => ({ passage, unsupported: unheld(known, told, passage) }))
    .sort((a, b) => a.unsupported.length - b.unsupported.length);
  if (best) return { source: shown(best.passage), unsupported: best.unsupported };
  if (claims.some(({ kind }) => kind === 'own_knowledge'))
    return { source: { kind: 'own_knowledge', quote: null, at: null }, unsupported: [] };
  const nearest = quoted.length === 0 ? nearestPassage(known, told) : null;
  if (!nearest) return { source: null, unsupported: [] };
  return { source: shown(nearest), unsupported: unheld(known, told, nearest) };
}

function nearestPassage(known: KnownMaterial, { words }: Told): Passage | null {
  const nearest = known.index.nearest(words);
  const least = Math.max(withoutClaim.words, words.length * withoutClaim.share);
  return nearest && nearest.shared >= least ? nearest.passage : null;
}

const unheld = (known: KnownMaterial, told: Told, passage: Passage): string[] => [
  ...unheldQuotations(known, told),
  ...unheldTimes(known, told, passage),
  ...unheldNumbers(known, told, passage),
  ...unheldNames(known, told, passage),
  ...unheldHandles(known, told, passage),
];

const shown = (passage: Passage): SentenceSource => ({
  kind: passage.part.kind,
  quote: quoteOf(passage),
  at: passage.part.timeOf(passage.from),
});
