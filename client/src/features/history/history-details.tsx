import { useQuery } from '@tanstack/react-query';
import type { Comment, CommentAnalysis } from '#shared/contracts/comment-detail.ts';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { commentStyleLabels } from '#shared/contracts/primitives.ts';
import { neutralVoiceNote, outOfTen } from '#shared/rules/comment-text.ts';
import { countOf } from '#shared/rules/format.ts';
import { authUserQuery } from '../../api/auth.ts';
import { commentQuery } from '../../api/drafts.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { announceQueued, useAddToQueue } from '../../api/use-add-to-queue.ts';
import { PostingNote } from '../../components/comment-state.tsx';
import { DraftChecks, EarlierVersions, ReadingSummary } from '../../components/draft-record.tsx';
import { FollowButton } from '../../components/follow-button.tsx';
import { Thumbnail } from '../../components/pictures.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { DateTime, When } from '../../components/time.tsx';
import { Button, Skeleton, StateDot } from '../../components/ui/button.tsx';
import { videoLink } from '../../lib/formats.ts';
import { stepsOf } from './history-steps.ts';
import { PostedActions } from './posted-actions.tsx';

function Facts({ analysis, text }: { analysis: CommentAnalysis; text: string }) {
  const isOlder = analysis.scoreParts.length > 0;
  return (
    <div className="flex flex-col gap-3">
      <ReadingSummary analysis={analysis} text={text} onReadAgain={null} />
      <DraftChecks checks={analysis.checks.filter(({ passed }) => isOlder || !passed)} />
    </div>
  );
}

function AnalysisSection({ analysis, text }: { analysis: CommentAnalysis | string | null; text: string }) {
  if (analysis === null || analysis === '') return null;
  return (
    <section className="text-sm">
      <h3 className="mb-1 font-medium">AI Analysis</h3>
      {typeof analysis === 'string' ? (
        <p className="max-w-measure whitespace-pre-wrap">{analysis}</p>
      ) : (
        <Facts analysis={analysis} text={text} />
      )}
    </section>
  );
}

function RequeueButton({ comment }: { comment: CommentRow }) {
  const add = useAddToQueue();
  if (comment.inQueue || comment.status === 'posted') return null;
  const requeue = () =>
    add.mutate(
      { commentId: comment.id, priority: 0, autoPost: false },
      {
        onSuccess: () => announceQueued(comment.id),
        onError: (error) => toastFailure('Error', error, 'Failed to add to queue'),
      },
    );
  return (
    <Button disabled={add.isPending} onClick={requeue}>
      Add to Queue
    </Button>
  );
}

interface VideoFactsProps {
  row: CommentRow;
  whole: Comment | null | undefined;
  isPending: boolean;
}

function VideoFacts({ row: { video }, whole, isPending }: VideoFactsProps) {
  const thumbnail = 'h-11.25 w-20 shrink-0';
  return (
    <div className="flex gap-3">
      {isPending ? (
        <Skeleton className={thumbnail} />
      ) : (
        <Thumbnail src={whole?.video.thumbnailUrl} className={thumbnail} />
      )}
      <div className="min-w-0 max-w-measure flex-1 text-sm text-muted">
        <p className="flex flex-wrap gap-x-3 tabular-nums">
          <span>{video.channelTitle}</span>
          <span>{countOf(video.viewCount, 'view')}</span>
          {whole && (
            <span>
              Published <DateTime iso={whole.video.publishedAt} format="date" />
            </span>
          )}
          <a
            href={videoLink(video.youtubeId)}
            target="_blank"
            rel="noreferrer"
            className="text-accent underline-offset-2 hover:underline"
          >
            Watch on YouTube
          </a>
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

/** What became of the comment, step by step. */
function Steps({ row, whole }: { row: CommentRow; whole: Comment | null | undefined }) {
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

/** A row and, once loaded, the rest of its comment. The actions keep their place. */
export function HistoryDetails({ comment: row }: { comment: CommentRow }) {
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
        <p
          dir="auto"
          className="max-w-measure font-voice text-voice-lg break-words whitespace-pre-wrap max-sm:text-voice"
        >
          {row.content}
        </p>
        <VideoFacts row={row} whole={whole} isPending={isPending} />
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted tabular-nums">
          <span>{commentStyleLabels[row.style]}</span>
          <span title="Our estimate of how likely you would post it unchanged: a second reading by the model, its proofs looked up.">
            Quality {outOfTen(row.qualityScore)}/10
            {neutralVoiceNote(row)}
          </span>
        </p>
        {whole && <EarlierVersions comment={whole} />}
        {whole && <AnalysisSection analysis={whole.analysis} text={row.content} />}
        {isPending && <Skeleton className="h-40 max-w-measure" />}
        {!whole && error && (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-failed">
            {errorText(error, 'Failed to load the comment')}
            <Button onClick={() => void refetch()}>Try Again</Button>
          </div>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4 max-lg:row-start-2 lg:pt-1">
        <Steps row={row} whole={whole} />
        {whole && row.status === 'posted' && <PostedActions row={row} whole={whole} />}
        <div className="flex flex-wrap gap-2 empty:hidden">
          <RequeueButton comment={row} />
          <FollowButton video={row.video} />
        </div>
      </div>
    </div>
  );
}
