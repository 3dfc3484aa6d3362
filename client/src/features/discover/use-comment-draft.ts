import { useEffect, useState } from 'react';
import type { Comment } from '#shared/contracts/comments.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { errorText } from '../../api/error-text.ts';
import { newerComment } from '../../api/revision-conflict.ts';
import { toast } from '../../lib/toast.ts';
import {
  discardUnsavedEdit,
  discardUnsavedEdits,
  newestUnsavedEdits,
  readUnsavedEdit,
  writeUnsavedEdit,
} from '../../lib/unsaved-edits.ts';
import { readUnsavedText, writeUnsavedText } from '../../lib/unsaved-text.ts';
import { useSaveComment } from './use-save-comment.ts';

type Newer = NonNullable<ReturnType<typeof newerComment>>;

const startingText = (comment: Comment | null) =>
  comment ? (readUnsavedEdit(comment.id, comment.revision) ?? comment.content) : '';

/** What was typed over an older version than this one, as when the comment changed while its editor was closed. */
function typedOverOlder(comment: Comment | null): string | null {
  const stored = comment && newestUnsavedEdits().get(comment.id);
  return stored && stored.revision < comment.revision && stored.text !== comment.content ? stored.text : null;
}

/**
 * The text of one comment being written, or of the first one for this video. What was typed outlives failures,
 * conflicts, new drafts and a closed dialog.
 */
export function useCommentDraft(videoId: number, initial: Comment | null) {
  const first = `comment-on.${videoId}`;
  const [comment, setComment] = useState(initial);
  const [text, setText] = useState(() => startingText(initial));
  const [replaced, setReplaced] = useState(() => typedOverOlder(initial) ?? (readUnsavedText(first) || null));
  const [conflict, setConflict] = useState<Newer | null>(null);
  /** What came of a draft that broke off: in the editor, and not typed by anybody. */
  const [kept, setKept] = useState('');
  const saving = useSaveComment();
  const edited = text !== (comment?.content ?? kept);

  useEffect(() => {
    if (!comment) {
      // An empty field is not that: SPEC §2 opens the dialog with one, and offers what was typed.
      if (edited && text) writeUnsavedText(first, text);
    } else if (edited) writeUnsavedEdit(comment.id, comment.revision, text);
    else discardUnsavedEdit(comment.id, comment.revision);
  }, [comment, edited, first, text]);

  function replaceText(next: string) {
    // A text that goes on from the typed one has all of it.
    if (edited && text.trim() && !next.startsWith(text.trim())) setReplaced(text);
    setText(next);
  }

  function failed(error: unknown): null {
    setConflict(newerComment(error));
    toast({
      title: 'Save Failed',
      description: errorText(error, 'Failed to save comment'),
      variant: 'destructive',
    });
    return null;
  }

  /** The person has chosen this text: no other one is offered any more. */
  function settled({ id }: Comment) {
    discardUnsavedEdits(id);
    writeUnsavedText(first, '');
  }

  async function save(): Promise<Comment | null> {
    if (!comment) return failed(new Error('No comment to save'));
    if (!edited) {
      settled(comment);
      return comment;
    }
    try {
      const saved = await saving.mutateAsync({ comment, content: text });
      settled(comment);
      setConflict(null);
      setComment(saved);
      return saved;
    } catch (error) {
      return failed(error);
    }
  }

  function adopt(next: Comment) {
    setComment(next);
    replaceText(startingText(next));
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
    /** A text of the person's that a new draft or a newer version took the place of. */
    replaced,
    restore() {
      if (replaced === null) return;
      setText(replaced);
      setReplaced(null);
    },
    /** Takes a drafted or refreshed comment in; an edit in progress can be restored. */
    adopt,
    /** Takes a change made elsewhere in. What is being typed moves along with a change of status; over another text it stays as it is, and saving asks. */
    follow(current: Comment) {
      if (!comment || saving.isPending || current.revision <= comment.revision) return;
      if (!edited) adopt(current);
      else if (current.content === comment.content) {
        discardUnsavedEdit(comment.id, comment.revision);
        setComment(current);
      }
    },
    /** Takes what came of a draft that broke off. */
    keep(words: string) {
      replaceText(words);
      setKept(words);
    },
    conflict,
    /** Goes on from the newer version: with its text, or with one's own over it. */
    resolve(keep: 'newer' | 'mine') {
      if (!comment || !conflict) return;
      setComment({ ...comment, ...conflict });
      if (keep === 'newer') replaceText(conflict.content);
      setConflict(null);
    },
  };
}

export type CommentDraft = ReturnType<typeof useCommentDraft>;
