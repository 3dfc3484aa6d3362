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
import type {
  OwnComment,
  PromptProfile,
  ReaderAnswer,
  SourceClaim,
} from '../../providers/language-model/language-model.ts';
import { createFactSearch, type FactSearch } from '../../text/facts.rules.ts';
import { findLink } from '../../text/links.rules.ts';
import { capitalisesNouns } from '../../text/numbers.rules.ts';
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
import {
  type CheckedText,
  checkLikeness,
  copiedRuns,
  findHardFaults,
  isWarning,
  repeatsRun,
} from './checks.rules.ts';

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

/** Where nobody read: so many points, and so many fewer for each mark. */
const unread = { score: 60, perMark: 20 };
const caps = { contradicted: 30, alreadySaid: 30, hardFault: 40, noWordsFor: 50, notGiven: 60 };
/** Fewer letters stand in any text. */
const leastLetters = (words: string) => (unspaced.test(words) ? 6 : 12);
const isTelling = (words: string) => comparable(words).length >= leastLetters(words);

const holds = (text: string, words: string): boolean =>
  comparable(words) !== '' && comparable(text).includes(comparable(words));

const longestText = 10_000;

/** `instructions` are what the prompt says by itself. */
export function createLookups(given: Given, own: { profile: PromptProfile | null; instructions: string }) {
  const { profile, instructions } = own;
  const texts = textsOf(given);
  const facts = createFactSearch(texts);
  const copied = copiedRuns(profile, instructions);
  /** Whether a text holds a link, or words of the profile or the prompt. */
  const isForeign = (text: string) => findLink(text) !== null || repeatsRun(text, copied);
  /** Quotes that no draft may hold are not shown; what they say about the sentence stays. */
  const withheld = (source: SentenceSource): SentenceSource =>
    source.quote !== null && isForeign(source.quote) ? { ...source, quote: null } : source;

  /**
   * Drops a claim about a sentence that is not in the comment, a claim whose passage stands nowhere, and "nothing given
   * says this" about anything but the video and the owner: own knowledge of the field need not be given.
   */
  function provedWrong({ sentences }: Grounding, { wrong }: ReaderAnswer): Reading['wrong'] {
    const proved = new Map<string, Reading['wrong'][number]>();
    for (const { sentence, about, passage } of wrong) {
      const meant = sentences.find(({ text }) => holds(text, sentence) || holds(sentence, text));
      const found = passage === null ? null : findQuote(texts, passage);
      // What the owner confirmed is theirs.
      const isUnsaid = passage === null && about !== 'other' && meant?.source?.kind !== 'person';
      if (!meant || (!found && !isUnsaid) || proved.has(meant.text)) continue;
      proved.set(meant.text, { sentence: meant.text, passage: found && withheld(shown(found)) });
    }
    return [...proved.values()];
  }

  /** Comments with a link are never shown. An answer takes up the words that it answers. */
  function saidAlready({ alreadySaid }: ReaderAnswer): Grounding['alreadySaid'] {
    if (!alreadySaid || !isTelling(alreadySaid.words)) return null;
    const found = given.comments.find(({ text }) => holds(text, alreadySaid.words));
    return found && !isForeign(found.text) ? { author: found.author, text: found.text } : null;
  }

  return {
    isForeign,

    /** Hard faults, and the likeness to the last of `ownTexts`, newest first (rule 8.10). */
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

    /** Sources and facts, sentence by sentence (rule 8.9). */
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

    /** The reader's number after its proofs were looked up: each that is there caps it (rule 8.11); null where nobody read. */
    judge(
      text: string,
      { sentences, cannotCheck }: Grounding,
      checks: readonly DraftCheck[],
      answer: ReaderAnswer | null,
    ): { qualityScore: number; analysis: CommentAnalysis } {
      const platformCompliance = checks.every((check) => check.passed || isWarning(check));
      const base = { platformCompliance, checks: [...checks], scoreParts: [], sentences, cannotCheck };
      // Words in quotation marks may be an example of the owner's, not somebody's: the reader says where they are wrong.
      const isFault = (check: DraftCheck) =>
        !check.passed && !isWarning(check) && (check.name !== 'quotation' || answer === null);
      const faultCap = checks.some(isFault) ? caps.hardFault : 100;
      if (!answer) {
        const marks = sentences.flatMap(({ unsupported }) => unsupported).length;
        const score = Math.min(faultCap, Math.max(0, unread.score - unread.perMark * marks));
        const nothing = { engagementPotential: '', technicalAccuracy: '', tone: '' };
        return { qualityScore: score, analysis: { ...nothing, ...base, alreadySaid: null, reading: null } };
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

/** What the owner wrote or told themselves. */
const ownersTexts: readonly SourceKind[] = ['point', 'notes', 'profile', 'own_comment'];

/**
 * Whether the words repeat a marked figure or name that nobody can stand for: the writer says that the owner told it, or
 * that the sentence needs no source. A question may name any figure.
 */
function repeatsUntold(words: string, { text, source, unsupported }: GroundedSentence): boolean {
  if (!source || !unsupported.some((mark) => holds(words, mark))) return false;
  if (source.kind === 'none') return !/[?？]["”»」]?$/u.test(text);
  return ownersTexts.includes(source.kind);
}

/**
 * Returns the words that speak for the comment if they stand in it as whole words, over one sentence or more. Null where
 * they are all of it or the words against it, and where they touch a wrong sentence or repeat what nobody can stand for.
 * Any other mark is for the owner to confirm and takes nothing off.
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

/** Finds where words stand in a folded text, without cutting a word of it at either end. */
function placesOfWords(whole: string, wanted: string): Place[] {
  const isInWord = (at: number) => wordLetter.test(whole.charAt(at - 1)) && wordLetter.test(whole.charAt(at));
  const places: Place[] = [];
  for (let from = whole.indexOf(wanted); from !== -1; from = whole.indexOf(wanted, from + 1)) {
    const to = from + wanted.length;
    if (!isInWord(from) && !isInWord(to)) places.push({ from, to });
  }
  return places;
}

/** Returns the sentences that a place of the folded text touches. */
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
