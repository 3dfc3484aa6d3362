import { wholeComment, wordsToShow } from './shown-words.rules.ts';

export interface DraftStreamListener {
  signal: AbortSignal;
  /** Appends to the streamed text. */
  words(text: string): void;
  /** Discards the streamed text; a replacement follows. */
  reset(reason: string): void;
}

/** Streams what may stay of a growing draft, and in the end exactly the draft. `begun` was shown before. */
export function createLiveDraft(
  listener: Pick<DraftStreamListener, 'words' | 'reset'>,
  begun: string,
  isForeign: (text: string) => boolean,
) {
  let shown = begun.trim();

  return {
    /** Takes the comment as far as it is written. A second try that says something else waits for `settle`. */
    grow(written: string): void {
      const words = wordsToShow(shown, wholeComment(begun, written), isForeign);
      if (words === '') return;
      shown += words;
      listener.words(words);
    },

    /** `reason` explains why other words were shown than the kept draft has. */
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
