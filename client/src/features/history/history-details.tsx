import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { commentStyleLabels } from '#shared/contracts/primitives.ts';
import { outOfTen } from '#shared/rules/comment-text.ts';
import { countOf } from '#shared/rules/format.ts';
import { useChannelTitle } from '../../api/auth.ts';
import { commentQuery } from '../../api/drafts.ts';
import { toastFailure } from '../../api/http.ts';
import { refreshComment } from '../../api/live.ts';
import { createReviewVerbs } from '../../api/review-verbs.ts';
import { CommentText, canEdit, PostingNote } from '../../components/comment-state.tsx';
import { FollowButton } from '../../components/follow-button.tsx';
import { QueryFailure } from '../../components/page.tsx';
import { useAddToQueue } from '../../components/row-actions.tsx';
import { SCORE_HINT, Score, useReadAgain } from '../../components/score.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { DateTime, When } from '../../components/time.tsx';
import {
  Button,
  ButtonLink,
  Skeleton,
  StateDot,
  TextLink,
} from '../../components/ui/button.tsx';
import { videoLink } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';
import { DiscardButton } from '../../review/discard-draft.tsx';
import { EarlierVersions, ReadingSummary } from '../../review/editor/draft-record.tsx';
import { reviewAddress } from '../../review/failure-step.ts';
import { DECIDED, subjectOf } from '../../review/review-words.ts';
import { PostedActions, stepsOf } from './posted-actions.tsx';

function AnalysisSection({
  row,
  analysis,
}: {
  row: CommentRow;
  analysis: CommentAnalysis | string | null;
}) {
  const reading = useReadAgain(row);
  const canRead = row.posting === null && canEdit(row);
  if (analysis === null || analysis === '') return null;
  return (
    <section className="text-sm">
      <h3 className="mb-1 font-medium">AI Analysis</h3>
      {typeof analysis === 'string' ? (
        <p className="max-w-measure whitespace-pre-wrap">{analysis}</p>
      ) : (
        <ReadingSummary
          analysis={analysis}
          text={row.content}
          isReading={reading.isPending}
          onReadAgain={canRead ? () => reading.mutate() : null}
        />
      )}
    </section>
  );
}

function RequeueButton({ comment }: { comment: CommentRow }) {
  const add = useAddToQueue();
  if (comment.inQueue || comment.status === 'posted') return null;
  return (
    <Button
      disabled={add.isPending}
      onClick={() => add.mutate({ commentId: comment.id })}
    >
      Add to Queue
    </Button>
  );
}

/**
 * Sends a rejected comment back to review. It may have left the queue by its age (rule
 * 4.12).
 */
function ReReviewButton({ comment }: { comment: CommentRow }) {
  const { id, videoId, video } = comment;
  const client = useQueryClient();
  const reReview = useMutation({
    mutationFn: (rejected: CommentRow) =>
      createReviewVerbs(client).decide(rejected, 'pending'),
    onSuccess: () =>
      toast({
        title: DECIDED.pending.title,
        subject: video.title,
        description: 'Comment has been marked as pending.',
        link: { label: 'Review It', href: reviewAddress(id) },
      }),
    onError: (error) =>
      toastFailure(
        'Update Failed',
        error,
        'Failed to update comment',
        subjectOf(comment),
      ),
    onSettled: () => refreshComment(client, id, videoId),
  });
  if (comment.status !== 'rejected' || !comment.inQueue) return null;
  return (
    <Button disabled={reReview.isPending} onClick={() => reReview.mutate(comment)}>
      Re-review
    </Button>
  );
}

type Shown = { row: CommentRow; whole: Comment | null | undefined };

function VideoFacts({
  row: { video },
  whole,
  isPending,
}: Shown & { isPending: boolean }) {
  const thumbnail = 'h-11.25 w-20 shrink-0';
  return (
    <div className="flex gap-3">
      {isPending ? (
        <Skeleton className={thumbnail} />
      ) : (
        <Thumbnail src={whole?.video.thumbnailUrl} className={thumbnail} />
      )}
      <div className="min-w-0 max-w-measure flex-1 text-sm text-muted">
        <p className="dotted flex flex-wrap tabular-nums">
          <span>{video.channelTitle}</span>
          <span>{countOf(video.viewCount, 'view')}</span>
          {whole && (
            <span>
              Published <DateTime iso={whole.video.publishedAt} format="date" />
            </span>
          )}
          <TextLink href={videoLink(video.youtubeId)}>Watch on YouTube</TextLink>
        </p>
        {isPending && <Skeleton className="h-[2lh]" />}
        {whole?.video.description && (
          <p className="line-clamp-2">{whole.video.description}</p>
        )}
        {whole?.video.available === false && (
          <p className="mt-1 text-pending">This video is no longer available.</p>
        )}
      </div>
    </div>
  );
}

function Steps({ row, whole }: Shown) {
  const channel = useChannelTitle();
  return (
    <ol
      aria-label="What became of it"
      className="grid grid-cols-[minmax(8.5rem,max-content)_0.5rem_minmax(0,1fr)] gap-x-3 text-sm"
    >
      {stepsOf(row, whole, channel).map(({ at, words, tone }) => (
        <li
          key={`${at} ${words}`}
          className="col-span-full grid grid-cols-subgrid pb-2.5"
        >
          <span className="text-muted tabular-nums">
            <When iso={at} />
          </span>
          <span className="relative flex flex-col pt-1.5 before:absolute before:top-3.5 before:-bottom-4 before:left-[3.5px] before:w-px before:bg-line in-[li:last-child]:before:hidden">
            <StateDot tone={tone} />
          </span>
          <p dir="auto">{words}</p>
        </li>
      ))}
    </ol>
  );
}

/**
 * Shows the details of a row and, once loaded, the rest of its comment. The actions stay
 * in place.
 */
export function HistoryDetails({ comment: row }: { comment: CommentRow }) {
  const query = useQuery(commentQuery(row.id));
  const { data: whole, isPending, error } = query;
  return (
    <div className="grid gap-x-12 gap-y-4 pt-1 pb-5 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {row.posting && <PostingNote posting={row.posting} />}
        {row.status === 'posted' && row.failureReason && (
          <p role="status" className="max-w-measure text-sm text-failed">
            {row.failureReason}
          </p>
        )}
        {row.answers && <AnsweredReply answers={row.answers} />}
        <CommentText className="text-voice sm:text-voice-lg">{row.content}</CommentText>
        <VideoFacts row={row} whole={whole} isPending={isPending} />
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
          <span>{commentStyleLabels[row.style]}</span>
          <span title={SCORE_HINT}>
            <Score comment={row}>{(score) => `Quality ${outOfTen(score)}/10`}</Score>
          </span>
        </p>
        {whole && <EarlierVersions comment={whole} />}
        {whole && <AnalysisSection row={row} analysis={whole.analysis} />}
        {isPending && <Skeleton className="h-40 max-w-measure" />}
        {!whole && error && (
          <QueryFailure query={query} fallback="Failed to load the comment" />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4 max-lg:row-start-2 lg:pt-1">
        <Steps row={row} whole={whole} />
        {whole && row.status === 'posted' && <PostedActions row={row} whole={whole} />}
        <div className="flex flex-wrap gap-2 empty:hidden">
          <RequeueButton comment={row} />
          <ReReviewButton comment={row} />
          {row.status === 'pending' && !row.inQueue && (
            <DiscardButton commentId={row.id} videoTitle={row.video.title} />
          )}
          {row.status === 'failed' && row.inQueue && (
            <ButtonLink href={reviewAddress(row.id)}>Review It</ButtonLink>
          )}
          <FollowButton video={row.video} />
        </div>
      </div>
    </div>
  );
}
