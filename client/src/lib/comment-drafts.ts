const PREFIX = 'chime-in.draft.';

/** Unsaved text belongs to one revision of a comment: after a change elsewhere it must not be taken for an edit of the newer text. */
const key = (commentId: number, revision: number) => `${PREFIX}${commentId}.${revision}`;

/** What was typed and not saved, on this browser; null for nothing. */
export function readDraft(commentId: number, revision: number): string | null {
  try {
    return localStorage.getItem(key(commentId, revision));
  } catch {
    return null;
  }
}

export function writeDraft(commentId: number, revision: number, text: string): void {
  try {
    localStorage.setItem(key(commentId, revision), text);
  } catch {
    // Storage is blocked or full: the text then lives as long as the page.
  }
}

export function discardDraft(commentId: number, revision: number): void {
  try {
    localStorage.removeItem(key(commentId, revision));
  } catch {
    // Nothing could be stored, so nothing is left behind.
  }
}
