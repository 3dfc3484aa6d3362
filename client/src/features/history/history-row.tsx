import { ChevronRight } from 'lucide-react';
import { memo, useId } from 'react';
import type { Comment } from '#shared/contracts/comments.ts';
import { outOfTen } from '#shared/rules/quality.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { classNames } from '../../lib/class-names.ts';
import { HistoryDetails } from './history-details.tsx';
import { shownAt } from './history-filter.ts';

interface HistoryRowProps {
  comment: Comment;
  expanded: boolean;
  onToggle: (id: number) => void;
}

const FAILED = 'Posting failed, and YouTube gave no reason.';

export const HistoryRow = memo(function HistoryRow({ comment, expanded, onToggle }: HistoryRowProps) {
  const id = useId();
  const { video, status } = comment;
  return (
    <article aria-labelledby={`${id}-title`} className="border-b border-line">
      <div className="relative -mx-3 flex items-start gap-3 rounded-control px-3 py-2.5 transition-colors hover:bg-hover">
        <ChevronRight
          aria-hidden
          className={classNames(
            'mt-0.5 size-4 shrink-0 text-faint transition-transform',
            expanded && 'rotate-90',
          )}
        />
        <div className="min-w-0 flex-1">
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
            <p className="text-sm text-failed">{comment.failureReason ?? FAILED}</p>
          ) : (
            // An open row shows the whole text below.
            !expanded && (
              <p dir="auto" className="truncate text-left text-sm text-muted">
                {comment.content}
              </p>
            )
          )}
        </div>
        <div className="flex shrink-0 flex-col items-end gap-x-4 gap-y-0.5 text-sm text-muted tabular-nums sm:flex-row sm:items-center">
          <span className="hidden sm:inline">{outOfTen(comment.qualityScore)}/10</span>
          <RelativeTime iso={shownAt(comment)} />
          <span className="sm:w-24">
            <StateBadge state={status} />
          </span>
        </div>
      </div>
      <div id={`${id}-details`} className="sm:pl-7">
        {expanded && <HistoryDetails comment={comment} />}
      </div>
    </article>
  );
});
