import type { SourceKind } from '#shared/contracts/grounding.ts';
import { type Folded, folded } from '../../../text/folded.rules.ts';
import { lastAtMost } from '../../../text/last-at-most.rules.ts';
import { type PlacedWords, placedWords } from '../../../text/placed-words.rules.ts';
import type { Material, Transcript } from './material.ts';

/** A text of the material, ready to be searched. */
export interface Part {
  kind: SourceKind;
  text: string;
  folded: Folded;
  /** Read when first asked for: few sentences need it. */
  words(): PlacedWords;
  /** Whether it is the person's own: what it holds may be said anywhere. */
  isOwn: boolean;
  /** Who wrote a comment. */
  author: string | null;
  /** Returns the seconds into the video of a place in the text; null without times. */
  timeOf(place: number): number | null;
}

const untimed = () => null;

function part(
  kind: SourceKind,
  text: string,
  { timeOf = untimed, author = null }: Partial<Pick<Part, 'timeOf' | 'author'>> = {},
): Part {
  const isOwn = kind === 'point' || kind === 'notes' || kind === 'profile';
  let words: PlacedWords | null = null;
  return {
    kind,
    text,
    folded: folded(text),
    words: () => {
      words ??= placedWords(text);
      return words;
    },
    isOwn,
    author,
    timeOf,
  };
}

/** The person's own come first: where two parts hold a quote, the first is its source. */
export function partsOf(material: Material): Part[] {
  const { point, notes, description, chapters, comments, transcript, profile } = material;
  const parts = [
    part('point', point ?? ''),
    part('notes', notes ?? ''),
    ...chapters.map(({ at, title }) => part('chapter', title, { timeOf: () => at })),
    part('description', description ?? ''),
    ...(transcript ? [transcriptPart(transcript)] : []),
    ...comments.map(({ author, text }) => part('comment', text, { author })),
    ...profile.map((text) => part('profile', text)),
  ];
  return parts.filter(({ text }) => text.trim() !== '');
}

/** The spoken words, in one text: a sentence goes over several lines. */
const transcriptText = ({ lines }: Transcript): string => lines.map(({ text }) => text).join(' ');

function transcriptPart(transcript: Transcript): Part {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of transcript.lines) {
    starts.push(length);
    length += text.length + 1;
  }
  const timeOf = (place: number) => transcript.lines[lastAtMost(starts, place)]?.at ?? null;
  return part('transcript', transcriptText(transcript), { timeOf });
}
