import { useEffect, useSyncExternalStore } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { isConflicting, type UnsavedEdits } from './unsaved-edits.ts';

/** Returns the text to show in a card. */
export function useUnsavedEdit(edits: UnsavedEdits, comment: CommentRow) {
  const edit = useSyncExternalStore(edits.subscribe, () => edits.of(comment.id));
  const conflict = edit !== undefined && isConflicting(edit, comment);
  const { id, content, revision } = comment;

  // Status changes bump the revision without changing the text; rebase silently.
  useEffect(() => {
    if (edit && !conflict && edit.revision !== revision) edits.rebase({ id, content, revision });
  }, [edits, edit, conflict, id, content, revision]);

  return {
    text: edit?.text ?? comment.content,
    edited: edit !== undefined && edit.text !== comment.content,
    conflict,
  };
}
