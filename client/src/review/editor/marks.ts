import type {
  GroundedSentence,
  Reading,
  SentenceSource,
} from '#shared/contracts/comment-detail.ts';
import type { TopComment } from '#shared/contracts/drafts.ts';
import { comparableText } from '#shared/rules/comment-text.ts';
import { videoTime } from '#shared/rules/format.ts';
import { formatDate } from '../../lib/formats.ts';

export type Range = { from: number; to: number };

/** A sentence of the analysis, with its position in the current text. */
export interface Mark extends Range {
  /**
   * The position of the sentence in the analysis, counted from
   * 1. It stays the same when other sentences are removed.
   */
  number: number;
  sentence: GroundedSentence;
  /** What the second reading found wrong with the sentence. */
  wrong?: Reading['wrong'][number] | undefined;
}

/** The browser may split one sentence of the server into up to this many parts. */
const MOST_PARTS = 4;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

function sentencesIn(text: string): Range[] {
  return [...segmenter.segment(text)].flatMap(({ segment, index }) => {
    const words = segment.trim();
    if (!words) return [];
    const from = index + segment.indexOf(words);
    return [{ from, to: from + words.length }];
  });
}

/**
 * Returns the range of the sentences that overlap this range, or the range itself if
 * there are none.
 */
export function sentenceAround(text: string, { from, to }: Range): Range {
  const within = sentencesIn(text).filter((each) => each.from < to && from < each.to);
  return { from: within[0]?.from ?? from, to: within.at(-1)?.to ?? to };
}

interface Run extends Range {
  /** Indexes of the browser's sentences that this run covers. */
  parts: number[];
}

/**
 * Returns every run of parts that may be one of the server's sentences, in text order,
 * keyed by its words.
 */
function runsByWords(text: string, parts: readonly Range[]): Map<string, Run[]> {
  const runs = new Map<string, Run[]>();
  for (const [first, { from }] of parts.entries()) {
    const indexes: number[] = [];
    for (const [offset, { to }] of parts.slice(first, first + MOST_PARTS).entries()) {
      indexes.push(first + offset);
      const words = comparableText(text.slice(from, to));
      const known = runs.get(words);
      const run = { from, to, parts: [...indexes] };
      if (known) known.push(run);
      else runs.set(words, [run]);
    }
  }
  return runs;
}

/**
 * Finds the sentences of the analysis in the text by their words. An edited sentence is
 * not found. Of two equal sentences, the first gets the first match.
 */
export function marksIn(text: string, sentences: readonly GroundedSentence[]): Mark[] {
  const parts = sentencesIn(text);
  const runs = runsByWords(text, parts);
  const taken = new Set<number>();

  function find(wanted: string): Range | null {
    const candidates = runs.get(wanted) ?? [];
    for (let run = candidates.shift(); run; run = candidates.shift()) {
      if (run.parts.some((part) => taken.has(part))) continue;
      for (const part of run.parts) taken.add(part);
      return { from: run.from, to: run.to };
    }
    return null;
  }

  return sentences
    .flatMap((sentence, at): Mark[] => {
      const range = find(comparableText(sentence.text));
      return range ? [{ ...range, number: at + 1, sentence }] : [];
    })
    .sort((a, b) => a.from - b.from);
}

/**
 * Returns the text without this range. Keeps a line break next to the range, and one of
 * two spaces.
 */
export function withoutRange(text: string, { from, to }: Range): string {
  const before = text.slice(0, from).trimEnd();
  const after = text.slice(to).trimStart();
  if (!before || !after) return before || after;
  const left = text.slice(before.length, from);
  const right = text.slice(to, text.length - after.length);
  return before + (left.includes('\n') ? left : right) + after;
}

/** Splits a range where the given ranges within it begin and end. */
export function splitAt<R extends Range>(
  whole: Range,
  ranges: readonly R[],
): (Range & { range: R | null })[] {
  const parts: (Range & { range: R | null })[] = [];
  let from = whole.from;
  for (const range of ranges) {
    if (range.from < from || range.to > whole.to) continue;
    if (range.from > from) parts.push({ from, to: range.from, range: null });
    parts.push({ from: range.from, to: range.to, range });
    from = range.to;
  }
  if (from < whole.to) parts.push({ from, to: whole.to, range: null });
  return parts;
}

/** What the user has to do about a sentence: nothing, check it, or deal with its mark. */
export type Standing = 'supported' | 'own_knowledge' | 'missing';

export const STANDING_COLORS: Record<Standing, string> = {
  supported: 'text-accent',
  own_knowledge: 'text-scheduled',
  missing: 'text-pending',
};

type Marked = Pick<Mark, 'sentence' | 'wrong'>;

export function standingOf({
  sentence: { source, unsupported },
  wrong,
}: Marked): Standing {
  if (wrong || unsupported.length > 0 || !source) return 'missing';
  return source.kind === 'own_knowledge' ? 'own_knowledge' : 'supported';
}

/**
 * Returns whether the sentence needs no source, such as a greeting, a question or an
 * opinion.
 */
export const needsNothing = (mark: Marked): boolean =>
  mark.sentence.source?.kind === 'none' && standingOf(mark) === 'supported';

/** Returns whether the sentence needs no source because the user says it. */
export const isOwnSentence = (mark: Marked): boolean =>
  mark.sentence.source?.kind === 'person' && standingOf(mark) === 'supported';

export function commentWith(
  comments: readonly TopComment[],
  quote: string,
): TopComment | undefined {
  const wanted = comparableText(quote);
  return comments.find(({ text }) => comparableText(text).includes(wanted));
}

const timed = (kind: string, at: number | null) =>
  at === null ? kind : `${kind} ${videoTime(at)}`;

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Labels of sources that have no further details to show. */
const SOURCES = {
  point: 'Your point',
  description: 'Description',
  notes: 'Your notes',
  profile: 'Your profile',
  own_knowledge: 'The model’s own knowledge: check this',
  none: 'Needs no source',
  person: 'Confirmed by you',
};

/**
 * Returns the label of a source, such as "Chapter 7:42" or "“40 %” not found in your
 * material".
 */
export function sourceWords(
  { sentence, wrong }: Marked,
  comments: readonly TopComment[],
): string {
  const { source, unsupported } = sentence;
  if (wrong)
    return wrong.passage
      ? 'Your material says otherwise'
      : 'Nothing in your material says this';
  if (unsupported.length > 0) {
    const found = unsupported.map((text) => (/^“/.test(text) ? text : `“${text}”`));
    return `${list.format(found)} not found in your material`;
  }
  if (!source) return 'Source not found';
  const { kind, at, quote, comment } = source;
  if (kind === 'chapter') return timed('Chapter', at);
  if (kind === 'transcript') return timed('Transcript', at);
  if (kind === 'own_comment') return ownCommentWords(comment);
  if (kind !== 'comment') return SOURCES[kind];
  const author = quote && commentWith(comments, quote)?.author;
  return author ? `Top comment by ${author}` : 'Top comment';
}

function ownCommentWords(comment: SentenceSource['comment']): string {
  if (!comment) return 'A comment of yours';
  const { at, videoTitle } = comment;
  return `Your comment of ${formatDate(at)}${videoTitle ? `, under “${videoTitle}”` : ''}`;
}
