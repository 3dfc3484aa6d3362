import type { QueueRow } from '#shared/contracts/queue.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { ChannelWarning } from '../channel-warning.tsx';
import { DateTime } from '../time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

interface PlanPreviewProps {
  posts: readonly { commentId: number; at: Date }[];
  /** How many are shown with their titles. */
  most: number;
  /** Of the comments that are shown; missing while they load. */
  rows: readonly QueueRow[] | undefined;
}

function Video({ row }: { row: QueueRow | undefined }) {
  if (!row) return <p className="text-muted">No longer in the queue</p>;
  const { title, channelId } = row.comment.video;
  return (
    <>
      <p dir="auto" className="truncate text-left">
        {title}
      </p>
      <ChannelWarning channelId={channelId} />
    </>
  );
}

export function PlanPreview({ posts, most, rows }: PlanPreviewProps) {
  const last = posts.at(-1);
  const byComment = new Map(rows?.map((row) => [row.commentId, row]));
  return (
    <>
      <ol
        aria-label="Preview"
        className="flex max-h-64 flex-col overflow-y-auto rounded-control border border-line"
      >
        {posts.slice(0, most).map(({ commentId, at }) => (
          <li key={commentId} className="flex flex-wrap gap-x-4 border-b border-line px-3 py-2 last:border-0">
            <span className="w-48 shrink-0 text-sm text-muted">
              <DateTime iso={at.toISOString()} />
            </span>
            <div className="min-w-40 flex-1">
              {rows ? <Video row={byComment.get(commentId)} /> : <Skeleton className="h-lh" />}
            </div>
          </li>
        ))}
      </ol>
      {posts.length > most && last && (
        <p className="text-sm text-muted tabular-nums">
          and {formatNumber(posts.length - most)} more, the last on <DateTime iso={last.at.toISOString()} />
        </p>
      )}
    </>
  );
}
