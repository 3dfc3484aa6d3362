import type { Reply } from '#shared/contracts/replies.ts';
import { StateBadge } from '../../components/comment-state.tsx';
import { Avatar } from '../../components/pictures.tsx';
import { replyWords, viewerName } from '../../components/thread.tsx';
import { RelativeTime } from '../../components/time.tsx';
import { Badge } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';

/** Pixels. */
export const ROW_HEIGHT = 104;

interface ReplyRowProps {
  reply: Reply;
  isOpen: boolean;
  onOpen: () => void;
}

function State({ reply: { state, answer, isVideoAuthor } }: { reply: Reply }) {
  if (answer?.status === 'pending')
    return (
      <Badge tone="pending" dot>
        Answer drafted
      </Badge>
    );
  if (answer) return <StateBadge state={answer.status} />;
  if (state === 'new')
    return (
      <Badge tone="accent" dot>
        New
      </Badge>
    );
  return isVideoAuthor ? <Badge>From the author</Badge> : null;
}

export function ReplyRow({ reply, isOpen, onOpen }: ReplyRowProps) {
  const name = viewerName(reply.authorName);
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={onOpen}
      className={classNames(
        'grid h-26 w-full grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-b border-line px-4 pt-3 text-left -outline-offset-2 transition-colors lg:pl-7',
        isOpen ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]' : 'hover:bg-hover',
      )}
    >
      <Avatar name={name.replace(/^@/, '')} picture={null} />
      <span className="min-w-0">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={classNames(
              'min-w-0 flex-1 truncate text-left',
              reply.state === 'new' ? 'font-semibold' : 'font-medium',
            )}
          >
            {name}
          </span>
          <span className="shrink-0 text-xs text-muted">
            <RelativeTime iso={reply.publishedAt} />
          </span>
        </span>
        <span dir="auto" className="line-clamp-2 min-h-[2lh] text-left text-sm text-soft">
          {replyWords(reply)}
        </span>
        <span className="flex items-center gap-2 text-xs whitespace-nowrap text-muted">
          <State reply={reply} />
          <span dir="auto" className="min-w-0 flex-1 truncate text-left leading-5">
            {reply.video.title}
          </span>
        </span>
      </span>
    </button>
  );
}
