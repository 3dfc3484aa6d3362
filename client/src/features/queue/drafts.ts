import { discardUnsavedEdit, newestUnsavedEdits, writeUnsavedEdit } from '../../lib/unsaved-edits.ts';

/** Unsaved text, and the revision of the comment it was typed over. */
export interface Draft {
  readonly text: string;
  readonly revision: number;
  /** The stored text it was typed over; null where a reload lost it. */
  readonly base: string | null;
}

interface Subject {
  id: number;
  content: string;
  revision: number;
}

/** All unsaved texts of the queue. They outlive the card they were typed in, and a reload. */
export function createDrafts() {
  const drafts = new Map<number, Draft>();
  for (const [id, { revision, text }] of newestUnsavedEdits()) drafts.set(id, { revision, text, base: null });
  const listeners = new Set<() => void>();

  function put(id: number, draft: Draft | null): void {
    const before = drafts.get(id);
    if (before && before.revision !== draft?.revision) discardUnsavedEdit(id, before.revision);
    if (draft) {
      drafts.set(id, draft);
      writeUnsavedEdit(id, draft.revision, draft.text);
    } else {
      drafts.delete(id);
    }
    for (const listener of listeners) listener();
  }

  const drop = (id: number) => drafts.has(id) && put(id, null);

  return {
    of: (id: number): Draft | undefined => drafts.get(id),
    drop,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    type({ id, content, revision }: Subject, text: string): void {
      const before = drafts.get(id);
      if (text === content) drop(id);
      else put(id, { text, revision: before?.revision ?? revision, base: before ? before.base : content });
    },

    /** Goes on from the comment as it is now, with the text as it was typed. */
    rebase({ id, content, revision }: Subject): void {
      const draft = drafts.get(id);
      if (!draft) return;
      if (draft.text === content) drop(id);
      else put(id, { text: draft.text, revision, base: content });
    },
  };
}

export type Drafts = ReturnType<typeof createDrafts>;

/** Whether somebody else changed the text since this was typed: then the person chooses between both. */
export function isConflicting(draft: Draft, { content, revision }: Subject): boolean {
  if (draft.text === content || draft.revision === revision) return false;
  return draft.base !== content;
}
