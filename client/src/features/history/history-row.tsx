import { ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { shownAt } from '#shared/rules/list-order.ts';
import { answerTo } from '../../components/thread.tsx';
import { DayTime } from '../../components/time.tsx';
import { classNames } from '../../lib/browser.ts';
import { HistoryDetails } from './history-details.tsx';
import { Figure, Outcome } from './outcome.tsx';

interface HistoryRowProps {
  comment: CommentRow;
  expanded: boolean;
  onToggle: (id: number) => void;
}

/** Outcome, likes, replies, as of, date. */
const COLUMNS = 'items-start gap-x-4 xl:grid xl:shrink-0 xl:grid-cols-[12.5rem_3rem_3.5rem_5.5rem_5.5rem]';

export function HistoryHead() {
  return (
    <div
      aria-hidden
      className="flex gap-x-3 border-b border-line px-(--gutter) py-1.5 text-xs text-muted max-xl:hidden"
    >
      <div className="flex-1">Video and comment</div>
      <div className={classNames(COLUMNS, '*:not-first:text-right')}>
        {['Outcome', 'Likes', 'Replies', 'As of', 'Date'].map((name) => (
          <div key={name}>{name}</div>
        ))}
      </div>
    </div>
  );
}

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
            // An open row shows the whole text below.
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
