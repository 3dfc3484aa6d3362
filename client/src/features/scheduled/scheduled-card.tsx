import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { countdown } from '#shared/rules/countdown.ts';
import { countOf } from '#shared/rules/format.ts';
import { postingStatusQuery } from '../../api/posting.ts';
import { isBeingPosted, PostingNote, stateEdge } from '../../components/comment-state.tsx';
import { PostNow } from '../../components/post-now.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { Badge, Button } from '../../components/ui/button.tsx';
import { classNames, useNow } from '../../lib/browser.ts';
import { formatExact } from '../../lib/formats.ts';
import type { PressGuard } from '../../lib/presses.ts';
import type { ScheduledItem } from './timeline-rows.ts';
import type { ScheduledActions } from './use-scheduled-actions.ts';

function CountdownBadge({ item }: { item: ScheduledItem }) {
  const { scheduledFor, autoPost, blockedReason } = item;
  const status = useQuery(postingStatusQuery).data;
  const isStopped = status !== undefined && (status.state === 'paused' || status.hold !== null);
  const isHeld = isStopped || blockedReason !== null || !autoPost;
  const { text, phase } = countdown(new Date(scheduledFor), useNow(1_000), isHeld);
  return (
    <Badge tone={phase === 'overdue' ? 'failed' : 'scheduled'} title={formatExact(scheduledFor)}>
      {phase === 'ahead' ? `in ${text}` : text}
    </Badge>
  );
}

interface ScheduledCardProps {
  item: ScheduledItem;
  actions: ScheduledActions;
  isArmed: boolean;
  guard: PressGuard;
  onArm: (id: number | null) => void;
  onReschedule: () => void;
}

export function ScheduledCard({ item, actions, isArmed, guard, onArm, onReschedule }: ScheduledCardProps) {
  const { comment, autoPost, heldDetail } = item;
  const { video, posting } = comment;
  const disabled = isBeingPosted(posting);
  const common = { disabled, 'aria-disabled': guard.isPaused || undefined } as const;
  return (
    <article
      tabIndex={-1}
      // The second half of a double click must not take the focus back.
      onMouseDown={(event) => guard.isPaused && event.preventDefault()}
      aria-label={video.title}
      className={classNames(
        'flex min-w-0 flex-col gap-2 rounded-panel border border-line bg-surface p-3',
        stateEdge('scheduled'),
      )}
    >
      <div className="flex items-start gap-x-2">
        <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-4 gap-y-1">
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
        <Button
          {...common}
          variant="ghost"
          size="icon"
          aria-label="Remove from schedule"
          title="Remove from schedule"
          className="-m-1.5"
          onClick={() => guard.press(() => void actions.remove(item))}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      {comment.answers && <AnsweredReply answers={comment.answers} />}
      <p dir="auto" className="max-w-[62ch] font-voice text-voice whitespace-pre-wrap">
        {comment.content}
      </p>
      {posting && <PostingNote posting={posting} />}
      {heldDetail && !posting && <p className="text-sm text-muted">{heldDetail}</p>}
      <PostNow
        isArmed={isArmed && !disabled}
        disabled={disabled}
        guard={guard}
        onArm={() => onArm(item.id)}
        onKeep={() => onArm(null)}
        onPost={() => {
          onArm(null);
          void actions.post(comment);
        }}
      >
        <Button
          {...common}
          className="px-2!"
          onClick={() => guard.press(() => void actions.unschedule(item))}
        >
          Unschedule
        </Button>
        <Button {...common} className="px-2!" onClick={() => guard.press(onReschedule)}>
          Change Time
        </Button>
      </PostNow>
    </article>
  );
}
