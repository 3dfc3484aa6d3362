import { useState } from 'react';
import type { GenerateResponse } from '#shared/contracts/drafts.ts';
import { usePickDraft } from '../../../api/drafts.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import type { CommentEditorState } from './use-comment-editor.ts';

export interface DraftChoice {
  content: string;
  /** What sets it apart; empty for the first draft. */
  angle: string;
  qualityScore: number;
  picked: boolean;
}

/** Holds the drafts of one answer; picking one does not change their order. */
export function useDraftChoices(editor: CommentEditorState) {
  const picking = usePickDraft();
  const [choices, setChoices] = useState<DraftChoice[]>([]);
  const [alternatives, setAlternatives] = useState<readonly string[]>([]);

  const contents = (answer: GenerateResponse) => (answer.alternatives ?? []).map(({ content }) => content);

  return {
    choices,
    isPending: picking.isPending,

    offer(answer: GenerateResponse) {
      const { generatedContent, qualityScore } = answer.comment;
      setAlternatives(contents(answer));
      setChoices([
        { content: generatedContent, angle: '', qualityScore, picked: true },
        ...(answer.alternatives ?? []).map((each) => ({ ...each, picked: false })),
      ]);
    },

    async pick(choice: DraftChoice) {
      const alternative = alternatives.indexOf(choice.content);
      if (!editor.comment) return;
      try {
        const answer = await picking.mutateAsync({ comment: editor.comment, alternative });
        setAlternatives(contents(answer));
        setChoices((before) => before.map((each) => ({ ...each, picked: each.content === choice.content })));
        editor.adopt(answer.comment);
      } catch (error) {
        toastFailure('Failed to pick this draft', error);
      }
    },
  };
}
