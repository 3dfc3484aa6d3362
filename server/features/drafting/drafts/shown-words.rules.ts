import { wordsOf } from '../../../text/words.rules.ts';

/** So many words at the beginning in common make two texts begin alike. */
const sameBeginning = 3;

/** Behind these a word ends; Chinese and Japanese put no spaces between theirs. */
const wordEnd = /[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。、！？]/u;

/**
 * What of a comment in the making may be shown now, behind what is shown already: whole words, while nothing
 * foreign is among them. Empty where nothing is.
 */
export function wordsToShow(shown: string, written: string, isForeign: (text: string) => boolean): string {
  let end = written.length;
  while (end > 0 && !wordEnd.test(written.charAt(end - 1))) end -= 1;
  const whole = written.slice(0, end).trimEnd();
  return whole.startsWith(shown) && !isForeign(whole) ? whole.slice(shown.length) : '';
}

/** The whole comment of a model that was asked to go on: some repeat the beginning, some write the rest alone. */
export function goneOn(begun: string, written: string): string {
  const beginning = begun.trim();
  if (written.startsWith(beginning) || beginning.startsWith(written)) return written;
  const first = (text: string) => wordsOf(text).slice(0, sameBeginning).join(' ');
  return first(written) === first(beginning) ? written : `${beginning} ${written}`;
}
