import { decodeHTMLStrict } from 'entities';
import type { SentenceSource, SourceKind } from '#shared/contracts/comment-detail.ts';
import { beginningOf, shortened } from '#shared/rules/cut-text.ts';
import { readCaptionFile } from './caption-files.rules.ts';
import { withoutUnknownSpeaker, withTimesFirst } from './meeting-lines.rules.ts';
import { panelLines, withGluedTimes } from './panel.rules.ts';
import {
  cueLines,
  isCueFile,
  isTimedText,
  type TranscriptLine,
} from './timed-lines.rules.ts';
import {
  folded,
  plainText,
  segmentsOf,
  trimmed,
  unspaced,
  withoutInvisible,
} from './words.rules.ts';

export interface Transcript {
  lines: readonly TranscriptLine[];
}

/**
 * Reads captions in any common format, text copied from YouTube's transcript panel, or
 * plain text. Keeps the times, and removes noise such as tags and sounds. Returns a
 * problem sentence if the text cannot be read.
 */
export function readTranscript(
  text: string,
  chapterTitles: readonly string[] = [],
): Transcript | { problem: string } {
  if (onlyAddress.test(text.trim())) return { problem: address };
  const captions = readCaptionFile(text);
  if (captions && 'problem' in captions) return captions;
  if (isBinary(text)) return { problem: notText };
  if (captions) return withWords(cleaned(captions), true);
  const plain = withoutNoise(text.replace(subtitleHead, ''));
  const { lines, times } = withTimesFirst(plain.split(lineBreak));
  if (isCueFile(lines, times)) return withWords(cueLines(lines, times), true);
  const allTimes = withGluedTimes(lines, times);
  if (isTimedText(lines, allTimes))
    return withWords(panelLines(lines, allTimes, chapterTitles), true);
  const hasTimes = times.some((time) => time !== null);
  return withWords(
    lines.map((line) => ({ at: null, text: line.trim() })),
    hasTimes,
  );
}

/** The header of SubViewer and Spruce files. */
const subtitleHead =
  /^(?:\s*(?:\[(?:INFORMATION|TITLE|AUTHOR|SOURCE|PRG|FILEPATH|DELAY|CD TRACK|COMMENT|END INFORMATION|SUBTITLE|COLF)\]|\$\w{1,40}\s*=|\/\/)[^\r\n]*(?:\r\n?|\n))+/i;

const lineBreak = /\r\n?|[\n\u2028\u2029]/;

function withWords(
  read: readonly TranscriptLine[],
  hasTimes: boolean,
): Transcript | { problem: string } {
  const lines = read
    .map(({ at, text }) => ({ at, text: withoutUnknownSpeaker(text) }))
    .filter(({ text }) => text !== '');
  if (lines.some((line) => /\p{L}/u.test(line.text))) return { lines };
  return { problem: hasTimes ? onlyTimes : noWords };
}

/** Removes everything but speech from captions, and splits their lines. */
const cleaned = (captions: readonly TranscriptLine[]): TranscriptLine[] =>
  captions.flatMap(({ at, text }) =>
    withoutNoise(text)
      .split(lineBreak)
      .map((line) => ({ at, text: line.trim() })),
  );

const notText =
  'This is not text: the file may be of another kind. Choose an .srt, .vtt or .txt file, or paste the transcript.';
const address =
  'This is an address. Open the video on YouTube, press “Show transcript”, and copy the text of its panel.';
const onlyTimes =
  'This has times, and no words beside them. Copy the transcript together with its text.';
const noWords =
  'There are no words in this text. Copy the transcript from YouTube’s panel, or drop an .srt or .vtt file.';

const onlyAddress = /^https?:\/\/\S+$/i;
const sample = 4000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is counted
const strangeCharacters = /[\u0000-\u0008\u000e-\u001f\ufffd]/g;

function isBinary(text: string): boolean {
  const strange = text.slice(0, sample).match(strangeCharacters)?.length ?? 0;
  return strange > Math.min(text.length, sample) * 0.02;
}

// Each repetition is bounded, so that no text takes more than linear time.
const tags =
  /<\/?(?:c|i|b|u|v|lang|ruby|rt|font)(?:\.[^<>\s]{0,80})?>|<(?:v|lang|font)[.\s][^<>\r\n]{0,200}>|<a\s[^<>\r\n]{0,500}>|<\/a>|<(?:\d{1,3}:)?\d\d:\d\d\.\d{2,3}>|\{\\[^{}\r\n]{1,40}\}/gi;
/** Tags that were escaped together with the text: "&lt;i&gt;words&lt;/i&gt;". */
const escapedTags = /<(i|b|u|font)(?:\s[^<>]{0,100})?>([^<>]{0,500})<\/\1>/gi;
const sounds = /\[[\p{L}\p{M}\p{Zs}_♪♫'’.-]{1,40}\]|[♪♫]/gu;
const speakerMarks = /(^|\s)>>+/gm;
/** White space within a line, except single spaces. */
const spaces = /[^\S\r\n\u2028\u2029]{2,}|[^\S \r\n\u2028\u2029]/g;
/**
 * Works on the whole text at once: a hundred thousand short lines one by one would take
 * too long.
 */
function withoutNoise(text: string): string {
  const plain = withoutInvisible(unescaped(text.replace(tags, ''))).replace(
    escapedTags,
    '$2',
  );
  return plain.replace(sounds, ' ').replace(speakerMarks, '$1 ').replace(spaces, ' ');
}

const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;

/**
 * Captions are escaped once by YouTube, and again by each of the tools that fetched and
 * stored them.
 */
const mostEscapes = 4;

function unescaped(text: string): string {
  let read = text;
  for (let escapes = 0; escapes < mostEscapes && read.includes('&'); escapes += 1) {
    const next = read.replace(entity, decodedEntity);
    if (next === read) break;
    read = next;
  }
  return read;
}

/** Leaves an entity unchanged if it names no character. */
function decodedEntity(written: string): string {
  const character = decodeHTMLStrict(written);
  return character.includes('\ufffd') ? written : character;
}

/**
 * Cuts a text to the longest draft allowed, at the end of a sentence if possible (rule
 * 5.2).
 */
export function fitLength(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let fitting = '';
  for (const { segment: sentence } of segmentsOf(text, 'sentence')) {
    if (fitting.length + sentence.trimEnd().length > limit) break;
    fitting += sentence;
  }
  if (fitting.trim() !== '') return fitting.trim();
  return shortened(text, limit);
}

/**
 * In characters. A line may hold a whole talk. It is cut
 * after a sentence, and after 400 characters at the latest.
 */
const longestLine = 400;
const sentenceEnds = ['. ', '? ', '! ', '。', '！', '？', '\n'];

/** Cuts a long line into pieces that all keep its time. */
export function shortLines({ at, text }: TranscriptLine): TranscriptLine[] {
  const pieces: TranscriptLine[] = [];
  for (let from = 0; from < text.length; ) {
    const window = beginningOf(text.slice(from, from + longestLine + 2), longestLine);
    const length = text.length - from <= longestLine ? text.length - from : cutOf(window);
    const piece = text.slice(from, from + length).trim();
    if (piece !== '') pieces.push({ at, text: piece });
    from += length;
  }
  return pieces;
}

function cutOf(window: string): number {
  const sentence = Math.max(...sentenceEnds.map((end) => window.lastIndexOf(end))) + 1;
  if (sentence > window.length / 3) return sentence;
  const word = window.lastIndexOf(' ');
  if (word > 0) return word;
  return window.length;
}

/** One of the texts that a draft is based on, prepared for searching. */
export interface GivenText {
  kind: SourceKind;
  text: string;
  folded: string;
  /**
   * Returns the position in the video, in seconds, of an index in the text; null if the
   * text has no times.
   */
  timeOf(place: number): number | null;
  /**
   * Returns the index of the first line or chapter that begins between two times, or -1
   * if there is none.
   */
  placeOf(from: number, until: number): number;
  /** Which of the user's own comments the text is. */
  comment?: SentenceSource['comment'];
}

/** A part of a text, copied exactly. `to` is exclusive. */
export interface Passage {
  of: GivenText;
  from: number;
  to: number;
}

/** `at` is the start of the chapter in seconds, if the text is a chapter title. */
export function givenText(
  kind: SourceKind,
  written: string,
  at: number | null = null,
): GivenText {
  const text = plainText(written);
  const isWithin = (from: number, until: number) =>
    at !== null && at >= from && at < until;
  return {
    kind,
    text,
    folded: folded(text),
    timeOf: () => at,
    placeOf: (from, until) => (isWithin(from, until) ? 0 : -1),
  };
}

/** Joins all lines into one text, because a sentence can span several lines. */
export function spokenText({ lines }: Transcript): GivenText {
  const starts: number[] = [];
  let length = 0;
  const said = lines.map((line) => {
    const plain = plainText(line.text);
    starts.push(length);
    length += plain.length + 1;
    return plain;
  });
  return {
    ...givenText('transcript', said.join(' ')),
    timeOf: (place) => lines[starts.findLastIndex((start) => start <= place)]?.at ?? null,
    placeOf: (from, until) =>
      starts[lines.findIndex(({ at }) => at !== null && at >= from && at < until)] ?? -1,
  };
}

const beginMark = /["“„«'‘「『\s…]/u;
const endMark = /["”“»'’」』\s….,;:。]/u;
/** Models leave words out of a quote, or copy time marks from the prompt into it. */
const breaks = /\[(?:…|\.{3}|[\d:]+)\]|…|\.{3}/u;
/**
 * In characters. Shorter quotes occur in any long text by chance, so they must be the
 * whole text.
 */
const leastLetters = 8;
const leastUnspaced = 4;
/** Limits the work: each piece of a quote is searched for in all texts. */
const mostPieces = 10;

/**
 * Finds a quote letter for letter. Only Unicode forms, case, white space, quotation
 * marks and dashes may differ. Searches texts of the given kind first. If the whole
 * quote is not found, searches for its pieces between omissions, longest first.
 */
export function findQuote(
  texts: readonly GivenText[],
  quote: string,
  kind?: SourceKind,
): Passage | null {
  const inOrder = kind === undefined ? texts : withKindFirst(texts, kind);
  const pieces = quote.split(breaks).sort((a, b) => b.length - a.length);
  for (const piece of new Set([quote, ...pieces.slice(0, mostPieces)])) {
    const found = findPiece(inOrder, comparable(piece));
    if (found) return found;
  }
  return null;
}

function findPiece(texts: readonly GivenText[], wanted: string): Passage | null {
  if (wanted === '') return null;
  const least = unspaced.test(wanted) ? leastUnspaced : leastLetters;
  for (const each of texts) {
    if (wanted.length < least && wanted.length < comparable(each.text).length) continue;
    const from = each.folded.indexOf(wanted);
    if (from !== -1) return { of: each, from, to: from + wanted.length };
  }
  return null;
}

const withKindFirst = (texts: readonly GivenText[], kind: SourceKind): GivenText[] => [
  ...texts.filter((each) => each.kind === kind),
  ...texts.filter((each) => each.kind !== kind),
];

export const comparable = (text: string): string =>
  folded(trimmed(plainText(text), beginMark, endMark)).trim();

export const shown = ({ of, from, to }: Passage): SentenceSource => ({
  kind: of.kind,
  quote: of.text.slice(from, to),
  at: of.timeOf(from),
  ...(of.comment && { comment: of.comment }),
});

const mostAround = 160;

/** Returns the sentence or line around a passage, shortened if it is long. */
export function lineAt(of: GivenText, from: number, to: number): Passage {
  const ends = /[\n.!?。！？]/u;
  let begin = from;
  let end = to;
  while (
    begin > 0 &&
    from - begin < mostAround / 2 &&
    !ends.test(of.text.charAt(begin - 1))
  )
    begin -= 1;
  while (
    end < of.text.length &&
    end - to < mostAround / 2 &&
    !ends.test(of.text.charAt(end))
  )
    end += 1;
  // Half of a surrogate pair cannot be stored.
  while (begin < from && /[\s\udc00-\udfff]/.test(of.text.charAt(begin))) begin += 1;
  if (/[\udc00-\udfff]/.test(of.text.charAt(end))) end -= 1;
  return { of, from: begin, to: end };
}
