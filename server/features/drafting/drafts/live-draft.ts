import { wholeComment, wordsToShow } from './shown-words.rules.ts';

export interface DraftStreamListener {
  signal: AbortSignal;
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
