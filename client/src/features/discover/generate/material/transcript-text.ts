import { transcriptLimit } from '#shared/contracts/material.ts';

/** "0:41", "(1:02:03)", "00:00:41,200 --> 00:00:44,000", at the begin of a line. */
const STAMP = /^\s{0,8}[[(]?(?:\d{1,2}:)?\d{1,3}:\d{2}(?:[.,]\d{1,3})?[\])]?(?!\d)(?: {0,2}-->.*)?/;
const LONG_PASTE = 1_500;
const FEW_STAMPS = 3;

const stampsIn = (text: string) => text.split('\n').filter((line) => STAMP.test(line)).length;

/** Whether a pasted text is a transcript rather than a note. */
export const isTranscript = (text: string): boolean =>
  text.length > LONG_PASTE || stampsIn(text) >= FEW_STAMPS;

/** As much of a transcript as a draft takes, up to the end of a word, and how many characters that leaves out. */
export function fitTranscript(pasted: string): { text: string; leftOut: number } {
  const text = pasted.replaceAll('\0', '').toWellFormed().trim();
  if (text.length <= transcriptLimit) return { text, leftOut: 0 };
  const space = text.slice(0, transcriptLimit + 1).search(/\s\S*$/);
  const kept = text.slice(0, space > 0 ? space : transcriptLimit).toWellFormed();
  return { text: kept, leftOut: text.length - kept.length };
}
