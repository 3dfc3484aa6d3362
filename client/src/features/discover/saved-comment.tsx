import { useEffect } from 'react';
import { Link } from 'wouter';
import type { Comment } from '#shared/contracts/comments.ts';
import { commentStyleLabels } from '#shared/contracts/enums.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { isEditable, whyTextRests } from '#shared/rules/comment-status.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { EarlierVersions } from '../../components/earlier-versions.tsx';
import { Button, buttonClasses } from '../../components/ui/button.tsx';
import { toast } from '../../lib/toast.ts';
import { CommentAnalysis } from './comment-analysis.tsx';
import { CommentEditor } from './comment-editor.tsx';
import { QualityBadge } from './quality-badge.tsx';
import { useCommentDraft } from './use-comment-draft.ts';
import { useQueueComment } from './use-queue-comment.ts';
import { WhyThisDraft } from './why-this-draft.tsx';

interface SavedCommentProps {
  /** As the server has it now. */
  comment: Comment;
  video: FoundVideo;
}

/** A found video's comment with its editor. */
export function SavedComment({ comment, video }: SavedCommentProps) {
  const draft = useCommentDraft(video.id, comment);
  const queue = useQueueComment(draft, () => undefined);
  const rests = whyTextRests(comment, comment.posting);
  const editable = isEditable(comment.status) && comment.posting === null && rests === null;
  const { edited } = draft;

  useEffect(() => draft.follow(comment));

  const save = async () => {
    if (await draft.save())
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
      <CommentEditor draft={draft} label="Comment" readOnly={!editable} />
      <div className="flex flex-wrap gap-2">
        {editable && (
          <Button
            variant="primary"
            disabled={!edited || !draft.savable || draft.isSaving}
            onClick={() => void save()}
          >
            Save Edits
          </Button>
        )}
        {!video.inQueue && comment.status !== 'posted' && (
          <Button disabled={!draft.savable || queue.isPending} onClick={() => void queue.run(false)}>
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
          edited={draft.edited || comment.content !== comment.generatedContent}
        />
      )}
      <EarlierVersions comment={comment} />
      <WhyThisDraft comment={comment} />
    </section>
  );
}
