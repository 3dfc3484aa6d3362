import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { neutralVoiceNote, notScored } from '#shared/rules/comment-text.ts';
import { readAgain } from '../api/drafts.ts';
import { useChange } from '../api/http.ts';
import { Button } from './ui/button.tsx';

export const SCORE_HINT =
  'Chime In’s estimate of how likely you are to post this text unchanged. The model reads it a second time, and each of its claims is looked up.';

type Scored = Pick<
  CommentRow,
  'qualityScore' | 'isScoreCurrent' | 'voiceProfileId' | 'model'
>;

/**
 * Shows the score in the wording of `children`. Hides a score that belongs to the text
 * before an edit.
 */
export function Score(props: {
  comment: Scored;
  edited?: boolean;
  children: (score: number) => ReactNode;
}) {
  const { comment, edited = false, children } = props;
  if (edited || !comment.isScoreCurrent) return notScored(comment);
  return (
    <>
      {children(comment.qualityScore)}
      {neutralVoiceNote(comment)}
    </>
  );
}

/** Makes the model read the saved text of a comment again and score it. */
export function useReadAgain(comment: Pick<CommentRow, 'id' | 'content' | 'revision'>) {
  const client = useQueryClient();
  return useChange(() => readAgain(client, comment), [], 'Failed to read the text again');
}

export function ReadAgain({ comment }: { comment: Parameters<typeof useReadAgain>[0] }) {
  const reading = useReadAgain(comment);
  return (
    <Button busy={reading.isPending && 'Reading…'} onClick={() => reading.mutate()}>
      Read again
    </Button>
  );
}
