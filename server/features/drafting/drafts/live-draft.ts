import type { CallPhase } from '../../../providers/language-model/language-model.ts';
import { wordsOf } from '../../../text/words.rules.ts';

export interface DraftStreamListener {
  /** What the model does before its first word. */
  waiting(phase: CallPhase): void;
  words(text: string): void;
  reset(reason: string): void;
}

/** Streams what may stay, and in the end exactly the draft. `begun` was shown before. */
export function createLiveDraft(
  listener: Pick<DraftStreamListener, 'words' | 'reset'>,
  begun: string,
  isForeign: (text: string) => boolean,
) {
  let shown = begun.trim();

  return {
    /** A second try that differs from what is shown waits for `settle`. */
    grow(written: string): void {
      const words = wordsToShow(shown, wholeComment(begun, written), isForeign);
      if (words === '') return;
      shown += words;
      listener.words(words);
    },

    /** `reason` explains why shown words are replaced. */
    settle(draft: string, reason: string): void {
      if (!draft.startsWith(shown)) {
        listener.reset(reason);
        shown = '';
      }
      if (draft !== shown) listener.words(draft.slice(shown.length));
      shown = draft;
    },
  };
}

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
