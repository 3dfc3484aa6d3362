import type {
  CommentAnalysis,
  DraftCheck,
  GroundedSentence,
  Grounding,
  Reading,
  SentenceSource,
} from '#shared/contracts/comment-detail.ts';
import type { Chapter, TopComment } from '#shared/contracts/drafts.ts';
import type {
  OwnComment,
  PromptProfile,
  ReaderAnswer,
  SourceClaim,
} from '../../providers/language-model/language-model.ts';
import { createFactSearch, type FactSearch } from '../../text/facts.rules.ts';
import { findLink } from '../../text/links.rules.ts';
import {
  comparable,
  findQuote,
  type GivenText,
  givenText,
  lineAt,
  type Passage,
  shown,
  spokenText,
  type Transcript,
} from '../../text/transcript.rules.ts';
import { sentencesOf } from '../../text/words.rules.ts';
import { type CheckedText, copiedRuns, findHardFaults, repeatsRun } from './checks.rules.ts';

/** Everything a draft may speak about, and all that it is looked up in. */
export interface Given {
  title: string;
  channelTitle: string;
  topics: readonly string[];
  description: string | null;
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  /** The texts of the thread that is answered in. */
  thread: readonly { author: string; text: string }[];
  transcript: Transcript | null;
  notes: string | null;
  point: string | null;
  /** What the voice profile tells of the person. */
  profile: readonly string[];
  ownComments: readonly OwnComment[];
}

/** Whether there is nothing but title, channel and topics to speak about. */
const isBare = ({ description, chapters, comments, thread, transcript, notes, point }: Given): boolean =>
  !description?.trim() &&
  chapters.length + comments.length + thread.length + (transcript?.lines.length ?? 0) === 0 &&
  !notes?.trim() &&
  !point?.trim();

/** The person's own come first: where two texts hold a quote, the first is its source. Title and topics stand with the description. */
function textsOf(given: Given): GivenText[] {
  const { point, notes, description, chapters, comments, thread, transcript, profile, ownComments } = given;
  const head = [given.title, given.channelTitle, ...given.topics];
  const texts = [
    givenText('point', point ?? ''),
    givenText('notes', notes ?? ''),
    ...chapters.map(({ at, title }) => givenText('chapter', title, at)),
    givenText('description', description ?? ''),
    ...(transcript ? [spokenText(transcript)] : []),
    ...comments.map((each) => givenText('comment', each.text)),
    ...thread.map((each) => givenText('comment', each.text)),
    ...ownComments.map(({ text: own, at, videoTitle }) => ({
      ...givenText('own_comment', own),
      comment: { at: at.toISOString(), videoTitle },
    })),
    ...profile.map((told) => givenText('profile', told)),
    givenText('description', head.join('\n')),
  ];
  return texts.filter((each) => each.text.trim() !== '');
}

interface Judged {
  text: string;
  grounding: Grounding;
  checks: readonly DraftCheck[];
  answer: ReaderAnswer | null;
  given: Given;
  texts: readonly GivenText[];
  isForeign: (text: string) => boolean;
  withheld: (source: SentenceSource) => SentenceSource;
}

/** Where nobody read: so many points, and so many fewer for each mark. */
const unread = { score: 60, perMark: 20 };
const caps = { contradicted: 30, alreadySaid: 30, hardFault: 40, noWordsFor: 50, notGiven: 60 };
/** Fewer letters stand in any text. */
const leastWords = 12;
const leastUnspaced = 6;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** The reader's number after its proofs were looked up: each that is there caps it (rule 8.11). */
function judgeText(judged: Judged): { qualityScore: number; analysis: CommentAnalysis } {
  const { text, grounding, checks, answer } = judged;
  const platformCompliance = checks.every(({ passed }) => passed);
  const { sentences, cannotCheck } = grounding;
  const base = { platformCompliance, checks: [...checks], scoreParts: [], sentences, cannotCheck };
  const faultCap = platformCompliance ? 100 : caps.hardFault;
  if (!answer) {
    const marks = sentences.flatMap(({ unsupported }) => unsupported).length;
    const score = Math.min(faultCap, Math.max(0, unread.score - unread.perMark * marks));
    const nothing = { engagementPotential: '', technicalAccuracy: '', tone: '' };
    return { qualityScore: score, analysis: { ...nothing, ...base, alreadySaid: null, reading: null } };
  }
  const wrong = provedWrong(judged, answer);
  const alreadySaid = saidAlready(judged, answer);
  const against = heldIn(text, answer.against);
  const wordsFor = provedFor(judged, answer, wrong);
  const score = Math.min(
    answer.signs,
    faultCap,
    wrong.some(({ passage }) => passage !== null) ? caps.contradicted : 100,
    wrong.some(({ passage }) => passage === null) ? caps.notGiven : 100,
    alreadySaid ? caps.alreadySaid : 100,
    wordsFor === null ? caps.noWordsFor : 100,
  );
  const { engagementPotential, technicalAccuracy, tone } = answer;
  return {
    qualityScore: score,
    analysis: {
      engagementPotential,
      technicalAccuracy,
      tone,
      ...base,
      alreadySaid,
      reading: { text, for: wordsFor, against, wrong },
    },
  };
}

/** A sentence that is not the comment's, or a passage that stands nowhere, drops the claim. */
function provedWrong({ grounding, texts, withheld }: Judged, answer: ReaderAnswer): Reading['wrong'] {
  const proved = answer.wrong.flatMap(({ sentence, passage }): Reading['wrong'] => {
    const wanted = comparable(sentence);
    const meant = grounding.sentences.find(({ text }) => {
      const own = comparable(text);
      return wanted !== '' && (own.includes(wanted) || wanted.includes(own));
    });
    // What the person knows themselves is theirs.
    if (!meant || (passage === null && meant.source?.kind === 'person')) return [];
    if (passage === null) return [{ sentence: meant.text, passage: null }];
    const found = findQuote(texts, passage);
    return found ? [{ sentence: meant.text, passage: withheld(shown(found)) }] : [];
  });
  return proved.filter(
    ({ sentence }, index) => proved.findIndex((each) => each.sentence === sentence) === index,
  );
}

/** Comments with a link are never shown. An answer takes up the words that it answers. */
function saidAlready({ given, isForeign }: Judged, { alreadySaid }: ReaderAnswer): Grounding['alreadySaid'] {
  if (!alreadySaid) return null;
  const words = comparable(alreadySaid.words);
  if (!isTelling(words)) return null;
  const found = given.comments.find(({ text }) => comparable(text).includes(words));
  return found && !isForeign(found.text) ? { author: found.author, text: found.text } : null;
}

const isTelling = (words: string) => words.length >= (unspaced.test(words) ? leastUnspaced : leastWords);

const heldIn = (text: string, words: string | null): string | null =>
  words !== null && comparable(words) !== '' && comparable(text).includes(comparable(words)) ? words : null;

/** In one sentence that carries no mark, other than what speaks against it, and not the number itself. */
function provedFor(
  { grounding }: Judged,
  { for: words, against, signs }: ReaderAnswer,
  wrong: Reading['wrong'],
): string | null {
  if (words === null || !isTelling(comparable(words))) return null;
  if (against !== null && comparable(words) === comparable(against)) return null;
  if (new RegExp(`(?<!\\d)${signs}(?!\\d)`, 'u').test(words)) return null;
  const isSound = grounding.sentences.some(
    ({ text, unsupported }) =>
      unsupported.length === 0 &&
      !wrong.some(({ sentence }) => sentence === text) &&
      heldIn(text, words) !== null,
  );
  return isSound ? words : null;
}

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
  const facts = createFactSearch(texts);
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
  const looked = facts.factsIn(sentence, named.length > 0);
  const unsupported = [...new Set(looked.filter((fact) => fact.passage === null).map(({ text }) => text))];
  return { text: sentence, source: sourceOf(), unsupported };

  function sourceOf(): SentenceSource | null {
    if (passage) return shown(passage);
    if (named.length > 0) return null;
    if (claims.some(({ kind }) => kind === 'own_knowledge'))
      return { kind: 'own_knowledge', quote: null, at: null };
    // What it says can be looked up, so where it stands is shown.
    const fact = unsupported.length === 0 ? looked[0]?.passage : null;
    return fact ? shown(lineAt(fact.of, fact.from, fact.to)) : { kind: 'none', quote: null, at: null };
  }
}

const most = { claims: 30, characters: 2000 };

/** Gives each sentence the claims made for it: a model may split its sentences otherwise. */
function claimsBySentence(sentences: readonly string[], claims: readonly SourceClaim[]): SourceClaim[][] {
  const told = claims.slice(0, most.claims).map((claim) => ({
    claim: { ...claim, quote: claim.quote.slice(0, most.characters) },
    text: comparable(claim.sentence.slice(0, most.characters)),
  }));
  return sentences.map((sentence) => {
    const text = comparable(sentence);
    const isSame = (other: string) => other !== '' && (text.includes(other) || other.includes(text));
    return told.filter((each) => isSame(each.text)).map(({ claim }) => claim);
  });
}
