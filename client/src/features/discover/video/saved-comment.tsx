import { useEffect } from 'react';
import { Link } from 'wouter';
import type { Comment } from '#shared/contracts/comments.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { isEditable, whyTextRests } from '#shared/rules/comment-status.ts';
import { StateBadge } from '../../../components/comment-state.tsx';
import { EarlierVersions } from '../../../components/earlier-versions.tsx';
import { Button, buttonClasses } from '../../../components/ui/button.tsx';
import { toast } from '../../../lib/toast.ts';
import { CommentAnalysis } from '../generate/comment-analysis.tsx';
import { CommentEditor } from '../generate/comment-editor.tsx';
import { QualityBadge } from '../generate/quality-badge.tsx';
import { useCommentEditor } from '../generate/use-comment-editor.ts';
import { useQueueComment } from '../generate/use-queue-comment.ts';
import { WhyThisDraft } from '../generate/why-this-draft.tsx';

interface SavedCommentProps {
  comment: Comment;
  video: FoundVideo;
}

export function SavedComment({ comment, video }: SavedCommentProps) {
  const editor = useCommentEditor(video.id, comment);
  const queue = useQueueComment(editor, () => undefined);
  const rests = whyTextRests(comment, comment.posting);
  const editable = isEditable(comment.status) && comment.posting === null && rests === null;
  const { edited } = editor;

  useEffect(() => editor.follow(comment));

  const save = async () => {
    if (await editor.save())
      toast({ title: 'Comment Saved', description: 'Your edits have been saved successfully.' });
  };

  return (
    <section aria-label="Comment" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <StateBadge state={video.commentStatus?.isScheduled ? 'scheduled' : comment.status} />
        <QualityBadge score={comment.qualityScore} />
        <span className="text-sm text-muted">{commentStyleLabels[comment.style]}</span>
      </div>
      {comment.failureReason && <p className="text-failed">{comment.failureReason}</p>}
      {rests && <p className="max-w-measure text-sm text-muted">{rests}</p>}
      <CommentEditor editor={editor} label="Comment" readOnly={!editable} />
      <div className="flex flex-wrap gap-2">
        {editable && (
          <Button
            variant="primary"
            disabled={!edited || !editor.savable || editor.isSaving}
            onClick={() => void save()}
          >
            Save Edits
          </Button>
        )}
        {!video.inQueue && comment.status !== 'posted' && (
          <Button disabled={!editor.savable || queue.isPending} onClick={() => void queue.run(false)}>
            Add to Queue
          </Button>
        )}
        {video.inQueue && (
          <Link href={video.commentStatus?.isScheduled ? '/scheduled' : '/queue'} className={buttonClasses()}>
            {video.commentStatus?.isScheduled ? 'Go to Scheduled' : 'Go to Review Queue'}
          </Link>
        )}
        {comment.youtubeUrl && (
          <a href={comment.youtubeUrl} target="_blank" rel="noreferrer" className={buttonClasses()}>
            Open Comment on YouTube
          </a>
        )}
      </div>
      {comment.analysis && typeof comment.analysis !== 'string' && (
        <CommentAnalysis
          analysis={comment.analysis}
          edited={editor.edited || comment.content !== comment.generatedContent}
        />
      )}
      <EarlierVersions comment={comment} />
      <WhyThisDraft comment={comment} />
    </section>
  );
}
