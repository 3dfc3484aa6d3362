import type { Chapter } from '#shared/contracts/material.ts';
import { videoTime } from '#shared/rules/video-time.ts';
import type { Transcript } from '../grounding/material.ts';

interface Wanted {
  /** Characters. */
  budget: number;
  point: string | null;
  notes: string | null;
  title: string;
  profile: readonly string[];
  chapters: readonly Chapter[];
}

export interface PromptTranscript {
  text: string;
  words: number;
  usedWords: number;
}

interface Passage {
  at: number | null;
  text: string;
  /** Its place among the chapters; -1 before the first, and without times. */
  chapter: number;
}

const passageLength = 300;
const gap = '[…]';
/** Of the budget, for the beginning and the begin of each chapter. */
const overviewShare = 1 / 3;
const overviewPassages = 12;
const weights = { point: 4, notes: 2, title: 1, profile: 0.5 };

/** Returns the whole transcript where it fits, else its passages that matter most to this draft, in order of time. */
export function promptTranscript(transcript: Transcript, wanted: Wanted): PromptTranscript {
  const passages = passagesOf(transcript, wanted.chapters);
  const shown = passages.map(({ at, text }) => (at === null ? text : `[${videoTime(at)}] ${text}`));
  const counts = passages.map(({ text }) => text.split(' ').length);
  const words = sum(counts);
  const whole = shown.join('\n');
  if (whole.length <= wanted.budget) return { text: whole, words, usedWords: words };
  const chosen = choose(passages, shown, wanted);
  const parts = chosen.flatMap((index, place) => {
    const isNext = index === (chosen[place - 1] ?? -1) + 1;
    return isNext ? [shown[index]] : [gap, shown[index]];
  });
  return { text: parts.join('\n'), words, usedWords: sum(chosen.map((index) => counts[index] ?? 0)) };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function passagesOf({ lines }: Transcript, chapters: readonly Chapter[]): Passage[] {
  const passages: Passage[] = [];
  for (const { at, text } of lines) {
    const chapter = chapters.findLastIndex((each) => at !== null && each.at <= at);
    for (const piece of piecesOf(text)) {
      const last = passages.at(-1);
      const fits = last && last.chapter === chapter && last.text.length + piece.length < passageLength;
      if (fits) last.text += ` ${piece}`;
      else passages.push({ at, text: piece, chapter });
    }
  }
  return passages;
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > passageLength) {
    const length = pieceLength(text.slice(from, from + passageLength));
    pieces.push(text.slice(from, from + length).trim());
    from += length;
  }
  return [...pieces, text.slice(from).trim()].filter((piece) => piece !== '');
}

/** Ends with a sentence if that leaves a passage of some length, else between words. */
function pieceLength(window: string): number {
  const sentence =
    Math.max(...['. ', '? ', '! ', '。', '！', '？'].map((end) => window.lastIndexOf(end))) + 1;
  if (sentence > passageLength / 3) return sentence;
  const word = window.lastIndexOf(' ');
  if (word > 0) return word;
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length;
}

function choose(passages: readonly Passage[], shown: readonly string[], wanted: Wanted): number[] {
  const chosen = new Set<number>();
  let left = wanted.budget;
  const take = (indexes: readonly number[], kept: number) => {
    for (const index of indexes) {
      const cost = (shown[index]?.length ?? 0) + gap.length + 2;
      if (chosen.has(index) || left - cost < kept) continue;
      chosen.add(index);
      left -= cost;
    }
  };
  take(overview(passages), wanted.budget * (1 - overviewShare));
  take(byRelevance(passages, wanted), 0);
  return [...chosen].sort((a, b) => a - b);
}

function overview(passages: readonly Passage[]): number[] {
  const begins = passages.flatMap(({ chapter }, index) =>
    chapter === passages[index - 1]?.chapter ? [] : [index],
  );
  if (begins.length > 1) return begins;
  return Array.from({ length: overviewPassages }, (_, place) =>
    Math.floor((place * passages.length) / overviewPassages),
  );
}

/** Rare words of the draft's subject count most; passages that share none come spread over the whole. */
function byRelevance(passages: readonly Passage[], wanted: Wanted): number[] {
  const subject = subjectOf(wanted);
  const shared = passages.map(({ text }) => [...new Set(termsOf(text).filter((term) => subject.has(term)))]);
  const passagesWith = new Map<string, number>();
  for (const term of shared.flat()) passagesWith.set(term, (passagesWith.get(term) ?? 0) + 1);
  const worth = (term: string) =>
    (subject.get(term) ?? 0) * Math.log(passages.length / (passagesWith.get(term) ?? 1));
  const scores = shared.map((terms) => sum(terms.map(worth)));
  const goldenPart = (index: number) => (index * 0.618_033_988_75) % 1;
  return passages
    .map((_, index) => index)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || goldenPart(a) - goldenPart(b));
}

function subjectOf({ point, notes, title, profile }: Wanted): Map<string, number> {
  const subject = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const term of termsOf(text)) subject.set(term, Math.max(weight, subject.get(term) ?? 0));
  };
  add(point ?? '', weights.point);
  add(notes ?? '', weights.notes);
  add(title, weights.title);
  add(profile.join(' '), weights.profile);
  return subject;
}

const ending = /(?:ing|ies|ed|es|en|er|s|e|y)$/;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/** Words without their commonest endings; pairs of characters where a script writes no spaces. */
function termsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = (word: string) => (word.length > 4 ? word.replace(ending, '') : word);
  if (!unspaced.test(text)) return words.map(stem);
  return words.flatMap((word) =>
    unspaced.test(word) ? Array.from(word.slice(1), (_, index) => word.slice(index, index + 2)) : stem(word),
  );
}
