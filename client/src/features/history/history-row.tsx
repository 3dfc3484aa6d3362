import { ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';
import type { CommentRow, Visibility } from '#shared/contracts/comments.ts';
import { shownAt } from '#shared/contracts/lists.ts';
import { failureText, StateBadge } from '../../components/comment-state.tsx';
import { DayTime } from '../../components/relative-time.tsx';
import { answerTo } from '../../components/thread.tsx';
import { Badge, type Tone } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import { visibilityLabels } from '../../lib/visibility-labels.ts';
import { HistoryDetails } from './history-details.tsx';
import { reasonWords } from './posted-actions.tsx';

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
        {visibilityReason === 'gone_with_comment'
          ? reasonWords.gone_with_comment
          : 'Withdrawn'}
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
  const { status, posting, failureCode, withdrawnAt, visibility, visibilityReason } =
    comment;
  if (status !== 'posted' || withdrawnAt) return null;
  if (posting) return 'Waiting for YouTube to confirm';
  if (failureCode)
    return failureCode.startsWith('withdrawal') ? 'Not withdrawn' : 'Not changed';
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

/**
 * Shows a number under its column's head, or with its unit where there are no columns.
 */
function Figure({
  count,
  one,
  many,
}: {
  count: number | null;
  one: string;
  many: string;
}) {
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
const COLUMNS =
  'items-start gap-x-4 xl:grid xl:shrink-0 xl:grid-cols-[12.5rem_3rem_3.5rem_5.5rem_5.5rem]';

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

export const HistoryRow = memo(function HistoryRow({
  comment,
  expanded,
  onToggle,
}: HistoryRowProps) {
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
              {failureText(comment)}
            </p>
          ) : (
            // An open row shows the whole text below, so the excerpt is omitted.
            !expanded && (
              <p
                dir="auto"
                className="truncate text-left font-voice text-voice-sm text-muted"
              >
                {comment.answers && (
                  <span className="font-sans text-xs">{answerTo(comment.answers)}: </span>
                )}
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
              <span className="text-right max-xl:hidden">
                {asOf && <DayTime iso={asOf} />}
              </span>
            </>
          )}
          <span className="max-xl:ml-auto xl:col-start-5 xl:text-right">
            <DayTime iso={shownAt(comment)} />
          </span>
        </div>
      </div>
      <div
        id={`${id}-details`}
        className="px-(--gutter) max-sm:pl-[calc(var(--gutter)+1.75rem)]"
      >
        {expanded && <HistoryDetails comment={comment} />}
      </div>
    </article>
  );
});
