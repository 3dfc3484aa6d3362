import {
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { CommentStyle } from '#shared/contracts/primitives.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { commentQuery, writeByHand } from '../api/drafts.ts';
import { toastFailure } from '../api/http.ts';
import { toast } from '../lib/toast.ts';
import { useUnsavedText } from '../lib/unsaved.ts';
import { useUnsavedEdit } from '../review/editor/comment-editor.tsx';
import { useReviewActions } from '../review/review-actions.ts';

const NO_COMMENT = { id: 0, content: '', revision: 0 };

/**
 * A comment that the user writes without a draft. The text is kept over a reload and the
 * closed dialog until it is stored.
 */
export function useByHand(video: FoundVideo, style: CommentStyle) {
  const [text, setText] = useUnsavedText(`by-hand.${video.id}`);
  const [isOn, setIsOn] = useState(text !== '');
  return {
    isOn,
    text,
    setText,
    /** Opens the field, with the words of an unfinished draft if there are any. */
    begin(words: string) {
      setIsOn(true);
      if (words) setText(words);
    },
    /** Stores the text as a comment, which is then edited like a draft. */
    async store(client: QueryClient): Promise<Comment> {
      const comment = await writeByHand(client, {
        videoId: video.id,
        style,
        content: text,
      });
      setText('');
      setIsOn(false);
      return comment;
    },
  };
}

type ByHand = ReturnType<typeof useByHand>;

interface Edited {
  /** The id of a comment that exists already. */
  commentId?: number;
  /** Missing where a comment cannot be written by hand. */
  byHand?: ByHand;
}

/**
 * Edits one comment, or none until there is a draft or a text written by hand. Unsaved
 * text survives failures, conflicts and closing.
 */
export function useCommentEditor({ commentId, byHand }: Edited = {}) {
  const client = useQueryClient();
  const reviewing = useReviewActions();
  const { edits } = reviewing.review;
  const [id, show] = useState(commentId);
  const comment =
    useQuery({ ...commentQuery(id ?? 0), enabled: id !== undefined }).data ?? null;
  const unsaved = useUnsavedEdit(edits, comment ?? NO_COMMENT);
  const saving = useMutation({ mutationFn: reviewing.actions.saved });
  const [isStoring, setIsStoring] = useState(false);
  /** Set while the user writes without a draft. */
  const written = !comment && byHand?.isOn ? byHand : null;

  async function store(typed: ByHand): Promise<Comment | null> {
    setIsStoring(true);
    try {
      const stored = await typed.store(client);
      show(stored.id);
      return stored;
    } catch (error) {
      toastFailure('Save Failed', error, 'Failed to save comment');
      return null;
    } finally {
      setIsStoring(false);
    }
  }

  /**
   * Returns the stored comment, or null on failure. Discards the edit if the text is
   * empty.
   */
  async function save(): Promise<Comment | null> {
    if (written) return store(written);
    if (!comment) return null;
    if (!unsaved.text.trim()) edits.drop(comment.id);
    if (!(await saving.mutateAsync(comment))) return null;
    return client.getQueryData(commentQuery(comment.id).queryKey) ?? null;
  }

  const canSave = comment !== null || (written !== null && written.text.trim() !== '');

  async function saveEdits(): Promise<void> {
    if (!canSave) {
      toastFailure(
        'Save Failed',
        new Error('No comment to save'),
        'Failed to save comment',
      );
    } else if (await save()) {
      toast({
        title: 'Comment Saved',
        description: 'Your edits have been saved successfully.',
      });
    }
  }

  return {
    ...unsaved,
    ...(written && { text: written.text, setText: written.setText }),
    ...reviewing,
    comment,
    isByHand: written !== null,
    /** Whether there is a comment, or a text to make one of. */
    canSave,
    show,
    save,
    saveEdits,
    isSaving: saving.isPending,
    /** While a text written by hand becomes a comment. Typing would be lost. */
    isStoring,
  };
}

export type CommentEditorState = ReturnType<typeof useCommentEditor>;
