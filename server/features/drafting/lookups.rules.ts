import type {
  CommentAnalysis,
  DraftCheck,
  GroundedSentence,
  Grounding,
  Reading,
  SentenceSource,
  SourceKind,
} from '#shared/contracts/comment-detail.ts';
import type { Chapter, TopComment } from '#shared/contracts/drafts.ts';
import { createFactSearch, type FactSearch } from '../../text/facts.rules.ts';
import { findLink } from '../../text/links.rules.ts';
import { repeatsOne } from '../../text/model-text.rules.ts';
import { capitalisesNouns } from '../../text/names.rules.ts';
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
import { folded, plainText, sentencesOf, spacedLetter, unspaced } from '../../text/words.rules.ts';
import type { OwnComment } from '../voice/own-comments.rules.ts';
import {
  type CheckedText,
  checkLikeness,
  copiedRuns,
  findHardFaults,
  isWarning,
  repeatsRun,
} from './checks.rules.ts';
import type { PromptProfile, ReaderAnswer, SourceClaim } from './prompts/requests.ts';

/** The material of a draft, in which its sources and facts are looked up. */
export interface Material {
  title: string;
  channelTitle: string;
  topics: readonly string[];
  description: string | null;
  chapters: readonly Chapter[];
  comments: readonly TopComment[];
  thread: readonly { author: string; text: string }[];
  transcript: Transcript | null;
  notes: string | null;
  point: string | null;
  profile: readonly string[];
  ownComments: readonly OwnComment[];
}

/** Returns true if the material has nothing but title, channel and topics. */
const isBare = ({ description, chapters, comments, thread, transcript, notes, point }: Material): boolean =>
  !description?.trim() &&
  chapters.length + comments.length + thread.length + (transcript?.lines.length ?? 0) === 0 &&
  !notes?.trim() &&
  !point?.trim();

/**
 * Returns the texts to search, the owner's own first: the first text with a quote is its source. Title,
 * channel and topics count as description.
 */
function textsOf(given: Material): GivenText[] {
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

/** The score of a draft that was not read, and how many points each unsupported fact takes off. */
const unread = { score: 60, perMark: 20 };
const caps = { contradicted: 30, alreadySaid: 30, hardFault: 40, noWordsFor: 50, notGiven: 60 };
/** Shorter quotes could be found in almost any text. */
const leastLetters = (words: string) => (unspaced.test(words) ? 6 : 12);
const isTelling = (words: string) => comparable(words).length >= leastLetters(words);

const holds = (text: string, words: string): boolean =>
  comparable(words) !== '' && comparable(text).includes(comparable(words));

const longestText = 10_000;

/** `instructions` are the prompt's own instructions, which no draft may repeat. */
export function createLookups(given: Material, own: { profile: PromptProfile | null; instructions: string }) {
  const { profile, instructions } = own;
  const texts = textsOf(given);
  const facts = createFactSearch(texts);
  const copied = copiedRuns(profile, instructions);
  /** Returns true if a text contains a link, or copies words from the profile or the prompt. */
  const isForeign = (text: string) => findLink(text) !== null || repeatsRun(text, copied);
  /** Hides quotes that no draft may contain. The rest of the source stays. */
  const withheld = (source: SentenceSource): SentenceSource =>
    source.quote !== null && isForeign(source.quote) ? { ...source, quote: null } : source;

  /**
   * Returns the reader's claims that hold. Drops claims about sentences that are not in the comment and
   * claims whose passage was not found. "Nothing given says this" only counts for the video and the owner,
   * since general knowledge need not be given.
   */
  function provedWrong({ sentences }: Grounding, { wrong }: ReaderAnswer): Reading['wrong'] {
    const proved = new Map<string, Reading['wrong'][number]>();
    for (const { sentence, about, passage } of wrong) {
      const meant = sentences.find(({ text }) => holds(text, sentence) || holds(sentence, text));
      const found = passage === null ? null : findQuote(texts, passage);
      // The owner vouches for sentences that they confirmed.
      const isUnsaid = passage === null && about !== 'other' && meant?.source?.kind !== 'person';
      if (!meant || (!found && !isUnsaid) || proved.has(meant.text)) continue;
      proved.set(meant.text, { sentence: meant.text, passage: found && withheld(shown(found)) });
    }
    return [...proved.values()];
  }

  /**
   * Comments with a link are never shown. The thread is not searched: an answer may repeat words of the
   * reply.
   */
  function saidAlready({ alreadySaid }: ReaderAnswer): Grounding['alreadySaid'] {
    if (!alreadySaid || !isTelling(alreadySaid.words)) return null;
    const found = given.comments.find(({ text }) => holds(text, alreadySaid.words));
    return found && !isForeign(found.text) ? { author: found.author, text: found.text } : null;
  }

  return {
    isForeign,

    /**
     * Returns a top comment that says almost the same in the same words. Other words for the same thought
     * are only found by a reading.
     */
    saidInComments(text: string): Grounding['alreadySaid'] {
      const found = given.comments.find((comment) => repeatsOne(text, [comment.text]));
      return found && !isForeign(found.text) ? { author: found.author, text: found.text } : null;
    },

    /** Checks for hard faults and for likeness to the last of `ownTexts`, newest first (rule 8.10). */
    check(text: string, earlierTexts: readonly string[], ownTexts = earlierTexts): CheckedText {
      const { checks, corrections } = findHardFaults({
        text,
        earlierTexts,
        copied,
        avoidWords: profile?.avoidWords ?? null,
        unheldQuotations: facts.unheldQuotations(text.slice(0, longestText)),
      });
      return { checks: [...checks, ...checkLikeness(text, ownTexts)], corrections };
    },

    /** Looks up the sources and facts of each sentence (rule 8.9). */
    ground(text: string, claims: readonly SourceClaim[]): Grounding {
      const sentences = sentencesOf(text.slice(0, longestText));
      const claimed = claimsBySentence(sentences, claims);
      const isNounCapital = capitalisesNouns(text);
      return {
        sentences: sentences.map((sentence, index) => {
          const found = groundSentence(sentence, claimed[index] ?? [], { texts, facts, isNounCapital });
          return { ...found, source: found.source && withheld(found.source) };
        }),
        cannotCheck: isBare(given),
        alreadySaid: null,
      };
    },

    /**
     * Scores a comment with the reader's number, capped by each fault that is proved (rule 8.11). `answer` is
     * null if the comment was not read.
     */
    judge(
      text: string,
      { sentences, cannotCheck, alreadySaid: said }: Grounding,
      checks: readonly DraftCheck[],
      answer: ReaderAnswer | null,
    ): { qualityScore: number; analysis: CommentAnalysis } {
      const platformCompliance = checks.every((check) => check.passed || isWarning(check));
      const base = { platformCompliance, checks: [...checks], scoreParts: [], sentences, cannotCheck };
      // Quotation marks may hold the owner's own example. If the comment was read, the reader has judged it,
      // so the check does not count.
      const isFault = (check: DraftCheck) =>
        !check.passed && !isWarning(check) && (check.name !== 'quotation' || answer === null);
      const faultCap = checks.some(isFault) ? caps.hardFault : 100;
      if (!answer) {
        const marks = sentences.flatMap(({ unsupported }) => unsupported).length;
        const score = Math.min(faultCap, Math.max(0, unread.score - unread.perMark * marks));
        const nothing = { engagementPotential: '', technicalAccuracy: '', tone: '' };
        return { qualityScore: score, analysis: { ...nothing, ...base, alreadySaid: said, reading: null } };
      }
      const wrong = provedWrong({ sentences, cannotCheck, alreadySaid: null }, answer);
      const alreadySaid = saidAlready(answer);
      const { against, signs, engagementPotential, technicalAccuracy, tone } = answer;
      const wordsFor = provedFor(text, sentences, answer, wrong);
      const score = Math.min(
        signs,
        faultCap,
        wrong.some(({ passage }) => passage !== null) ? caps.contradicted : 100,
        wrong.some(({ passage }) => passage === null) ? caps.notGiven : 100,
        alreadySaid ? caps.alreadySaid : 100,
        wordsFor === null ? caps.noWordsFor : 100,
      );
      const reading = {
        text,
        for: wordsFor,
        against: against && holds(text, against) ? against : null,
        wrong,
      };
      return {
        qualityScore: score,
        analysis: { engagementPotential, technicalAccuracy, tone, ...base, alreadySaid, reading },
      };
    },
  };
}

export type Lookups = ReturnType<typeof createLookups>;

const ownersTexts: readonly SourceKind[] = ['point', 'notes', 'profile', 'own_comment'];

/**
 * Returns true if the words repeat a figure or name that was not found, in a sentence that names the owner's
 * texts as its source or says it needs none. A question may name any figure.
 */
function repeatsUntold(words: string, { text, source, unsupported }: GroundedSentence): boolean {
  if (!source || !unsupported.some((mark) => holds(words, mark))) return false;
  if (source.kind === 'none') return !/[?？]["”»」]?$/u.test(text);
  return ownersTexts.includes(source.kind);
}

/**
 * Returns the words that speak for the comment if they stand in it as whole words, also across sentences.
 * Returns null if they are the whole comment or the words against it, and if they touch a wrong sentence or
 * one with an unsupported fact as in `repeatsUntold`. Other unsupported facts are for the owner to confirm
 * and lower nothing.
 */
function provedFor(
  text: string,
  sentences: Grounding['sentences'],
  { for: words, against }: ReaderAnswer,
  wrong: Reading['wrong'],
): string | null {
  if (words === null || !isTelling(words)) return null;
  if (against !== null && comparable(words) === comparable(against)) return null;
  if (sentences.length > 1 && comparable(words) === comparable(text)) return null;
  const isUnsound = (sentence: GroundedSentence) =>
    wrong.some((each) => each.sentence === sentence.text) || repeatsUntold(words, sentence);
  const whole = folded(plainText(text));
  const isSound = placesOfWords(whole, comparable(words)).some(
    (place) => !sentencesAt(whole, sentences, place).some(isUnsound),
  );
  return isSound ? words : null;
}

interface Place {
  from: number;
  to: number;
}

const wordLetter = new RegExp(spacedLetter, 'v');

/** Finds the places in a folded text where `wanted` begins and ends at word boundaries. */
function placesOfWords(whole: string, wanted: string): Place[] {
  const isInWord = (at: number) => wordLetter.test(whole.charAt(at - 1)) && wordLetter.test(whole.charAt(at));
  const places: Place[] = [];
  for (let from = whole.indexOf(wanted); from !== -1; from = whole.indexOf(wanted, from + 1)) {
    const to = from + wanted.length;
    if (!isInWord(from) && !isInWord(to)) places.push({ from, to });
  }
  return places;
}

function sentencesAt(whole: string, sentences: readonly GroundedSentence[], { from, to }: Place) {
  let end = 0;
  return sentences.filter((sentence) => {
    const own = folded(plainText(sentence.text));
    const begin = whole.indexOf(own, end);
    if (begin === -1) return false;
    end = begin + own.length;
    return begin < to && end > from;
  });
}

interface Search {
  texts: readonly GivenText[];
  facts: FactSearch;
  /** Whether the draft's language capitalises all nouns. */
  isNounCapital: boolean;
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
  const unsupported = [...new Set(looked.filter((fact) => fact.passage === null).map(({ text }) => text))];
  return { text: sentence, source: sourceOf(), unsupported };

  function sourceOf(): SentenceSource | null {
    if (passage) return shown(passage);
    if (named.length > 0) return null;
    if (claims.some(({ kind }) => kind === 'own_knowledge'))
      return { kind: 'own_knowledge', quote: null, at: null };
    // The sentence names no source, but its facts were found, so the passage of the first one is shown.
    const fact = unsupported.length === 0 ? looked[0]?.passage : null;
    return fact ? shown(lineAt(fact.of, fact.from, fact.to)) : { kind: 'none', quote: null, at: null };
  }
}

const most = { claims: 30, characters: 2000 };

/** Matches claims to sentences by text, since a model may split sentences differently. */
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
