import { wordsOf } from '../../../text/words.rules.ts';

const sameBeginning = 3;

const wordEnd = /[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}。、！？]/u;

/** Returns the whole words to append; none once the text holds something foreign. */
export function wordsToShow(shown: string, written: string, isForeign: (text: string) => boolean): string {
  let end = written.length;
  while (end > 0 && !wordEnd.test(written.charAt(end - 1))) end -= 1;
  const whole = written.slice(0, end).trimEnd();
  return whole.startsWith(shown) && !isForeign(whole) ? whole.slice(shown.length) : '';
}

/** Models asked to continue repeat the beginning or write only the rest. */
export function wholeComment(begun: string, written: string): string {
  const beginning = begun.trim();
  if (written.startsWith(beginning) || beginning.startsWith(written)) return written;
  const first = (text: string) => wordsOf(text).slice(0, sameBeginning).join(' ');
  return first(written) === first(beginning) ? written : `${beginning} ${written}`;
}
