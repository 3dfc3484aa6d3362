import sentences from './posting-reasons.json' with { type: 'json' };

export type PostingReason = keyof typeof sentences;
export const postingReasons = Object.keys(sentences) as PostingReason[];

export function postingSentence(code: string | null): string | null {
  return code && Object.hasOwn(sentences, code) ? sentences[code as PostingReason] : null;
}

/**
 * Shown with a comment that was approved in a backup. `madeOn` is the formatted date of
 * the backup.
 */
export const restoredNote = (madeOn: string): string =>
  `Restored from a backup of ${madeOn}: check that it isn’t on YouTube already.`;

export function postingReason(code: PostingReason): string {
  return sentences[code];
}
