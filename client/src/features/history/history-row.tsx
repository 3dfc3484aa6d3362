import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type { CommentRow, Visibility } from '#shared/contracts/comments.ts';
import { shownAt } from '#shared/contracts/lists.ts';
import { commentStyleLabels } from '#shared/contracts/primitives.ts';
import { isEditable, whyNotEditable } from '#shared/rules/comment-status.ts';
import { outOfTen } from '#shared/rules/comment-text.ts';
import { countOf } from '#shared/rules/format.ts';
import { authUserQuery } from '../../api/auth.ts';
import { commentQuery } from '../../api/drafts.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { refreshComment } from '../../api/live.ts';
import { createReviewVerbs } from '../../api/review-verbs.ts';
import { CommentText, PostingNote, StateBadge } from '../../components/comment-state.tsx';
import { FollowButton } from '../../components/follow-button.tsx';
import { LoadFailure } from '../../components/page.tsx';
import { DayTime } from '../../components/relative-time.tsx';
import { useAddToQueue } from '../../components/row-actions.tsx';
import { SCORE_HINT, Score, useReadAgain } from '../../components/score.tsx';
import { AnsweredReply, answerTo } from '../../components/thread.tsx';
import { Thumbnail } from '../../components/thumbnail.tsx';
import { DateTime, When } from '../../components/time.tsx';
import {
  Badge,
  Button,
  ButtonLink,
  Skeleton,
  StateDot,
  TextLink,
  type Tone,
} from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { formatNumber, videoLink } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';
import { visibilityLabels } from '../../lib/visibility-labels.ts';
import { DiscardButton } from '../../review/discard-draft.tsx';
import { EarlierVersions, ReadingSummary } from '../../review/editor/draft-record.tsx';
import { reviewAddress } from '../../review/failure-step.ts';
import { DECIDED, subjectOf } from '../../review/review-words.ts';
import { PostedActions, reasonWords, stepsOf } from './posted-actions.tsx';

function AnalysisSection({ row, analysis }: { row: CommentRow; analysis: CommentAnalysis | string | null }) {
  const reading = useReadAgain(row);
  const canRead = isEditable(row.status) && row.posting === null && whyNotEditable(row, row.posting) === null;
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
    <Button disabled={add.isPending} onClick={() => add.mutate({ commentId: comment.id })}>
      Add to Queue
    </Button>
  );
}

/** Sends a rejected comment back to review. It may have left the queue by its age (rule 4.12). */
function ReReviewButton({ comment }: { comment: CommentRow }) {
  const { id, videoId, video } = comment;
  const client = useQueryClient();
  const reReview = useMutation({
    mutationFn: (rejected: CommentRow) => createReviewVerbs(client).decide(rejected, 'pending'),
    onSuccess: () =>
      toast({
        title: DECIDED.pending.title,
        subject: video.title,
        description: 'Comment has been marked as pending.',
        link: { label: 'Review It', href: reviewAddress(id) },
      }),
    onError: (error) => toastFailure('Update Failed', error, 'Failed to update comment', subjectOf(comment)),
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

function VideoFacts({ row: { video }, whole, isPending }: Shown & { isPending: boolean }) {
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
        {whole?.video.description && <p className="line-clamp-2">{whole.video.description}</p>}
        {whole?.video.available === false && (
          <p className="mt-1 text-pending">This video is no longer available.</p>
        )}
      </div>
    </div>
  );
}

function Steps({ row, whole }: Shown) {
  const channel = useQuery(authUserQuery).data?.user?.channel?.title;
  return (
    <ol
      aria-label="What became of it"
      className="grid grid-cols-[minmax(8.5rem,max-content)_0.5rem_minmax(0,1fr)] gap-x-3 text-sm"
    >
      {stepsOf(row, whole, channel).map(({ at, words, tone }) => (
        <li key={`${at} ${words}`} className="col-span-full grid grid-cols-subgrid pb-2.5">
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

/** Shows the details of a row and, once loaded, the rest of its comment. The actions stay in place. */
function HistoryDetails({ comment: row }: { comment: CommentRow }) {
  const { data: whole, isPending, error, refetch } = useQuery(commentQuery(row.id));
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
          <LoadFailure onRetry={refetch}>{errorText(error, 'Failed to load the comment')}</LoadFailure>
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

const tones: Record<Visibility, Tone> = {
  public: 'posted',
  only_you: 'pending',
  removed: 'failed',
  unknown: 'rejected',
};

function State({ comment }: { comment: CommentRow }) {
  const { status, scheduledFor, withdrawnAt, visibility, visibilityReason } = comment;
  if (withdrawnAt)
    return (
      <Badge dot="rejected">
        {visibilityReason === 'gone_with_comment' ? reasonWords.gone_with_comment : 'Withdrawn'}
      </Badge>
    );
  if (status !== 'posted' || visibility === null)
    return <StateBadge state={status} scheduledFor={scheduledFor} />;
  return (
    <Badge dot={tones[visibility]} hollow={visibility === 'unknown'}>
      {visibilityLabels[visibility]}
    </Badge>
  );
}

function noteOn(comment: CommentRow): string | null {
  const { status, posting, failureCode, withdrawnAt, visibility, visibilityReason } = comment;
  if (status !== 'posted' || withdrawnAt) return null;
  if (posting) return 'Waiting for YouTube to confirm';
  if (failureCode) return failureCode.startsWith('withdrawal') ? 'Not withdrawn' : 'Not changed';
  if (visibility === null) return 'Not checked yet';
  return visibilityReason && reasonWords[visibilityReason];
}

function Outcome({ comment }: { comment: CommentRow }) {
  const note = noteOn(comment);
  return (
    <div className="min-w-0 max-xl:flex max-xl:flex-wrap max-xl:items-center max-xl:gap-x-2">
      <State comment={comment} />
      {note && <p className="text-xs text-muted xl:pl-3.5">{note}</p>}
      {comment.creatorRepliedAt && (
        <p className="text-xs font-medium text-accent xl:pl-3.5">Creator replied</p>
      )}
    </div>
  );
}

/** Shows a number under its column's head, or with its unit where there are no columns. */
function Figure({ count, one, many }: { count: number | null; one: string; many: string }) {
  if (count === null)
    return (
      <span className="text-right max-xl:hidden">
        <span aria-hidden>—</span>
        <span className="sr-only">{many} not known</span>
      </span>
    );
  return (
    <span className={classNames('xl:text-right', count > 0 && 'text-text')}>
      {formatNumber(count)} <span className="xl:sr-only">{count === 1 ? one : many}</span>
    </span>
  );
}

interface HistoryRowProps {
  comment: CommentRow;
  expanded: boolean;
  onToggle: (id: number) => void;
}

/** Columns: outcome, likes, replies, time of the last check, date. */
const COLUMNS = 'items-start gap-x-4 xl:grid xl:shrink-0 xl:grid-cols-[12.5rem_3rem_3.5rem_5.5rem_5.5rem]';

export const HistoryHead = () => (
  <div
    aria-hidden
    className="flex gap-x-3 border-b border-line px-(--gutter) py-1.5 text-xs text-muted max-xl:hidden"
  >
    <div className="flex-1">Video and comment</div>
    <div className={classNames(COLUMNS, '*:not-first:text-right')}>
      {['Outcome', 'Likes', 'Replies', 'Checked', 'Date'].map((name) => (
        <div key={name}>{name}</div>
      ))}
    </div>
  </div>
);

const FAILED = 'Posting failed, and YouTube gave no reason.';

export const HistoryRow = memo(function HistoryRow({ comment, expanded, onToggle }: HistoryRowProps) {
  const id = useId();
  const { video, status } = comment;
  const asOf = comment.outcomesCheckedAt ?? comment.visibilityCheckedAt;
  return (
    <article
      aria-labelledby={`${id}-title`}
      className={classNames('border-b border-line', expanded && 'bg-page')}
    >
      <div
        className={classNames(
          'relative flex items-start gap-x-3 px-(--gutter) py-1.5 transition-colors hover:bg-hover max-xl:flex-wrap',
          !expanded && 'xl:min-h-14',
        )}
      >
        <ChevronRight
          aria-hidden
          className={classNames(
            'mt-0.5 size-4 shrink-0 text-muted transition-transform sm:-ml-7',
            expanded && 'rotate-90',
          )}
        />
        <div className="min-w-0 flex-1 max-xl:basis-[calc(100%-3rem)]">
          <h2 id={`${id}-title`} className="text-base font-medium">
            <button
              type="button"
              dir="auto"
              aria-expanded={expanded}
              aria-controls={`${id}-details`}
              onClick={() => onToggle(comment.id)}
              className={classNames(
                'block w-full text-left after:absolute after:inset-0',
                !expanded && 'truncate',
              )}
            >
              {video.title}
            </button>
          </h2>
          {status === 'failed' ? (
            <p className={classNames('text-sm text-failed', !expanded && 'truncate')}>
              {comment.failureReason ?? FAILED}
            </p>
          ) : (
            // An open row shows the whole text below, so the excerpt is omitted.
            !expanded && (
              <p dir="auto" className="truncate text-left font-voice text-voice-sm text-muted">
                {comment.answers && <span className="font-sans text-xs">{answerTo(comment.answers)}: </span>}
                {comment.content}
              </p>
            )
          )}
        </div>
        <div
          className={classNames(
            COLUMNS,
            'text-sm text-muted tabular-nums max-xl:flex max-xl:w-full max-xl:flex-wrap max-sm:pl-7',
          )}
        >
          <Outcome comment={comment} />
          {status === 'posted' && (
            <>
              <Figure count={comment.likeCount} one="like" many="likes" />
              <Figure count={comment.replyCount} one="reply" many="replies" />
              <span className="text-right max-xl:hidden">{asOf && <DayTime iso={asOf} />}</span>
            </>
          )}
          <span className="max-xl:ml-auto xl:col-start-5 xl:text-right">
            <DayTime iso={shownAt(comment)} />
          </span>
        </div>
      </div>
      <div id={`${id}-details`} className="px-(--gutter) max-sm:pl-[calc(var(--gutter)+1.75rem)]">
        {expanded && <HistoryDetails comment={comment} />}
      </div>
    </article>
  );
});
