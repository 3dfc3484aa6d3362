import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { isEditable, whyNotEditable } from '#shared/rules/comment-status.ts';
import { useReadAgain } from '../../../api/drafts.ts';
import { toastFailure } from '../../../api/http.ts';
import { StateBadge } from '../../../components/comment-state.tsx';
import { useMarkedText } from '../../../components/marked-text.tsx';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { DialogFooter } from '../../../components/ui/dialog.tsx';
import { toast } from '../../../lib/toast.ts';
import { DialogPanes } from '../dialog-panes.tsx';
import { analysisOf } from '../generate/comment-analysis.tsx';
import { CommentEditor } from '../generate/comment-editor.tsx';
import { DraftDetails } from '../generate/draft-details.tsx';
import { DraftFacts } from '../generate/draft-facts.tsx';
import { GroundedField } from '../generate/grounded-field.tsx';
import { useChangeDraft } from '../generate/use-change-draft.ts';
import { useCommentEditor } from '../generate/use-comment-editor.ts';
import { useQueueComment } from '../generate/use-queue-comment.ts';

interface SavedCommentProps {
  comment: Comment;
  video: FoundVideo;
  side: ReactNode;
}

export function SavedComment({ comment, video, side }: SavedCommentProps) {
  const editor = useCommentEditor(video.id, comment);
  const queue = useQueueComment(editor);
  const change = useChangeDraft(editor, () => undefined);
  const readAgain = useReadAgain((error) => toastFailure('Failed to read it again', error));
  const rests = whyNotEditable(comment, comment.posting);
  const editable = isEditable(comment.status) && comment.posting === null && rests === null;
  const { edited } = editor;
  const marked = useMarkedText({
    text: editor.text,
    setText: editor.setText,
    draftGaps: comment.gaps,
    grounding: analysisOf(comment),
    readOnly: !editable || change.isPending,
  });
  const isScheduled = video.commentStatus?.isScheduled ?? false;
  const reviewAddress = isScheduled ? '/scheduled' : `/queue?comment=${comment.id}`;
  const add = () => void queue.run(false, () => undefined);

  useEffect(() => editor.follow(comment));

  const save = async () => {
    if (await editor.save())
      toast({ title: 'Comment Saved', description: 'Your edits have been saved successfully.' });
  };

  return (
    <>
      <DialogPanes side={side}>
        <section aria-label="Comment" className="flex flex-col gap-3.5">
          <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
            <StateBadge state={isScheduled ? 'scheduled' : comment.status} />
            <span className="text-sm text-muted">{commentStyleLabels[comment.style]}</span>
          </div>
          {comment.failureReason && <p className="text-failed">{comment.failureReason}</p>}
          {rests && <p className="max-w-measure text-sm text-muted">{rests}</p>}
          <CommentEditor
            editor={editor}
            label="Comment"
            field={(control) => (
              <GroundedField
                video={video}
                marked={marked}
                live={null}
                control={control}
                onVouch={(sentence) => void change.vouch(sentence)}
              />
            )}
          >
            <DraftFacts comment={comment} edited={edited || comment.content !== comment.generatedContent} />
          </CommentEditor>
          <DraftDetails
            comment={comment}
            text={editor.text}
            isReading={readAgain.isPending}
            onReadAgain={editable && !edited ? () => readAgain.mutate(comment) : null}
          />
        </section>
      </DialogPanes>
      <DialogFooter>
        {comment.youtubeUrl && (
          <a href={comment.youtubeUrl} target="_blank" rel="noreferrer" className={buttonClasses()}>
            Open Comment on YouTube
          </a>
        )}
        {video.inQueue && (
          <Link href={reviewAddress} className={buttonClasses()}>
            {isScheduled ? 'Go to Scheduled' : 'Go to Review Queue'}
          </Link>
        )}
        {!video.inQueue && comment.status !== 'posted' && (
          <Button disabled={!editor.savable || queue.isPending} onClick={add}>
            Add to Queue
          </Button>
        )}
        {editable && (
          <Button
            variant="primary"
            disabled={!edited || !editor.savable || editor.isSaving}
            onClick={() => void save()}
          >
            Save Edits
          </Button>
        )}
      </DialogFooter>
    </>
  );
}
