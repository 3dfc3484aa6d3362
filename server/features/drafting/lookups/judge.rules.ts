import type { CommentAnalysis, DraftCheck } from '#shared/contracts/comment-analysis.ts';
import type { Grounding, SentenceSource } from '#shared/contracts/grounding.ts';
import type { Reading } from '#shared/contracts/reading.ts';
import type { ReaderAnswer } from '../../../providers/language-model/language-model.ts';
import { comparable, findQuote, type GivenText, shown } from '../../../text/passages.rules.ts';
import type { Given } from '../material/given.ts';

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
export function judgeText(judged: Judged): { qualityScore: number; analysis: CommentAnalysis } {
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
