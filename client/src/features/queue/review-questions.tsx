import { HoldDialog } from '../../components/hold-dialog.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import type { ReviewActions, ReviewQuestions } from './use-review-actions.ts';

interface ReviewQuestionsProps {
  questions: ReviewQuestions;
  actions: ReviewActions;
}

/** What only the person can answer after the server has refused. */
export function ReviewQuestionDialogs({ questions, actions }: ReviewQuestionsProps) {
  const { retrying, held, dismiss } = questions;
  return (
    <>
      {retrying && (
        <RetryDialog
          item={retrying}
          onClose={dismiss}
          onConfirm={() => void actions.decide(retrying, 'approved', true)}
        />
      )}
      {held && (
        <HoldDialog held={held} onClose={dismiss} onTry={() => void actions.post(held.comment, true)} />
      )}
    </>
  );
}
