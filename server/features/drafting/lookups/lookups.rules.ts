import type { CommentAnalysis, DraftCheck } from '#shared/contracts/comment-analysis.ts';
import type { GroundedSentence, Grounding, SentenceSource } from '#shared/contracts/grounding.ts';
import type {
  PromptProfile,
  ReaderAnswer,
  SourceClaim,
} from '../../../providers/language-model/language-model.ts';
import { createFactSearch, type FactSearch } from '../../../text/facts.rules.ts';
import { findLink } from '../../../text/links.rules.ts';
import {
  comparable,
  findQuote,
  type GivenText,
  lineAt,
  type Passage,
  shown,
} from '../../../text/passages.rules.ts';
import { sentencesOf, similarity } from '../../../text/words.rules.ts';
import { type Given, isBare, textsOf } from '../material/given.ts';
import { copiedRuns, repeatsRun } from './copied-text.rules.ts';
import { type CheckedText, findHardFaults } from './hard-faults.rules.ts';
import { judgeText } from './judge.rules.ts';

export interface Lookups {
  /** Hard faults alone (rule 8.10). */
  check(text: string, earlierTexts: readonly string[]): CheckedText;
  /** Sources and facts, sentence by sentence (rule 8.9). */
  ground(text: string, claims: readonly SourceClaim[]): Grounding;
  /** Whether a text holds a link, or words of the profile or the prompt. */
  isForeign(text: string): boolean;
  /** Looks up a reader's proofs (rule 8.11); null where nobody read. */
  judge(
    text: string,
    grounding: Grounding,
    checks: readonly DraftCheck[],
    answer: ReaderAnswer | null,
  ): { qualityScore: number; analysis: CommentAnalysis };
}

interface Own {
  profile: PromptProfile | null;
  /** What the prompt says by itself. */
  instructions: string;
}

const longestText = 10_000;

export function createLookups(given: Given, { profile, instructions }: Own): Lookups {
  const texts = textsOf(given);
  const facts = createFactSearch(given, texts);
  const copied = copiedRuns(profile, instructions);
  const isForeign = (text: string) => findLink(text) !== null || repeatsRun(text, copied);
  /** Quotes that no draft may hold are not shown; what they say about the sentence stays. */
  const withheld = (source: SentenceSource): SentenceSource =>
    source.quote !== null && isForeign(source.quote) ? { ...source, quote: null } : source;

  return {
    isForeign,

    check: (text, earlierTexts) =>
      findHardFaults({
        text,
        earlierTexts,
        copied,
        avoidWords: profile?.avoidWords ?? null,
        unheldQuotations: facts.unheldQuotations(text),
      }),

    ground(text, claims) {
      const sentences = sentencesOf(text.slice(0, longestText));
      const claimed = claimsBySentence(sentences, claims);
      return {
        sentences: sentences.map((sentence, index) => {
          const found = groundSentence(sentence, claimed[index] ?? [], { texts, facts });
          return { ...found, source: found.source && withheld(found.source) };
        }),
        cannotCheck: isBare(given),
        alreadySaid: null,
      };
    },

    judge: (text, grounding, checks, answer) =>
      judgeText({ text, grounding, checks, answer, given, texts, isForeign, withheld }),
  };
}

function groundSentence(
  sentence: string,
  claims: readonly SourceClaim[],
  { texts, facts }: { texts: readonly GivenText[]; facts: FactSearch },
): GroundedSentence {
  const named = claims.filter(({ kind }) => kind !== 'none' && kind !== 'own_knowledge');
  const passage = named.reduce<Passage | null>(
    (found, { quote, kind }) => found ?? findQuote(texts, quote, kind),
    null,
  );
  const looked = facts.factsIn(sentence, { passage, isNamed: named.length > 0 });
  const unsupported = [...new Set(looked.filter((fact) => fact.passage === null).map(({ text }) => text))];
  return { text: sentence, source: sourceOf(), unsupported };

  function sourceOf(): SentenceSource | null {
    if (passage) return shown(passage);
    if (named.length > 0) return null;
    if (claims.some(({ kind }) => kind === 'own_knowledge'))
      return { kind: 'own_knowledge', quote: null, at: null };
    // What it says can be looked up, so where it stands is shown.
    const fact = unsupported.length === 0 ? looked.find(({ kind }) => kind !== 'month')?.passage : null;
    return fact ? shown(lineAt(fact.of, fact.from, fact.to)) : { kind: 'none', quote: null, at: null };
  }
}

const most = { claims: 30, characters: 2000 };
const sameSentence = 0.6;

/** Gives each sentence the claims made for it: a model may quote its own sentences loosely, or split them otherwise. */
function claimsBySentence(sentences: readonly string[], claims: readonly SourceClaim[]): SourceClaim[][] {
  const told = claims.slice(0, most.claims).map((claim) => ({
    claim: { ...claim, quote: claim.quote.slice(0, most.characters) },
    text: comparable(claim.sentence.slice(0, most.characters)),
  }));
  return sentences.map((sentence) => {
    const text = comparable(sentence);
    return told.filter((each) => each.text !== '' && areSame(text, each.text)).map(({ claim }) => claim);
  });
}

function areSame(a: string, b: string): boolean {
  if (a.includes(b) || b.includes(a)) return true;
  const [shorter, longer] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  return shorter >= longer * (sameSentence / 2) && similarity(a, b) >= sameSentence;
}
