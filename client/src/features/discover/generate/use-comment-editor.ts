import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { patchComment, updateComment } from '../../../api/comments.ts';
import { toastFailure } from '../../../api/http.ts';
import { newerComment, sendGuarded } from '../../../api/review-verbs.ts';
import {
  discardUnsavedEdit,
  discardUnsavedEdits,
  newestUnsavedEdits,
  readUnsavedEdit,
  readUnsavedText,
  writeUnsavedEdit,
  writeUnsavedText,
} from '../../../lib/unsaved.ts';

type Newer = NonNullable<ReturnType<typeof newerComment>>;

const startingText = (comment: Comment | null) =>
  comment ? (readUnsavedEdit(comment.id, comment.revision) ?? comment.content) : '';

/** Returns an unsaved edit of an older revision: the comment changed while its editor was closed. */
function editOfOlderRevision(comment: Comment | null): string | null {
  const edit = comment && newestUnsavedEdits().get(comment.id);
  return edit && edit.revision < comment.revision && edit.text !== comment.content ? edit.text : null;
}

function useSaveComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, content }: { comment: Comment; content: string }) =>
      sendGuarded(client, comment, (revision) => updateComment(comment.id, { content, revision })),
    onSuccess: (saved) => patchComment(client, saved.id, saved),
  });
}

/** Edits one comment, or the first one for a video. Unsaved text outlives failures, conflicts, new drafts and closing. */
export function useCommentEditor(videoId: number, initial: Comment | null) {
  const firstText = `comment-on.${videoId}`;
  const [comment, setComment] = useState(initial);
  const [text, setText] = useState(() => startingText(initial));
  const [replaced, setReplaced] = useState(
    () => editOfOlderRevision(initial) ?? (readUnsavedText(firstText) || null),
  );
  const [conflict, setConflict] = useState<Newer | null>(null);
  /** What a broken draft left in the editor; it counts as unedited. */
  const [brokenDraft, setBrokenDraft] = useState('');
  const saving = useSaveComment();
  const edited = text !== (comment?.content ?? brokenDraft);

  useEffect(() => {
    if (!comment) {
      // The dialog opens with an empty field, which must not erase the text it offers to restore.
      if (edited && text) writeUnsavedText(firstText, text);
    } else if (edited) writeUnsavedEdit(comment.id, comment.revision, text);
    else discardUnsavedEdit(comment.id, comment.revision);
  }, [comment, edited, firstText, text]);

  function replaceText(next: string) {
    // A text that continues the typed one contains all of it.
    if (edited && text.trim() && !next.startsWith(text.trim())) setReplaced(text);
    setText(next);
  }

  function failed(error: unknown): null {
    setConflict(newerComment(error));
    toastFailure('Save Failed', error, 'Failed to save comment');
    return null;
  }

  function discardUnsaved({ id }: Comment) {
    discardUnsavedEdits(id);
    writeUnsavedText(firstText, '');
  }

  async function save(): Promise<Comment | null> {
    if (!comment) return failed(new Error('No comment to save'));
    if (!edited) {
      discardUnsaved(comment);
      return comment;
    }
    try {
      const saved = await saving.mutateAsync({ comment, content: text });
      discardUnsaved(comment);
      setConflict(null);
      const next = { ...comment, ...saved, video: comment.video };
      setComment(next);
      return next;
    } catch (error) {
      return failed(error);
    }
  }

  function adopt(next: Comment) {
    replaceText(startingText(next));
    advance(next);
  }

  function advance(next: Comment) {
    setComment(next);
    setText(startingText(next));
    setConflict(null);
  }

  return {
    comment,
    text,
    setText,
    edited,
    savable: isSavableText(text),
    save,
    isSaving: saving.isPending,
    /** Unsaved text that a draft or a newer version replaced. */
    replaced,
    restore() {
      if (replaced === null) return;
      setText(replaced);
      setReplaced(null);
    },
    /** Shows a drafted or refreshed comment; an unsaved edit can be restored. */
    adopt,
    /** Shows what was made of the text that `save` returned; nothing is set aside. */
    advance,
    /** Takes over what was found out about the comment; its text and revision stay. */
    judge({ id, analysis, qualityScore }: Comment) {
      setComment((present) => (present?.id === id ? { ...present, analysis, qualityScore } : present));
    },
    /** Takes over a change made elsewhere. An unsaved edit is rebased if the text is the same, else saving reports the conflict. */
    follow(current: Comment) {
      if (!comment || saving.isPending || current.revision <= comment.revision) return;
      if (!edited) adopt(current);
      else if (current.content === comment.content) {
        discardUnsavedEdit(comment.id, comment.revision);
        setComment(current);
      }
    },
    keepBroken(words: string) {
      replaceText(words);
      setBrokenDraft(words);
    },
    conflict,
    /** Shows the newer text if that is why a change of this comment was refused. */
    meet(error: unknown) {
      setConflict(newerComment(error));
    },
    resolve(keep: 'newer' | 'mine') {
      if (!comment || !conflict) return;
      setComment({ ...comment, ...conflict });
      if (keep === 'newer') replaceText(conflict.content);
      setConflict(null);
    },
  };
}

export type CommentEditorState = ReturnType<typeof useCommentEditor>;
