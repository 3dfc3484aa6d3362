import type { CommentRow } from '#shared/contracts/comments.ts';
import type { Visibility } from '#shared/contracts/outcomes.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { Badge, type Tone } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { formatNumber, visibilityLabels } from '../../lib/formats.ts';
import { reasonWords } from './outcome-words.ts';

const tones: Record<Visibility, Tone> = {
  public: 'posted',
  only_you: 'pending',
  removed: 'failed',
  unknown: 'rejected',
};

function State({ comment: { status, withdrawnAt, visibility, visibilityReason } }: { comment: CommentRow }) {
  if (withdrawnAt)
    return (
      <Badge tone="rejected" dot>
        {visibilityReason === 'gone_with_comment' ? reasonWords.gone_with_comment : 'Withdrawn'}
      </Badge>
    );
  if (status !== 'posted' || visibility === null) return <StateBadge state={status} />;
  return (
    <Badge tone={tones[visibility]} dot={visibility === 'unknown' ? 'hollow' : true}>
      {visibilityLabels[visibility]}
    </Badge>
  );
}

function noteOn(comment: CommentRow): string | null {
  const { status, posting, failureCode, withdrawnAt, visibility, visibilityReason } = comment;
  if (status !== 'posted' || withdrawnAt) return null;
  if (posting) return 'Waiting for YouTube to confirm';
  if (failureCode) return failureCode.startsWith('withdrawal') ? 'Not withdrawn' : 'Not changed';
  if (visibility === null) return 'Not looked yet';
  return visibilityReason && reasonWords[visibilityReason];
}

/** The state of a comment; once it is posted, what became of it. */
export function Outcome({ comment }: { comment: CommentRow }) {
  const note = noteOn(comment);
  return (
    <div className="min-w-0 max-xl:flex max-xl:flex-wrap max-xl:items-center max-xl:gap-x-2">
      <State comment={comment} />
      {note && <p className="text-xs text-muted xl:pl-3.5">{note}</p>}
    </div>
  );
}

interface FigureProps {
  count: number | null;
  one: string;
  many: string;
}

/** A number under the head of its column, or beside its word where there are no columns. */
export function Figure({ count, one, many }: FigureProps) {
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
