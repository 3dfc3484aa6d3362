import type { SentenceSource, SourceKind } from '#shared/contracts/comment-detail.ts';
import type { Transcript } from './transcript.rules.ts';
import { type Folded, folded, lastAtMost } from './words.rules.ts';

/** One text of what was given, ready to be searched. */
export interface GivenText {
  kind: SourceKind;
  text: string;
  folded: Folded;
  /** Returns the seconds into the video of a place in the text; null without times. */
  timeOf(place: number): number | null;
  /** Which of the person's own comments it is. */
  comment?: SentenceSource['comment'];
}

/** A passage, letter for letter. */
export interface Passage {
  of: GivenText;
  from: number;
  to: number;
}

export function givenText(
  kind: SourceKind,
  written: string,
  timeOf: GivenText['timeOf'] = () => null,
): GivenText {
  // Of the same form as what is looked up in it.
  const plain = written.normalize('NFKC');
  return { kind, text: plain, folded: folded(plain), timeOf };
}

/** In one text, as a sentence goes over several lines. */
export function spokenText({ lines }: Transcript): GivenText {
  const starts: number[] = [];
  let length = 0;
  const said = lines.map((line) => {
    const plain = line.text.normalize('NFKC');
    starts.push(length);
    length += plain.length + 1;
    return plain;
  });
  return givenText('transcript', said.join(' '), (place) => lines[lastAtMost(starts, place)]?.at ?? null);
}

const marks = /^["“„«'‘「『\s…]+|["”“»'’」』\s….,;:。]+$/gu;
/** A model leaves words out of a quote, or copies the time marks of its prompt. */
const breaks = /\[(?:…|\.{3}|[\d:]+)\]|…|\.{3}/u;
/** Shorter ones stand somewhere in any long text; a text as short may be quoted whole. */
const leastLetters = 8;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const leastUnspaced = 4;

/**
 * Finds a quote letter for letter; only Unicode's forms, case, white space, quotation marks and dashes may differ. Looks
 * in texts of the named kind first. As a whole, else the longest piece between two omissions.
 */
export function findQuote(texts: readonly GivenText[], quote: string, kind?: SourceKind): Passage | null {
  const inOrder =
    kind === undefined
      ? texts
      : [...texts.filter((each) => each.kind === kind), ...texts.filter((each) => each.kind !== kind)];
  const pieces = quote.split(breaks).sort((a, b) => b.length - a.length);
  for (const piece of new Set([quote, ...pieces])) {
    const wanted = comparable(piece);
    const least = unspaced.test(wanted) ? leastUnspaced : leastLetters;
    for (const each of wanted === '' ? [] : inOrder) {
      if (wanted.length < Math.min(least, comparable(each.text).length)) continue;
      const at = each.folded.text.indexOf(wanted);
      if (at === -1) continue;
      const from = each.folded.placeOf(at);
      return { of: each, from, to: each.folded.placeOf(at + wanted.length - 1) + 1 };
    }
  }
  return null;
}

/** The letters that a comparison looks at. */
export const comparable = (text: string): string =>
  folded(text.normalize('NFKC').trim().replace(marks, '')).text.trim();

export const shown = ({ of, from, to }: Passage): SentenceSource => ({
  kind: of.kind,
  quote: of.text.slice(from, to),
  at: of.timeOf(from),
  ...(of.comment && { comment: of.comment }),
});

const mostAround = 160;

/** Returns the sentence or line that holds a place, shortened where it is long. */
export function lineAt(of: GivenText, from: number, to: number): Passage {
  const ends = /[\n.!?。！？]/u;
  let [begin, end] = [from, to];
  while (begin > 0 && from - begin < mostAround / 2 && !ends.test(of.text.charAt(begin - 1))) begin -= 1;
  while (end < of.text.length && end - to < mostAround / 2 && !ends.test(of.text.charAt(end))) end += 1;
  while (begin < from && /\s/.test(of.text.charAt(begin))) begin += 1;
  return { of, from: begin, to: end };
}
