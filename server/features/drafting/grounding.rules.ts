import type {
  GroundedSentence,
  SentenceSource,
} from '#shared/contracts/comment-detail.ts';
import type { FactSearch } from '../../text/facts.rules.ts';
import {
  comparable,
  findQuote,
  type GivenText,
  lineAt,
  type Passage,
  shown,
} from '../../text/transcript.rules.ts';
import type { SourceClaim } from './prompts/requests.ts';

interface Search {
  texts: readonly GivenText[];
  facts: FactSearch;
  /** Whether the draft's language capitalises all nouns. */
  isNounCapital: boolean;
  /**
   * Returns true if a text contains a link, or copies words from the profile or the
   * prompt.
   */
  isForeign(text: string): boolean;
}

/** Looks up the sources and facts of each sentence (rule 8.9). */
export function groundSentences(
  sentences: readonly string[],
  claims: readonly SourceClaim[],
  search: Search,
): GroundedSentence[] {
  const claimed = claimsBySentence(sentences, claims);
  return sentences.map((sentence, index) => {
    const found = groundSentence(sentence, claimed[index] ?? [], search);
    return { ...found, source: found.source && withheld(found.source, search.isForeign) };
  });
}

/** Hides quotes that no draft may contain. The rest of the source stays. */
export function withheld(
  source: SentenceSource,
  isForeign: Search['isForeign'],
): SentenceSource {
  return source.quote !== null && isForeign(source.quote)
    ? { ...source, quote: null }
    : source;
}

function groundSentence(
  sentence: string,
  claims: readonly SourceClaim[],
  { texts, facts, isNounCapital }: Search,
): GroundedSentence {
  const named = claims.filter(({ kind }) => kind !== 'none' && kind !== 'own_knowledge');
  const passage = named.reduce<Passage | null>(
    (found, { quote, kind }) => found ?? findQuote(texts, quote, kind),
    null,
  );
  const looked = facts.factsIn(sentence, { hasNames: named.length > 0, isNounCapital });
  const unsupported = [
    ...new Set(looked.filter((fact) => fact.passage === null).map(({ text }) => text)),
  ];
  return { text: sentence, source: sourceOf(), unsupported };

  function sourceOf(): SentenceSource | null {
    if (passage) return shown(passage);
    if (named.length > 0) return null;
    if (claims.some(({ kind }) => kind === 'own_knowledge'))
      return { kind: 'own_knowledge', quote: null, at: null };
    // The sentence names no source, but its facts were found, so the passage of the first
    // one is shown.
    const fact = unsupported.length === 0 ? looked[0]?.passage : null;
    return fact
      ? shown(lineAt(fact.of, fact.from, fact.to))
      : { kind: 'none', quote: null, at: null };
  }
}

const most = { claims: 30, characters: 2000 };

/** Matches claims to sentences by text, since a model may split sentences differently. */
function claimsBySentence(
  sentences: readonly string[],
  claims: readonly SourceClaim[],
): SourceClaim[][] {
  const told = claims.slice(0, most.claims).map((claim) => ({
    claim: { ...claim, quote: claim.quote.slice(0, most.characters) },
    text: comparable(claim.sentence.slice(0, most.characters)),
  }));
  return sentences.map((sentence) => {
    const text = comparable(sentence);
    const isSame = (other: string) =>
      other !== '' && (text.includes(other) || other.includes(text));
    return told.filter((each) => isSame(each.text)).map(({ claim }) => claim);
  });
}
