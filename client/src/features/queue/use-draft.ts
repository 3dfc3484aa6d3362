import { useEffect, useSyncExternalStore } from 'react';
import type { Comment } from '#shared/contracts/comments.ts';
import { type Drafts, isConflicting } from './drafts.ts';

/** The text in one card's editor. */
export function useDraft(drafts: Drafts, comment: Comment) {
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.of(comment.id));
  const conflict = draft !== undefined && isConflicting(draft, comment);
  const { id, content, revision } = comment;

  // A change of status moves the revision on but not the text: the draft moves along, without a question.
  useEffect(() => {
    if (draft && !conflict && draft.revision !== revision) drafts.rebase({ id, content, revision });
  }, [drafts, draft, conflict, id, content, revision]);

  return {
    text: draft?.text ?? comment.content,
    edited: draft !== undefined && draft.text !== comment.content,
    conflict,
  };
}
