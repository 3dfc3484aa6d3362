import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { Measured } from './measured.rules.ts';

/** Characters of a comment that is read to its end and still says something. */
const best = { from: 90, to: 700 };
/** Scripts without letters for single sounds say as much in fewer characters. */
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const denseWorth = 2.5;

/** Whether a comment is long enough to say something and short enough to be read. */
export function lengthMeasure(text: string): Measured {
  const { from, to } = best;
  const said = text.length + (text.match(dense)?.length ?? 0) * (denseWorth - 1);
  const over = Math.min(1, Math.max(0, (said - to) / (commentSoftLimit - to)));
  return {
    share: said < from ? said / from : 1 - over,
    detail: `${text.length} characters; ${from} to ${to} are read most.`,
  };
}
