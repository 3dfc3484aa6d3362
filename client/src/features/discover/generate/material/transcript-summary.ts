import { transcriptLimit } from '#shared/contracts/material.ts';

export interface TranscriptSummary {
  words: number;
  /** Seconds into the video; null in a text without times. */
  first: number | null;
  last: number | null;
}

/** "0:41", "(1:02:03)", "00:00:41,200 --> 00:00:44,000", at the begin of a line. */
const STAMP = /^\s{0,8}[[(]?(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,]\d{1,3})?[\])]?(?!\d)(?: {0,2}-->.*)?/;
/** What SRT and WebVTT have between the cues. */
const NO_WORDS = /^\s{0,8}(?:\d{1,6}|WEBVTT.*)\s{0,8}$/;

const LONG_PASTE = 1_500;
const FEW_STAMPS = 3;

const isSpace = (code: number) => code <= 32 || code === 0xa0 || code === 0x3000;

function countWords(line: string, begin: number): number {
  let words = 0;
  for (let at = begin; at < line.length; at += 1)
    if (!isSpace(line.charCodeAt(at)) && (at === begin || isSpace(line.charCodeAt(at - 1)))) words += 1;
  return words;
}

function read(text: string) {
  const times: number[] = [];
  let words = 0;
  for (const line of text.split('\n')) {
    const stamp = STAMP.exec(line);
    if (stamp) {
      const [, hours = 0, minutes, seconds] = stamp;
      times.push(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
    }
    if (!NO_WORDS.test(line)) words += countWords(line, stamp?.[0].length ?? 0);
  }
  return { words, times };
}

export function summarize(text: string): TranscriptSummary {
  const { words, times } = read(text);
  return { words, first: times[0] ?? null, last: times.at(-1) ?? null };
}

/** Whether a pasted text is a transcript rather than a note. */
export const isTranscript = (text: string): boolean =>
  text.length > LONG_PASTE || read(text).times.length >= FEW_STAMPS;

/** As much of a transcript as a draft takes, up to the end of a word, and how many characters that leaves out. */
export function fitTranscript(pasted: string): { text: string; leftOut: number } {
  const text = pasted.replaceAll('\0', '').toWellFormed().trim();
  if (text.length <= transcriptLimit) return { text, leftOut: 0 };
  const space = text.slice(0, transcriptLimit + 1).search(/\s\S*$/);
  const kept = text.slice(0, space > 0 ? space : transcriptLimit).toWellFormed();
  return { text: kept, leftOut: text.length - kept.length };
}
