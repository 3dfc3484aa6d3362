import { useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { RegenerateRequest } from '#shared/contracts/draft-requests.ts';
import type { GenerateResponse } from '#shared/contracts/drafts.ts';
import { useRegenerateComment, useVouch } from '../../../api/drafts.ts';
import { toastFailure } from '../../../api/http.ts';
import type { CommentEditorState } from './use-comment-editor.ts';

interface Change {
  before: string;
  after: string;
}

/** Changes the text on the screen by another version of it or by vouching for a sentence. Edits are saved first. */
export function useChangeDraft(editor: CommentEditorState, onDrafted: (answer: GenerateResponse) => void) {
  const regenerate = useRegenerateComment();
  const vouch = useVouch();
  const [isPending, setIsPending] = useState(false);
  const [change, setChange] = useState<Change | null>(null);

  async function onSaved(act: (saved: Comment) => Promise<void>, failure: string): Promise<boolean> {
    setIsPending(true);
    try {
      const saved = await editor.save();
      if (!saved) return false;
      await act(saved);
      return true;
    } catch (error) {
      editor.meet(error);
      toastFailure(failure, error);
      return false;
    } finally {
      setIsPending(false);
    }
  }

  return {
    isPending,
    /** What the last wish changed; null once another version is shown. */
    change: change?.after === editor.comment?.content ? change : null,

    /** Returns whether there is a new version. */
    steer: (request: RegenerateRequest) =>
      onSaved(async (saved) => {
        const answer = await regenerate.mutateAsync({ id: saved.id, request });
        editor.advance(answer.comment);
        onDrafted(answer);
        setChange({ before: saved.content, after: answer.comment.content });
      }, 'Failed to change the draft'),

    vouch: (sentence: string) =>
      onSaved(async (comment) => {
        editor.advance(await vouch.mutateAsync({ comment, sentence }));
      }, 'Failed to confirm the sentence'),
  };
}
