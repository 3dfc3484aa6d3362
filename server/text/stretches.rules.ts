import type { Chapter, Stretch, TranscriptPlan } from '#shared/contracts/drafts.ts';
import { shortened } from '#shared/rules/cut-text.ts';
import { videoTime } from '#shared/rules/format.ts';
import { tokensOf } from './model-text.rules.ts';
import type { TranscriptLine } from './timed-lines.rules.ts';
import { shortLines, type Transcript } from './transcript.rules.ts';
import { relevance, termsOf } from './words.rules.ts';

export interface StretchChoice {
  chapters: readonly Chapter[];
  point: string | null;
  notes: string | null;
  title: string;
  profile: readonly string[];
  /**
   * The stretches that the user chose. If empty, those that fit the draft best are used.
   */
  chosen: readonly Stretch[];
}

/**
 * The part of a transcript that goes into the prompt, and the sections that the user can
 * choose from.
 */
export type PlannedTranscript = TranscriptPlan & { text: string };

interface Block {
  /** Null in a transcript without times. */
  from: number | null;
  to: number;
  text: string;
  shown: string;
  words: number;
  tokens: number;
}

const shortestSeconds = 120;
const shortestWords = 300;
/** The distance between marks in a video without chapters. */
const markSeconds = 300;
const lineCharacters = 80;
const passageCharacters = 300;
const gap = '[…]';
const goldenPart = 0.618_033_988_75;
const weights = { point: 4, notes: 2, title: 1, profile: 0.5 };

export type TranscriptPlanner = (tokens: number) => PlannedTranscript;

/**
 * Selects the whole transcript if it fits and the user chose no stretches. Otherwise
 * selects all marks with a line each, and whole stretches, word for word. Selects nothing
 * if not even one stretch fits (rule 8.17).
 */
export function transcriptPlanner(
  transcript: Transcript,
  wanted: StretchChoice,
): TranscriptPlanner {
  const lines = transcript.lines.flatMap(shortLines);
  const blocks = blocksOf(lines);
  const last = lines.findLast(({ at }) => at !== null)?.at ?? null;
  const seconds = last === null ? null : last + 1;
  const sections = seconds === null ? [] : sectionsOf(lines, wanted.chapters, seconds);
  const plan = { words: sum(blocks.map((block) => block.words)), seconds, sections };
  const whole = blocks.map(({ shown }) => shown).join('\n');
  const wholeTokens = tokensOf(whole);
  const marks = sections.map(({ from, line }) => `${videoTime(from)} ${line}`).join('\n');
  const head =
    marks === '' ? [] : [`All parts of it:\n${marks}`, 'Of these, word for word:'];
  let order: number[] | null = null;

  return (tokens) => {
    if (wanted.chosen.length === 0 && wholeTokens <= tokens)
      return { ...plan, text: whole, usedWords: plan.words, stretches: null };
    order ??= wantedOrder(blocks, wanted);
    const withMarks = take(blocks, order, tokens - tokensOf(head.join('\n')));
    const taken = withMarks.length > 0 ? withMarks : take(blocks, order, tokens);
    const parts = taken.flatMap((index, place) => {
      const shown = blocks[index]?.shown ?? '';
      return index === (taken[place - 1] ?? -1) + 1 ? [shown] : [gap, shown];
    });
    return {
      ...plan,
      text: [...(withMarks.length > 0 ? head : []), ...parts].join('\n'),
      usedWords: sum(taken.map((index) => blocks[index]?.words ?? 0)),
      stretches: merged(taken.flatMap((index) => blocks[index] ?? [])),
    };
  };
}

const sum = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0);

const unspacedLetters =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/gu;

const wordsIn = (text: string) =>
  (text.match(/\S+/g)?.length ?? 0) +
  Math.floor((text.match(unspacedLetters)?.length ?? 0) / 2);

/**
 * Splits the lines into blocks of two minutes, or of 300 words
 * if there are no times. A shorter rest joins the last block.
 */
function blocksOf(lines: readonly TranscriptLine[]): Block[] {
  const groups: TranscriptLine[][] = [];
  let words = 0;
  for (const line of lines) {
    const group = groups.at(-1);
    const began = group?.[0]?.at ?? null;
    const isFull =
      began === null || line.at === null
        ? words >= shortestWords
        : line.at - began >= shortestSeconds;
    if (!group || isFull) {
      groups.push([line]);
      words = 0;
    } else group.push(line);
    words += wordsIn(line.text);
  }
  const rest = groups.at(-1) ?? [];
  if (groups.length > 1 && isShort(rest))
    groups.splice(-2, 2, [...(groups.at(-2) ?? []), ...rest]);
  return groups.map((group, index) => {
    const text = group.map((line) => line.text).join(' ');
    const shown = passagesOf(group);
    const from = group[0]?.at ?? null;
    const to = groups[index + 1]?.[0]?.at ?? (group.at(-1)?.at ?? 0) + 1;
    return { from, to, text, shown, words: wordsIn(text), tokens: tokensOf(shown) + 2 };
  });
}

function isShort(group: readonly TranscriptLine[]): boolean {
  const first = group[0]?.at ?? null;
  const last = group.at(-1)?.at ?? null;
  return first === null || last === null
    ? sum(group.map(({ text }) => wordsIn(text))) < shortestWords
    : last - first < shortestSeconds;
}

/** Puts a time before every few lines, so that the model can refer to it. */
function passagesOf(lines: readonly TranscriptLine[]): string {
  const passages: { at: number | null; text: string }[] = [];
  for (const { at, text } of lines) {
    const last = passages.at(-1);
    if (last && last.text.length + text.length < passageCharacters)
      last.text += ` ${text}`;
    else passages.push({ at, text });
  }
  return passages
    .map(({ at, text }) => (at === null ? text : `[${videoTime(at)}] ${text}`))
    .join('\n');
}

function sectionsOf(
  lines: readonly TranscriptLine[],
  chapters: readonly Chapter[],
  seconds: number,
): TranscriptPlan['sections'] {
  const begins =
    chapters.length > 0
      ? chapters
          .filter(({ at }) => at < seconds)
          .map(({ at, title }) => ({ at, line: title }))
      : everyFiveMinutes(lines, seconds);
  return begins.map(({ at, line }, index) => ({
    from: at,
    to: Math.max(at + 1, begins[index + 1]?.at ?? seconds),
    line: shortened(line, lineCharacters + '…'.length),
  }));
}

/**
 * Returns a mark for every five minutes, with the first line from its time on. Takes
 * linear time, because the search for a line continues where the previous one ended.
 */
function everyFiveMinutes(
  lines: readonly TranscriptLine[],
  seconds: number,
): { at: number; line: string }[] {
  let index = 0;
  return Array.from({ length: Math.ceil(seconds / markSeconds) }, (_, mark) => {
    const at = mark * markSeconds;
    while (index < lines.length && (lines[index]?.at ?? -1) < at) index += 1;
    return { at, line: lines[index]?.text ?? '' };
  });
}

function wantedOrder(blocks: readonly Block[], wanted: StretchChoice): number[] {
  const isChosen = ({ from, to }: Block) =>
    wanted.chosen.some(
      (stretch) => from !== null && from < stretch.to && to > stretch.from,
    );
  return wanted.chosen.length > 0
    ? blocks.flatMap((block, index) => (isChosen(block) ? [index] : []))
    : byRelevance(blocks, wanted);
}

/** Returns the indexes of the blocks that fit, in order of time. */
function take(
  blocks: readonly Block[],
  order: readonly number[],
  room: number,
): number[] {
  const taken: number[] = [];
  let left = room;
  for (const index of order) {
    const { tokens = 0 } = blocks[index] ?? {};
    if (tokens > left) continue;
    taken.push(index);
    left -= tokens;
  }
  return taken.sort((a, b) => a - b);
}

function merged(blocks: readonly Block[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { from, to } of blocks) {
    if (from === null) continue;
    const last = stretches.at(-1);
    if (last?.to === from) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}

/**
 * Rare words of the draft's subject count most. Blocks with
 * equal scores are picked evenly from the whole transcript.
 */
function byRelevance(blocks: readonly Block[], wanted: StretchChoice): number[] {
  const texts = blocks.map(({ text }) => text);
  return relevance(texts, subjectOf(wanted))
    .map(({ score }, index) => ({ score, index, spread: (index * goldenPart) % 1 }))
    .sort((a, b) => b.score - a.score || a.spread - b.spread)
    .map(({ index }) => index);
}

function subjectOf({ point, notes, title, profile }: StretchChoice): Map<string, number> {
  const subject = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of termsOf(text))
      subject.set(term, Math.max(weight, subject.get(term) ?? 0));
  };
  add(point ?? '', weights.point);
  add(notes ?? '', weights.notes);
  add(title, weights.title);
  add(profile.join(' '), weights.profile);
  return subject;
}
