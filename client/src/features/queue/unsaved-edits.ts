import { discardUnsavedEdit, newestUnsavedEdits, writeUnsavedEdit } from '../../lib/unsaved.ts';

/** A text that was typed over this revision of its comment. */
export interface UnsavedEdit {
  readonly text: string;
  readonly revision: number;
  /** The stored text it replaced; null after a reload. */
  readonly base: string | null;
}

interface Subject {
  id: number;
  content: string;
  revision: number;
}

/** Unsaved edits of the queue. They survive their card and a reload (rule 2.20). */
export function createUnsavedEdits() {
  const edits = new Map<number, UnsavedEdit>();
  for (const [id, { revision, text }] of newestUnsavedEdits()) edits.set(id, { revision, text, base: null });
  const listeners = new Set<() => void>();

  function put(id: number, edit: UnsavedEdit | null): void {
    const before = edits.get(id);
    if (before && before.revision !== edit?.revision) discardUnsavedEdit(id, before.revision);
    if (edit) {
      edits.set(id, edit);
      writeUnsavedEdit(id, edit.revision, edit.text);
    } else {
      edits.delete(id);
    }
    for (const listener of listeners) listener();
  }

  const drop = (id: number) => edits.has(id) && put(id, null);

  return {
    of: (id: number): UnsavedEdit | undefined => edits.get(id),
    drop,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    type({ id, content, revision }: Subject, text: string): void {
      const before = edits.get(id);
      if (text === content) drop(id);
      else put(id, { text, revision: before?.revision ?? revision, base: before ? before.base : content });
    },

    /** Keeps the edit on top of the comment as it is now. */
    rebase({ id, content, revision }: Subject): void {
      const edit = edits.get(id);
      if (!edit) return;
      if (edit.text === content) drop(id);
      else put(id, { text: edit.text, revision, base: content });
    },
  };
}

export type UnsavedEdits = ReturnType<typeof createUnsavedEdits>;

/** Whether the stored text was changed elsewhere since: then the person chooses. */
export function isConflicting(edit: UnsavedEdit, { content, revision }: Subject): boolean {
  if (edit.text === content || edit.revision === revision) return false;
  return edit.base !== content;
}
