import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { sendGuarded } from '../../api/comments.ts';
import { refreshComment } from '../../api/live.ts';
import { changePosted, usePostedAction, withdrawPosted } from '../../api/outcomes.ts';
import {
  CommentText,
  isBeingPosted,
  PostingNote,
} from '../../components/comment-state.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { TextareaField } from '../../components/ui/form-fields.tsx';
import { usePressGuard } from '../../lib/presses.ts';
import {
  CharacterCount,
  ConflictChoice,
  createUnsavedEdits,
  useUnsavedEdit,
} from '../../review/editor/comment-editor.tsx';
import { PostNow } from '../../review/post-now.tsx';

interface AmendmentProps {
  comment: CommentRow;
  onClose: () => void;
}

interface AmendmentDialogProps extends AmendmentProps {
  verb: 'Change' | 'Withdraw';
  variant?: 'primary' | 'secondary';
  disabled: boolean;
  onConfirm: () => void;
  children: ReactNode;
}

function AmendmentDialog(props: AmendmentDialogProps) {
  const {
    verb,
    variant = 'secondary',
    comment,
    disabled,
    onConfirm,
    onClose,
    children,
  } = props;
  const guard = usePressGuard();
  return (
    <Dialog
      onClose={onClose}
      title={`${verb} Comment`}
      description={
        <>
          <bdi>{comment.video.title}</bdi> · <bdi>{comment.video.channelTitle}</bdi>
        </>
      }
      footer={
        <PostNow
          verb={verb}
          variant={variant}
          disabled={disabled}
          guard={guard}
          onPost={onConfirm}
        />
      }
    >
      <div className="flex flex-col gap-4">
        {comment.answers && <AnsweredReply answers={comment.answers} />}
        {children}
      </div>
    </Dialog>
  );
}

/** Sends an amendment to YouTube with `call`, then closes the dialog. */
function useAmendment(
  { comment, onClose }: AmendmentProps,
  call: (revision: number) => Promise<CommentRow>,
  title: string,
  fallback: string,
) {
  const client = useQueryClient();
  const send = async () => {
    const answer = await sendGuarded(client, comment, call);
    refreshComment(client, comment.id);
    onClose();
    return answer;
  };
  const { isPending, mutate } = usePostedAction(comment.id, send, title, fallback);
  return { isResting: isPending || isBeingPosted(comment.posting), run: () => mutate() };
}

/**
 * Changes the text of a posted comment on YouTube, in two steps. The unsaved edit is kept
 * until YouTube has the new text, even if the dialog is closed.
 */
export function ChangeDialog(props: AmendmentProps) {
  const { comment } = props;
  const countId = useId();
  const [edits] = useState(() => {
    const kept = createUnsavedEdits();
    kept.rebase(comment);
    return kept;
  });
  const unsaved = useUnsavedEdit(edits, comment);
  const { text, edited } = unsaved;

  const { isResting, run } = useAmendment(
    props,
    async (revision) => {
      const answer = await changePosted(comment.id, { content: text, revision });
      if (!isBeingPosted(answer.posting)) edits.drop(comment.id);
      return answer;
    },
    'Change Failed',
    'Failed to change the comment',
  );
  const disabled =
    !edited || unsaved.conflict !== null || isResting || !isSavableText(text);

  return (
    <AmendmentDialog
      verb="Change"
      variant="primary"
      disabled={disabled}
      onConfirm={run}
      {...props}
    >
      <section>
        <h3 className="mb-1 text-sm font-medium">On YouTube now</h3>
        <CommentText className="text-voice text-muted">{comment.content}</CommentText>
      </section>
      <div className="flex flex-col gap-1.5">
        <TextareaField
          label="New text"
          value={text}
          readOnly={isResting}
          aria-describedby={countId}
          onValueChange={unsaved.setText}
          className="max-w-measure px-4 py-3 font-voice text-voice-lg max-sm:text-voice"
        />
        <div className="flex min-h-(--control) max-w-measure flex-wrap items-center justify-between gap-2">
          <CharacterCount id={countId} length={text.length} />
          {edited && (
            <Button disabled={isResting} onClick={() => edits.drop(comment.id)}>
              Restore Posted Text
            </Button>
          )}
        </div>
      </div>
      <ConflictChoice {...unsaved} />
      {comment.posting && <PostingNote posting={comment.posting} />}
      <p className="max-w-measure text-sm text-muted">
        YouTube shows the new text in place of the old one and marks it as edited. Likes
        and replies stay. The old text is kept here under Earlier versions.
      </p>
    </AmendmentDialog>
  );
}

export function WithdrawDialog(props: AmendmentProps) {
  const { id, content, withdrawnAt } = props.comment;
  const { isResting, run } = useAmendment(
    props,
    (revision) => withdrawPosted(id, revision),
    'Withdrawal Failed',
    'Failed to withdraw the comment',
  );
  return (
    <AmendmentDialog
      verb="Withdraw"
      disabled={isResting || withdrawnAt !== null}
      onConfirm={run}
      {...props}
    >
      <CommentText>{content}</CommentText>
      <p className="max-w-measure text-sm text-muted">
        YouTube deletes the comment with its likes and replies. That cannot be undone.
        Your text stays in your history here, marked as withdrawn.
      </p>
    </AmendmentDialog>
  );
}
