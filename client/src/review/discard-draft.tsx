import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { commentQuery, discardDraft } from '../api/drafts.ts';
import { errorText, toastFailure } from '../api/http.ts';
import { CommentText } from '../components/comment-state.tsx';
import { Button, Skeleton } from '../components/ui/button.tsx';
import { AlertDialog } from '../components/ui/dialog.tsx';
import { newestUnsavedEdits } from '../lib/unsaved.ts';

/**
 * Returns the unsaved edit of the draft if there is one, because discarding deletes that
 * too.
 */
const textOf = ({ id, revision, content }: Comment): string => {
  const edit = newestUnsavedEdits().get(id);
  return edit?.revision === revision ? edit.text : content;
};

interface DiscardDialogProps {
  commentId: number;
  videoTitle: string;
  onClose: () => void;
}

/**
 * Shows the text that would be deleted and asks for confirmation. Nothing else in the app
 * deletes a draft.
 */
function DiscardDialog({ commentId, videoTitle, onClose }: DiscardDialogProps) {
  const { data: comment, isPending, error } = useQuery(commentQuery(commentId));
  const discard = useMutation({
    mutationFn: (draft: Comment, { client }) => discardDraft(client, draft),
    onError: (failure) =>
      toastFailure('Discard Failed', failure, 'Failed to discard the draft', videoTitle),
  });
  let shown = <Skeleton className="mt-3 h-32" />;
  if (comment)
    shown = (
      <CommentText className="mt-3 text-voice-sm text-text">
        {textOf(comment)}
      </CommentText>
    );
  else if (!isPending)
    shown = (
      <p className="mt-3 text-failed">
        {errorText(error, 'This draft is no longer there.')}
      </p>
    );
  return (
    <AlertDialog
      title="Discard Draft"
      description={
        <>
          <p>
            The draft is deleted, and the video is free for another one. This action
            cannot be undone.
          </p>
          {shown}
        </>
      }
      cancelLabel="Keep"
      confirmLabel="Discard"
      confirmDisabled={!comment}
      danger
      onConfirm={() => comment && discard.mutate(comment)}
      onClose={onClose}
    />
  );
}

interface DiscardButtonProps {
  commentId: number;
  videoTitle: string;
  /** The id of the heading that names the draft's video. */
  describedBy?: string;
}

/** Discards a pending draft that is not in the queue. */
export function DiscardButton({
  commentId,
  videoTitle,
  describedBy,
}: DiscardButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        className="px-2"
        aria-describedby={describedBy}
        onClick={() => setIsAsking(true)}
      >
        Discard
      </Button>
      {isAsking && (
        <DiscardDialog
          commentId={commentId}
          videoTitle={videoTitle}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
