import { goneOn, wordsToShow } from './shown-words.rules.ts';

/** Somebody who sees a draft while it is written. */
export interface DraftStreamListener {
  /** Aborted when they are gone. */
  signal: AbortSignal;
  /** Behind what they have. */
  words(text: string): void;
  /** What they have is to be forgotten; other words follow. */
  again(reason: string): void;
}

/**
 * Keeps what an onlooker sees in step with the draft: shown is what may stay, and in the end exactly the draft.
 * @param begun what they have before the first word.
 */
export function createLiveDraft(
  onlooker: Pick<DraftStreamListener, 'words' | 'again'>,
  begun: string,
  isForeign: (text: string) => boolean,
) {
  let shown = begun.trim();

  return {
    /** Hears the model's comment, each time it grew. A second try that says something else waits for the end. */
    grow(written: string): void {
      const words = wordsToShow(shown, goneOn(begun, written), isForeign);
      if (words === '') return;
      shown += words;
      onlooker.words(words);
    },

    /** `reason` is told where other words were shown than those of the draft that is kept. */
    settle(draft: string, reason: string): void {
      if (!draft.startsWith(shown)) {
        onlooker.again(reason);
        shown = '';
      }
      if (draft !== shown) onlooker.words(draft.slice(shown.length));
      shown = draft;
    },
  };
}
