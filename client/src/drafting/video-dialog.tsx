import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { commentStyleLabels } from '#shared/contracts/primitives.ts';
import type { FoundVideo } from '#shared/contracts/videos.ts';
import { whyNotEditable } from '#shared/rules/comment-status.ts';
import { isSavableText } from '#shared/rules/comment-text.ts';
import { formatCount } from '#shared/rules/format.ts';
import { commentQuery } from '../api/drafts.ts';
import { canEdit, RestoredNote, StateBadge } from '../components/comment-state.tsx';
import { FollowButton } from '../components/follow-button.tsx';
import { LoadError } from '../components/page.tsx';
import { Thumbnail } from '../components/thumbnail.tsx';
import { DateTime } from '../components/time.tsx';
import { Badge, Button, ButtonLink, Skeleton } from '../components/ui/button.tsx';
import { Facts } from '../components/ui/choices.tsx';
import { Dialog, DialogFooter } from '../components/ui/dialog.tsx';
import { videoLink } from '../lib/formats.ts';
import { EditorFrame } from '../review/editor/comment-editor.tsx';
import { useMarkedText } from '../review/editor/marked-text.tsx';
import { DraftChoices } from './draft-choices.tsx';
import { DialogPanes, DraftDetails, DraftFacts } from './draft-details.tsx';
import { useQueueComment } from './generate-footer.tsx';
import { ContentIntelligence } from './result-row.tsx';
import { useCommentEditor } from './use-comment-editor.ts';
import { useDraft } from './use-draft.ts';
import { CommentStatusBadge, MatchBadge } from './video-badges.tsx';
import { isClosed } from './video-selection.ts';

const isEditableNow = (comment: Comment): boolean =>
  comment.posting === null && canEdit(comment);

/** Links to the page that lists the queued comment. */
function ToItsList({ video, commentId }: { video: FoundVideo; commentId: number }) {
  if (video.commentStatus?.isScheduled)
    return <ButtonLink href="/scheduled">Go to Scheduled</ButtonLink>;
  return <ButtonLink href={`/queue?comment=${commentId}`}>Go to Review Queue</ButtonLink>;
}

function SavedComment({
  comment,
  video,
  side,
}: {
  comment: Comment;
  video: FoundVideo;
  side: ReactNode;
}) {
  const editor = useCommentEditor({ commentId: comment.id });
  const queue = useQueueComment(editor);
  const draft = useDraft(video, editor);
  const rests = whyNotEditable(comment, comment.posting);
  const editable = isEditableNow(comment);
  const { edited } = editor;
  const marked = useMarkedText(editor, editor.comment, !editable || draft.busy !== null);
  const isLooseDraft = comment.status === 'pending' && !video.inQueue;

  return (
    <>
      <DialogPanes side={side}>
        <section aria-label="Comment" className="flex flex-col gap-3.5">
          <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
            <StateBadge state={comment.status} scheduledFor={comment.scheduledFor} />
            <span className="text-sm text-muted">
              {commentStyleLabels[comment.style]}
            </span>
          </div>
          {comment.restoredFrom && <RestoredNote madeAt={comment.restoredFrom} />}
          {comment.failureReason && (
            <p className="text-failed">{comment.failureReason}</p>
          )}
          {rests && <p className="max-w-measure text-sm text-muted">{rests}</p>}
          {isLooseDraft && draft.choices.length > 1 && (
            <DraftChoices
              choices={draft.choices}
              picked={draft.picked}
              disabled={!editable || draft.busy !== null}
              onPick={({ content }) => void draft.pick(content)}
            />
          )}
          <EditorFrame
            label="Comment"
            marked={marked}
            unsaved={editor}
            video={video}
            onVouch={(sentence) => void draft.vouch(sentence)}
          >
            <DraftFacts comment={comment} edited={edited} isReading={draft.isBeingRead} />
          </EditorFrame>
          <DraftDetails
            comment={comment}
            text={editor.text}
            isReading={draft.isBeingRead}
            onReadAgain={editable && !edited ? () => void draft.readAgain() : null}
          />
        </section>
      </DialogPanes>
      <DialogFooter>
        <FollowButton video={video} />
        {comment.youtubeUrl && (
          <ButtonLink href={comment.youtubeUrl}>Open Comment on YouTube</ButtonLink>
        )}
        {video.inQueue && <ToItsList video={video} commentId={comment.id} />}
        {!video.inQueue && comment.status !== 'posted' && (
          <Button
            disabled={!isSavableText(editor.text) || queue.isPending}
            onClick={() => void queue.run(false)}
          >
            Add to Queue
          </Button>
        )}
        {editable && (
          <Button
            variant="primary"
            disabled={!edited || !isSavableText(editor.text) || editor.isSaving}
            onClick={() => void editor.saveEdits()}
          >
            Save Edits
          </Button>
        )}
      </DialogFooter>
    </>
  );
}

const VideoFacts = ({ video }: { video: FoundVideo }) => (
  <div className="flex flex-col gap-4 pt-5 md:pt-0">
    <Thumbnail src={video.thumbnailUrl} className="w-full max-w-80" />
    <Facts
      facts={[
        ['Views', formatCount(video.viewCount)],
        ['Likes', formatCount(video.likeCount)],
        ['Comments', video.commentsOff ? 'Off' : formatCount(video.commentCount)],
        ['Published', <DateTime key="published" iso={video.publishedAt} />],
      ]}
    />
    <div className="flex flex-wrap gap-2">
      <MatchBadge video={video} />
      {video.tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      <CommentStatusBadge video={video} />
    </div>
    <ButtonLink href={videoLink(video.youtubeId)} className="self-start">
      <ExternalLink />
      Watch on YouTube
    </ButtonLink>
    <ContentIntelligence video={video} />
    {video.description && (
      <section className="border-t pt-3">
        <h3 className="text-sm font-semibold">Description</h3>
        <p dir="auto" className="mt-1 text-left text-sm whitespace-pre-line text-soft">
          {video.description}
        </p>
      </section>
    )}
  </div>
);

function CommentPane({ video, commentId }: { video: FoundVideo; commentId: number }) {
  const query = useQuery(commentQuery(commentId));
  const { data: comment, error } = query;
  const side = <VideoFacts video={video} />;
  if (comment)
    return <SavedComment key={comment.id} comment={comment} video={video} side={side} />;
  return (
    <DialogPanes side={side}>
      {error ? <LoadError what="comment" query={query} /> : <Skeleton className="h-59" />}
    </DialogPanes>
  );
}

/** Uses one column, because there is no comment to show next to the video. */
function VideoAlone({
  video,
  onGenerate,
}: {
  video: FoundVideo;
  onGenerate: () => void;
}) {
  const whyClosed = video.commentsOff
    ? 'Comments are off for this video.'
    : 'This video is no longer available.';
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-(--dialog-gutter) pb-5 md:pt-5">
        <VideoFacts video={video} />
      </div>
      <DialogFooter>
        <p className="mr-auto min-w-0 text-sm text-muted">
          {isClosed(video) ? whyClosed : 'You have no comment for this video yet.'}
        </p>
        <FollowButton video={video} />
        <Button variant="primary" disabled={isClosed(video)} onClick={onGenerate}>
          Generate Comment
        </Button>
      </DialogFooter>
    </>
  );
}

export function VideoDialog(props: {
  video: FoundVideo;
  onGenerate: () => void;
  onClose: () => void;
}) {
  const { video, onGenerate, onClose } = props;
  const commentId = video.generatedComment?.id;
  return (
    <Dialog
      onClose={onClose}
      size={commentId === undefined ? 'md' : 'desk'}
      flush
      title={video.title}
      description={video.channelTitle}
    >
      {commentId === undefined ? (
        <VideoAlone video={video} onGenerate={onGenerate} />
      ) : (
        <CommentPane video={video} commentId={commentId} />
      )}
    </Dialog>
  );
}
