import { segmentsOf, sentencesOf, wordsOf } from './words.rules.ts';

/** How many words make an opening or a closing. */
const edgeWords = 4;
/** How many of the newest comments are compared: readers have forgotten older ones. */
export const recentComments = 20;
/** Readers notice a pattern when this many comments in a row have the same form. */
const alikeInARow = 5;
/** Two lengths are alike if they differ by no more than this share. */
const lengthShare = 0.1;

type Edge = 'opening' | 'closing';

interface EdgeWords {
  /** In lower case, for comparison. */
  words: string;
  /** As written. A closing includes the punctuation after its last word. */
  shown: string;
}

/** Returns the first or last four words of a text, or null if it has fewer. */
function edgeOf(text: string, edge: Edge): EdgeWords | null {
  const written = text.normalize('NFKC');
  const all = segmentsOf(written, 'word').filter(({ isWordLike }) => isWordLike);
  const four = edge === 'opening' ? all.slice(0, edgeWords) : all.slice(-edgeWords);
  const [first] = four;
  const last = four.at(-1);
  if (!first || !last || four.length < edgeWords) return null;
  const shown = written.slice(
    first.index,
    edge === 'closing' ? undefined : last.index + last.segment.length,
  );
  return {
    words: four.map(({ segment }) => segment.toLowerCase()).join(' '),
    shown: shown.replace(/\s+/g, ' ').trim(),
  };
}

export const hasSameOpening = (text: string, other: string): boolean =>
  hasSame('opening', text, other);

function hasSame(edge: Edge, text: string, other: string): boolean {
  const own = edgeOf(text, edge);
  return own !== null && own.words === edgeOf(other, edge)?.words;
}

/**
 * Returns the distinct openings or closings of the newest comments, up to
 * `mostCharacters` in total.
 */
export function usedEdges(
  ownTexts: readonly string[],
  edge: Edge,
  mostCharacters: number,
): string[] {
  const used = new Map<string, string>();
  let characters = 0;
  for (const text of ownTexts.slice(0, recentComments)) {
    const found = edgeOf(text, edge);
    if (!found || used.has(found.words)) continue;
    characters += found.shown.length;
    if (characters > mostCharacters) break;
    used.set(found.words, found.shown);
  }
  return [...used.values()];
}

const asks = (sentence: string) => /[?？؟]["'”’»」』)）\s]*$/u.test(sentence);

/** Null for a plain statement: readers do not notice that form. */
type Form = 'a question' | 'a number' | null;

function openingForm(text: string): Form {
  const [first = ''] = sentencesOf(text);
  if (asks(first)) return 'a question';
  const begin = wordsOf(first).slice(0, edgeWords);
  return begin.some((word) => /\p{N}/u.test(word)) ? 'a number' : null;
}

const closingForm = (text: string): Form =>
  asks(sentencesOf(text).at(-1) ?? '') ? 'a question' : null;

/**
 * Returns a sentence for each similarity between a text and the owner's last
 * comments, in opening, closing and length. Expects `ownTexts` newest first.
 */
export function likenesses(text: string, ownTexts: readonly string[]): string[] {
  const recent = ownTexts.slice(0, recentComments);
  const newest = recent.slice(0, alikeInARow);
  const isRow = newest.length === alikeInARow;
  const found: string[] = [];

  const begins = openingForm(text);
  if (recent.some((own) => hasSame('opening', text, own)))
    found.push(
      `A recent comment of yours begins with “${edgeOf(text, 'opening')?.shown}” too.`,
    );
  if (isRow && begins !== null && newest.every((own) => openingForm(own) === begins))
    found.push(`Your last ${alikeInARow} comments begin with ${begins} too.`);

  const ends = closingForm(text);
  if (recent.some((own) => hasSame('closing', text, own)))
    found.push(
      `A recent comment of yours ends with “${edgeOf(text, 'closing')?.shown}” too.`,
    );
  if (isRow && ends !== null && newest.every((own) => closingForm(own) === ends))
    found.push(`Your last ${alikeInARow} comments end with ${ends} too.`);

  const isAsLong = ({ length }: string) =>
    Math.abs(length - text.length) <= text.length * lengthShare;
  if (isRow && newest.every(isAsLong))
    found.push(`Your last ${alikeInARow} comments are about as long as this one.`);
  return found;
}
