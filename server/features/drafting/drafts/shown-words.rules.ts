import { wordsOf } from '../../../text/words.rules.ts';

const sameBeginning = 3;

/** Chinese and Japanese put no spaces between words. */
const wordEnd = /[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。、！？]/u;

/** Returns the whole words to append to what is shown; none once the text holds something foreign. */
export function wordsToShow(shown: string, written: string, isForeign: (text: string) => boolean): string {
  let end = written.length;
  while (end > 0 && !wordEnd.test(written.charAt(end - 1))) end -= 1;
  const whole = written.slice(0, end).trimEnd();
  return whole.startsWith(shown) && !isForeign(whole) ? whole.slice(shown.length) : '';
}

/** Completes the answer of a model asked to continue: some repeat the beginning, some write only the rest. */
export function wholeComment(begun: string, written: string): string {
  const beginning = begun.trim();
  if (written.startsWith(beginning) || beginning.startsWith(written)) return written;
  const first = (text: string) => wordsOf(text).slice(0, sameBeginning).join(' ');
  return first(written) === first(beginning) ? written : `${beginning} ${written}`;
}
