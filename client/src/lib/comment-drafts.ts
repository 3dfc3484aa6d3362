import { readLocal, writeLocal } from './local-text.ts';

const PREFIX = 'chime-in.draft.';

/** Unsaved text belongs to one revision of a comment: after a change elsewhere it must not be taken for an edit of the newer text. */
const key = (commentId: number, revision: number) => `${PREFIX}${commentId}.${revision}`;

/** What was typed and not saved, on this browser; null for nothing. */
export const readDraft = (commentId: number, revision: number): string | null =>
  readLocal(key(commentId, revision));

export const writeDraft = (commentId: number, revision: number, text: string): void =>
  writeLocal(key(commentId, revision), text);

export const discardDraft = (commentId: number, revision: number): void =>
  writeLocal(key(commentId, revision), null);

/** Of every revision: for once the person has saved a text of theirs. */
export function discardAllDrafts(commentId: number): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(`${PREFIX}${commentId}.`)) localStorage.removeItem(name);
    }
  } catch {
    // Nothing could be stored, so nothing is left behind.
  }
}

/** Every draft kept on this browser, by comment; of several revisions the newest. */
export function storedDrafts(): Map<number, { revision: number; text: string }> {
  const drafts = new Map<number, { revision: number; text: string }>();
  try {
    for (const name of Object.keys(localStorage)) {
      const [, id, revision] = /^chime-in\.draft\.(\d+)\.(\d+)$/.exec(name) ?? [];
      if (!id || !revision || Number(revision) < (drafts.get(Number(id))?.revision ?? 0)) continue;
      drafts.set(Number(id), { revision: Number(revision), text: localStorage.getItem(name) ?? '' });
    }
  } catch {
    // Storage is blocked: nothing was kept.
  }
  return drafts;
}
