import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { QueueRow, ScheduleEntry } from '#shared/contracts/queue.ts';
import type { PostingStatus } from '#shared/contracts/status.ts';
import { countOf } from '#shared/rules/format.ts';
import { countdown } from '#shared/rules/schedule.ts';
import { refreshQueries } from '../../api/lists.ts';
import { postingStatusQuery, schedulesKey } from '../../api/posting.ts';
import { CommentText, isBeingPosted, PostingNote, stateEdge } from '../../components/comment-state.tsx';
import { DecisionButton, PostNow, ReviewQuestions } from '../../components/post-now.tsx';
import { type Review, type ReviewActions, useReviewActions } from '../../components/review.ts';
import { goesOut, plannedName } from '../../components/review-words.ts';
import { ScheduleDialog } from '../../components/schedule-dialog.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { Badge, IconButton } from '../../components/ui/button.tsx';
import { classNames, useNow } from '../../lib/browser.ts';
import { formatExact, localDay } from '../../lib/formats.ts';
import { type PressGuard, usePressGuard } from '../../lib/presses.ts';
import { useServerReach } from '../../lib/server-reach.ts';
import type { ScheduledItem } from './week-blocks.ts';

/** Returns whether the pause ends by this time. */
const endsBefore = ({ until }: Pick<PostingStatus, 'until'>, at: string): boolean =>
  until !== null && new Date(until) <= new Date(at);

/**
 * Shows how long it is until the comment is posted, or what
 * it waits for. More than a moment late, it is overdue.
 */
export function Countdown({ at, isHeld = false }: { at: string; isHeld?: boolean }) {
  const status = useQuery(postingStatusQuery).data;
  const now = useNow(1_000);
  const isStopped = status !== undefined && (status.state === 'paused' || status.hold !== null);
  const { text, phase } = countdown(new Date(at), now, { dayOf: localDay, isHeld: isHeld || isStopped });
  const isReached = useServerReach();
  // While the server does not answer, nobody knows whether the comment was posted.
  if (!isReached && phase !== 'ahead') return <Badge title={formatExact(at)}>Not known</Badge>;
  if (phase === 'ahead' && status?.state === 'paused' && !endsBefore(status, at)) {
    const end = status.until ? ` until ${plannedName(new Date(status.until))}` : '';
    return <Badge title={formatExact(at)}>{`Waits${end}`}</Badge>;
  }
  return (
    <Badge tone={phase === 'overdue' ? 'failed' : 'scheduled'} title={formatExact(at)}>
      {phase === 'ahead' ? `in ${text}` : text}
    </Badge>
  );
}

function ScheduledCard(props: {
  item: ScheduledItem;
  actions: ReturnType<typeof createActions>;
  guard: PressGuard;
  onReschedule: () => void;
}) {
  const { item, actions, guard, onReschedule } = props;
  const { comment, scheduledFor, autoPost, blockedReason, heldDetail } = item;
  const { video, posting } = comment;
  const disabled = isBeingPosted(posting);
  const common = { guard, disabled };
  return (
    <article
      tabIndex={-1}
      data-comment={item.commentId}
      // The second click of a double click must not move the focus back.
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
            <p className="dotted mt-0.5 flex flex-wrap text-sm text-muted tabular-nums">
              <span>{video.channelTitle}</span>
              <span>{countOf(video.viewCount, 'view')}</span>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Countdown at={scheduledFor} isHeld={blockedReason !== null || !autoPost} />
            {autoPost && <Badge tone="scheduled">Auto-Post Enabled</Badge>}
          </div>
        </div>
        <IconButton
          icon={Trash2}
          disabled={disabled}
          aria-disabled={guard.isPaused || undefined}
          title="Remove from schedule"
          className="-m-1.5"
          onClick={() => guard.press(() => void actions.remove(item))}
        />
      </div>
      {comment.answers && <AnsweredReply answers={comment.answers} />}
      <CommentText>{comment.content}</CommentText>
      {posting && <PostingNote posting={posting} />}
      {heldDetail && !posting && <p className="text-sm text-muted">{heldDetail}</p>}
      <PostNow disabled={disabled} guard={guard} onPost={() => void actions.post(comment)}>
        <DecisionButton {...common} className="px-1.5!" onPress={() => actions.unschedule(item)}>
          Unschedule
        </DecisionButton>
        <DecisionButton {...common} className="px-1.5!" onPress={onReschedule}>
          Change Time
        </DecisionButton>
      </PostNow>
    </article>
  );
}

const FAILED = ['Update Failed', 'Failed to update schedule'] as const;

const leaving = (what: string) => ({
  what,
  title: 'Removed from Schedule',
  description: 'Comment has been removed from the schedule.',
});

function createActions({ verbs }: Review, { take, send, schedule }: ReviewActions) {
  return {
    post: send,
    async schedule(item: QueueRow, at: Date): Promise<void> {
      await schedule(item, at);
    },

    unschedule: (item: QueueRow) =>
      take(item.comment.video.title, FAILED, leaving('unscheduled'), () => verbs.unschedule(item)),

    remove: (item: QueueRow) =>
      take(
        item.comment.video.title,
        ['Remove Failed', 'Failed to remove from schedule'],
        leaving('removed'),
        () => verbs.remove(item),
      ),

    move({ queueId, commentId, title }: ScheduleEntry, at: Date) {
      const done = { what: 'moved', title: 'Comment Scheduled', description: goesOut(at) };
      return take(title, FAILED, done, async () => {
        const { step } = await verbs.schedule({ id: queueId ?? 0, commentId }, at);
        return step;
      });
    },
  };
}

/**
 * Returns what the list and the week share: the cards, the dialogs they open, and the actions that set times.
 */
export function useScheduledCards() {
  const client = useQueryClient();
  const { review, actions: reviewing, questions } = useReviewActions();
  const actions = useMemo(() => createActions(review, reviewing), [review, reviewing]);
  const guard = usePressGuard();
  const [changing, setChanging] = useState<ScheduledItem | null>(null);
  return {
    // A toast reports the failure.
    giveTime: (row: QueueRow, at: Date) => actions.schedule(row, at).catch(() => undefined),
    /** Resolves when the week shows the new time. */
    async move(entry: ScheduleEntry, at: Date) {
      await actions.move(entry, at);
      await refreshQueries(client, { queryKey: schedulesKey });
    },
    renderCard: (item: ScheduledItem) => (
      <ScheduledCard item={item} actions={actions} guard={guard} onReschedule={() => setChanging(item)} />
    ),
    dialogs: (
      <>
        {changing && (
          <ScheduleDialog
            item={changing}
            onClose={() => setChanging(null)}
            onSchedule={(at) => actions.schedule(changing, at)}
          />
        )}
        <ReviewQuestions {...questions} />
      </>
    ),
  };
}
