import { segmentsOf } from './segments.rules.ts';
import type { TranscriptLine } from './transcript.rules.ts';

/** Cuts to the longest draft allowed (rule 5.2). */
export function fitLength(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let fitting = '';
  for (const { segment: sentence } of segmentsOf(text, 'sentence')) {
    if (fitting.length + sentence.trimEnd().length > limit) break;
    fitting += sentence;
  }
  if (fitting.trim() !== '') return fitting.trim();
  const cut = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.trimEnd()}…`;
}

/** A line of a whole talk is cut at its sentences, and after 400 characters at the latest. */
const longestLine = 400;
const sentenceEnds = ['. ', '? ', '! ', '。', '！', '？', '\n'];

/** Keeps the time of the line that was cut. */
export function shortLines({ at, text }: TranscriptLine): TranscriptLine[] {
  const pieces: TranscriptLine[] = [];
  for (let from = 0; from < text.length; ) {
    const window = text.slice(from, from + longestLine);
    const length = text.length - from <= longestLine ? window.length : cutOf(window);
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
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length;
}
