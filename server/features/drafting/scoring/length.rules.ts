import type { StyleStatistics } from '../../voice/style-profile/style-profile.rules.ts';
import type { Measured } from './measured.rules.ts';

const readMost = { from: 90, to: 700 };
/** Lengths differ by a quarter at the least, however even the person's few samples are. */
const leastSpread = 0.25;
/** One such character says as much as 2.5 letters. */
const dense = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;
const denseWorth = 2.5;

/** The person's own usual length wins over the general one. */
export function lengthMeasure(text: string, style: StyleStatistics | null): Measured {
  const count = `${text.length} characters`;
  if (style?.styleProfile.hasEnoughTexts) {
    const { mean, deviation } = style.spreads.comment_length;
    const reach = 2 * Math.max(deviation, mean * leastSpread);
    const [from, to] = [Math.max(1, Math.round(mean - reach)), Math.round(mean + reach)];
    return { score: within(text.length, from, to), detail: `${count}; yours have ${from} to ${to}.` };
  }
  const { from, to } = readMost;
  const length = text.length + (text.match(dense)?.length ?? 0) * (denseWorth - 1);
  return { score: within(length, from, to), detail: `${count}; ${from} to ${to} are read most.` };
}

/** 1 within; falls to 0 at no length, and at three times the longest. */
const within = (length: number, from: number, to: number) =>
  length < from ? length / from : Math.max(0, Math.min(1, 1 - (length - to) / (2 * to)));
