import { Trash2 } from 'lucide-react';
import { countOf } from '#shared/rules/format.ts';
import { stateEdge } from '../../components/comment-state.tsx';
import { isBeingPosted, PostingNote } from '../../components/posting-note.tsx';
import { DateTime } from '../../components/time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { CountdownBadge } from './countdown-badge.tsx';
import type { ScheduledItem } from './timeline-rows.ts';
import type { ScheduledActions } from './use-scheduled-actions.ts';

interface ScheduledCardProps {
  item: ScheduledItem;
  actions: ScheduledActions;
  onReschedule: () => void;
}

/** One planned post, its time at the left of the timeline. */
export function ScheduledCard({ item, actions, onReschedule }: ScheduledCardProps) {
  const { comment, scheduledFor, autoPost, heldDetail } = item;
  const { video, posting } = comment;
  const disabled = isBeingPosted(posting);
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-[5rem_minmax(0,1fr)]">
      <p className="font-medium tabular-nums sm:pt-3 sm:text-right">
        <DateTime iso={scheduledFor} format="time" />
      </p>
      <article
        aria-label={video.title}
        className={classNames(
          'flex min-w-0 flex-col gap-2 rounded-panel border border-line bg-raised px-4 py-3',
          stateEdge('scheduled'),
        )}
      >
        <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
          <div className="min-w-0 flex-1 basis-64">
            <h3 dir="auto" className="line-clamp-2 text-left font-medium" title={video.title}>
              {video.title}
            </h3>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
              <span>{video.channelTitle}</span>
              <span>{countOf(video.viewCount, 'view')}</span>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <CountdownBadge item={item} />
            {autoPost && <Badge tone="scheduled">Auto-Post Enabled</Badge>}
          </div>
        </div>
        <p dir="auto" className="max-w-measure text-lg whitespace-pre-wrap">
          {comment.content}
        </p>
        {posting && <PostingNote posting={posting} />}
        {heldDetail && !posting && <p className="text-sm text-muted">{heldDetail}</p>}
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" disabled={disabled} onClick={() => void actions.post(item)}>
            Post Now
          </Button>
          <Button size="sm" disabled={disabled} onClick={onReschedule}>
            Change Time
          </Button>
          <Button size="sm" disabled={disabled} onClick={() => void actions.unschedule(item)}>
            Unschedule
          </Button>
          <Button
            size="sm"
            variant="ghost"
            aria-label="Remove from schedule"
            title="Remove from schedule"
            className="w-8 px-0"
            disabled={disabled}
            onClick={() => void actions.remove(item)}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      </article>
    </div>
  );
}
