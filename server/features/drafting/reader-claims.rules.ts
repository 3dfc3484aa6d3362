import type {
  GroundedSentence,
  Grounding,
  Reading,
  SourceKind,
} from '#shared/contracts/comment-detail.ts';
import type { TopComment } from '#shared/contracts/drafts.ts';
import {
  comparable,
  findQuote,
  type GivenText,
  shown,
} from '../../text/transcript.rules.ts';
import { folded, plainText, spacedLetter, unspaced } from '../../text/words.rules.ts';
import { withheld } from './grounding.rules.ts';
import type { ReaderAnswer } from './prompts/requests.ts';

/** Where the reader's claims are looked up. */
export interface Searched {
  texts: readonly GivenText[];
  /**
   * The video's top comments. The thread is not searched: an answer may repeat words of
   * the reply.
   */
  comments: readonly TopComment[];
  /**
   * Returns true if a text contains a link, or copies words from the profile or the
   * prompt.
   */
  isForeign(text: string): boolean;
}

/** Shorter quotes could be found in almost any text. */
const leastLetters = (words: string) => (unspaced.test(words) ? 6 : 12);
const isTelling = (words: string) => comparable(words).length >= leastLetters(words);

/**
 * Returns true if the words occur in the text. Ignores case, formatting and punctuation
 * around the words.
 */
export const holds = (text: string, words: string): boolean =>
  comparable(words) !== '' && comparable(text).includes(comparable(words));

/**
 * Returns the reader's claims that hold. Drops claims about sentences that are not in the
 * comment and claims whose passage was not found. "Nothing given says this" only counts
 * for the video and the owner, since general knowledge need not be given.
 */
export function provedWrong(
  sentences: readonly GroundedSentence[],
  { wrong }: ReaderAnswer,
  { texts, isForeign }: Searched,
): Reading['wrong'] {
  const proved = new Map<string, Reading['wrong'][number]>();
  for (const { sentence, about, passage } of wrong) {
    const meant = sentences.find(
      ({ text }) => holds(text, sentence) || holds(sentence, text),
    );
    const found = passage === null ? null : findQuote(texts, passage);
    // The owner vouches for sentences that they confirmed.
    const isUnsaid =
      passage === null && about !== 'other' && meant?.source?.kind !== 'person';
    if (!meant || (!found && !isUnsaid) || proved.has(meant.text)) continue;
    proved.set(meant.text, {
      sentence: meant.text,
      passage: found && withheld(shown(found), isForeign),
    });
  }
  return [...proved.values()];
}

/**
 * Returns the top comment that, as the reader claims, says the same. Comments with a link
 * are never shown.
 */
export function saidAlready(
  { alreadySaid }: ReaderAnswer,
  { comments, isForeign }: Searched,
): Grounding['alreadySaid'] {
  if (!alreadySaid || !isTelling(alreadySaid.words)) return null;
  const found = comments.find(({ text }) => holds(text, alreadySaid.words));
  return found && !isForeign(found.text)
    ? { author: found.author, text: found.text }
    : null;
}

const ownersTexts: readonly SourceKind[] = ['point', 'notes', 'profile', 'own_comment'];

/**
 * Returns true if the words repeat a figure or name that was not found, in a sentence
 * that names the owner's texts as its source or says it needs none. A question may name
 * any figure.
 */
function repeatsUntold(
  words: string,
  { text, source, unsupported }: GroundedSentence,
): boolean {
  if (!source || !unsupported.some((mark) => holds(words, mark))) return false;
  if (source.kind === 'none') return !/[?？]["”»」]?$/u.test(text);
  return ownersTexts.includes(source.kind);
}

/**
 * Returns the words that speak for the comment if they stand in it as whole words, also
 * across sentences. Returns null if they are the whole comment or the words against it,
 * and if they touch a wrong sentence or one with an unsupported fact as in
 * `repeatsUntold`. Other unsupported facts are for the owner to confirm and lower
 * nothing.
 */
export function provedFor(
  text: string,
  sentences: Grounding['sentences'],
  { for: words, against }: ReaderAnswer,
  wrong: Reading['wrong'],
): string | null {
  if (words === null || !isTelling(words)) return null;
  if (against !== null && comparable(words) === comparable(against)) return null;
  if (sentences.length > 1 && comparable(words) === comparable(text)) return null;
  const isUnsound = (sentence: GroundedSentence) =>
    wrong.some((each) => each.sentence === sentence.text) ||
    repeatsUntold(words, sentence);
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

/**
 * Finds the places in a folded text where `wanted` begins and ends at word boundaries.
 */
function placesOfWords(whole: string, wanted: string): Place[] {
  const isInWord = (at: number) =>
    wordLetter.test(whole.charAt(at - 1)) && wordLetter.test(whole.charAt(at));
  const places: Place[] = [];
  for (
    let from = whole.indexOf(wanted);
    from !== -1;
    from = whole.indexOf(wanted, from + 1)
  ) {
    const to = from + wanted.length;
    if (!isInWord(from) && !isInWord(to)) places.push({ from, to });
  }
  return places;
}

function sentencesAt(
  whole: string,
  sentences: readonly GroundedSentence[],
  { from, to }: Place,
) {
  let end = 0;
  return sentences.filter((sentence) => {
    const own = folded(plainText(sentence.text));
    const begin = whole.indexOf(own, end);
    if (begin === -1) return false;
    end = begin + own.length;
    return begin < to && end > from;
  });
}
