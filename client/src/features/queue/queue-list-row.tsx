import type { QueueRow } from '#shared/contracts/queue.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { answerTo } from '../../components/thread.tsx';
import { StateDot } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import type { UnsavedEdits } from './unsaved-edits.ts';
import { useUnsavedEdit } from './use-unsaved-edit.ts';

interface QueueListRowProps {
  item: QueueRow;
  isOpen: boolean;
  edits: UnsavedEdits;
  onOpen: () => void;
}

/** A decided comment takes one line. */
const isFolded = ({ comment }: QueueRow): boolean => comment.status !== 'pending';

/** Pixels. */
export const rowHeight = (item: QueueRow): number => (isFolded(item) ? 36 : 84);

const POSTING_WORDS = { sending: 'Posting', confirming: 'Confirming', waiting: 'Waiting' };

export function QueueListRow({ item, isOpen, edits, onOpen }: QueueListRowProps) {
  const { comment } = item;
  const { video, posting, answers } = comment;
  const { text, edited } = useUnsavedEdit(edits, comment);
  const folded = isFolded(item);
  const note = edited ? 'Not saved' : posting && POSTING_WORDS[posting.state];
  const title = (
    <span dir="auto" className={classNames('min-w-0 flex-1 truncate text-left', !folded && 'font-semibold')}>
      {video.title}
    </span>
  );
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={onOpen}
      title={video.title}
      className={classNames(
        'flex w-full border-b border-line pr-4 text-left -outline-offset-2 transition-colors',
        'pl-4 lg:pl-7',
        folded
          ? 'min-h-9 items-center gap-2.5 text-sm text-muted pointer-coarse:min-h-11'
          : 'h-21 gap-3 pt-2.5',
        isOpen
          ? 'bg-accent-soft text-text shadow-[inset_3px_0_0_var(--color-accent)]'
          : classNames('hover:bg-hover', folded && 'bg-page'),
      )}
    >
      {folded ? (
        <>
          <span className="w-22 shrink-0">
            <StateBadge state={comment.status} />
          </span>
          {title}
          {answers && <span className="max-w-2/5 truncate text-xs">{answerTo(answers)}</span>}
          {note && <span className="shrink-0 text-xs text-pending">{note}</span>}
        </>
      ) : (
        <>
          <span className="pt-1.5">
            <StateDot tone="pending" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex gap-2">
              {title}
              <span className="sr-only">Pending</span>
              {note && <span className="shrink-0 text-xs text-pending">{note}</span>}
            </span>
            <span dir="auto" className="block truncate text-left font-voice text-voice-sm text-soft">
              {text}
            </span>
            <span className="block truncate text-xs text-muted tabular-nums">
              {answers ? answerTo(answers) : video.channelTitle} · {comment.qualityScore}/100 Quality
            </span>
          </span>
        </>
      )}
    </button>
  );
}
