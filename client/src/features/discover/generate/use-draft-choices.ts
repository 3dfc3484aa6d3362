import { useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Alternative } from '#shared/contracts/draft-record.ts';
import type { GenerateResponse } from '#shared/contracts/drafts.ts';
import { usePickDraft, useWriteOthers } from '../../../api/drafts.ts';
import { toastFailure } from '../../../api/http.ts';
import type { CommentEditorState } from './use-comment-editor.ts';

export interface DraftChoice {
  content: string;
  /** What sets it apart; empty for the first draft. */
  angle: string;
  /** Null where it was not read a second time. */
  qualityScore: number | null;
  picked: boolean;
}

const asChoice = ({ content, angle, qualityScore, reading, scoreParts }: Alternative): DraftChoice => ({
  content,
  angle,
  qualityScore: reading || scoreParts.length > 0 ? qualityScore : null,
  picked: false,
});

/** Holds the drafts of one answer; picking one does not change their order. */
export function useDraftChoices(editor: CommentEditorState) {
  const picking = usePickDraft();
  const writing = useWriteOthers();
  const [choices, setChoices] = useState<DraftChoice[]>([]);
  const [alternatives, setAlternatives] = useState<readonly string[]>([]);

  const contents = (answer: GenerateResponse) => (answer.alternatives ?? []).map(({ content }) => content);

  return {
    choices,
    /** The picked one's score is the comment's: its reading comes later than its text. */
    shownWith: (comment: Comment | null): DraftChoice[] =>
      choices.map((choice) =>
        choice.picked && comment ? { ...choice, qualityScore: comment.qualityScore } : choice,
      ),
    isPending: picking.isPending,

    offer(answer: GenerateResponse) {
      const { generatedContent, qualityScore } = answer.comment;
      setAlternatives(contents(answer));
      setChoices([
        { content: generatedContent, angle: '', qualityScore, picked: true },
        ...(answer.alternatives ?? []).map(asChoice),
      ]);
    },

    /** Asks for two further drafts; what is shown stays. */
    async writeOthers() {
      if (!editor.comment) return;
      try {
        const answer = await writing.mutateAsync(editor.comment);
        setAlternatives(contents(answer));
        setChoices((before) => {
          const known = new Set(before.map(({ content }) => content));
          const more = (answer.alternatives ?? []).filter(({ content }) => !known.has(content));
          return [...before, ...more.map(asChoice)];
        });
      } catch (error) {
        toastFailure('Failed to write other drafts', error);
      }
    },
    isWriting: writing.isPending,

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
