import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow, ScheduleEntry, ScheduleOverview } from '#shared/contracts/queue.ts';
import { countOf } from '#shared/rules/format.ts';
import { countdown } from '#shared/rules/schedule.ts';
import { toastFailure } from '../../api/http.ts';
import { refreshFigures } from '../../api/live.ts';
import { announcePost, type HeldPost, postingStatusQuery, schedulesKey } from '../../api/posting.ts';
import { type Change, changeOf, createReviewVerbs, leftAs } from '../../api/review-verbs.ts';
import { isBeingPosted, PostingNote, stateEdge } from '../../components/comment-state.tsx';
import { HoldDialog, PostNow } from '../../components/post-now.tsx';
import { ScheduleDialog } from '../../components/schedule-dialog.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { Badge, Button } from '../../components/ui/button.tsx';
import { classNames, useNow } from '../../lib/browser.ts';
import { formatDateTime, formatExact } from '../../lib/formats.ts';
import { type PressGuard, usePressGuard } from '../../lib/presses.ts';
import { toast } from '../../lib/toast.ts';
import type { ScheduledItem } from './timeline.tsx';

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

function ScheduledCard(props: {
  item: ScheduledItem;
  actions: ReturnType<typeof createActions>;
  guard: PressGuard;
  onReschedule: () => void;
}) {
  const { item, actions, guard, onReschedule } = props;
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
      <PostNow disabled={disabled} guard={guard} onPost={() => void actions.post(comment)}>
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

function createActions(client: QueryClient, askUnderHold: (held: HeldPost) => void) {
  const verbs = createReviewVerbs(client);

  const attempt = (title: string, work: () => Promise<void>, fallback = 'Failed to update schedule') =>
    work()
      .catch((error: unknown) => toastFailure(title, error, fallback))
      .finally(() => refreshFigures(client));

  /** Shows the new time in the week at once, and the time before if `send` fails. */
  async function moved<Answer>(commentId: number, from: string, to: string, send: () => Promise<Answer>) {
    const show = (at: string) =>
      client.setQueriesData<ScheduleOverview>(
        { queryKey: schedulesKey },
        (week) =>
          week && {
            ...week,
            entries: week.entries.map((entry) => (entry.commentId === commentId ? { ...entry, at } : entry)),
          },
      );
    show(to);
    try {
      return await send();
    } catch (error) {
      show(from);
      throw error;
    }
  }

  const undo = (what: string, change: Change) =>
    attempt('Undo Failed', async () => {
      const { commentId, videoTitle, left, before } = change;
      const [from, to] = [left.scheduledFor, before.scheduledFor];
      if (from && to) {
        if (Date.parse(to) <= Date.now()) throw new Error('The time before has passed. Nothing was undone.');
        await moved(commentId, from, to, () => verbs.undo(change));
      } else await verbs.undo(change);
      toast({ title: `Undid: ${what} "${videoTitle}"` });
    });

  const undoable = (what: string, change: Change) => ({
    action: { label: 'Undo', onAction: () => void undo(what, change) },
  });

  const announceRemoval = (what: string, change: Change) =>
    toast({
      title: 'Removed from Schedule',
      description: 'Comment has been removed from the schedule.',
      ...undoable(what, change),
    });

  return {
    unschedule: (item: QueueRow) =>
      attempt('Update Failed', async () =>
        announceRemoval('unscheduled', changeOf(item, leftAs(await verbs.unschedule(item)))),
      ),

    remove: (item: QueueRow) =>
      attempt(
        'Remove Failed',
        async () => announceRemoval('removed', changeOf(item, await verbs.remove(item))),
        'Failed to remove from schedule',
      ),

    post: (comment: CommentRow, underHold = false) =>
      announcePost(client, comment, verbs.post(comment.id, { underHold }), askUnderHold).finally(() =>
        refreshFigures(client),
      ),

    /** Schedules an approved comment that has no time yet. */
    giveTime: (row: QueueRow, at: Date) =>
      attempt(
        'Scheduling Failed',
        async () => {
          const change = changeOf(row, leftAs(await verbs.schedule(row, at)));
          toast({
            title: 'Comment Scheduled',
            description: `"${change.videoTitle}" is posted on ${formatDateTime(at.getTime())}.`,
            ...undoable('scheduled', change),
          });
        },
        'Failed to schedule comment',
      ),

    /** Gives a comment of the week another time. */
    move: ({ queueId, commentId, title, at: from }: ScheduleEntry, at: Date) =>
      attempt('Update Failed', async () => {
        if (queueId === null) return;
        const send = () => verbs.schedule({ id: queueId, commentId }, at);
        const left = leftAs(await moved(commentId, from, at.toISOString(), send));
        const before = { status: 'approved', scheduledFor: from } as const;
        toast({
          title: 'Comment Scheduled',
          description: `It is posted on ${formatDateTime(at.getTime())}.`,
          ...undoable('moved', { commentId, videoTitle: title, from: left.revision, left, before }),
        });
      }),

    /** Rejects on failure: the dialog shows why and stays open. */
    async reschedule(item: QueueRow, at: Date): Promise<void> {
      try {
        await verbs.schedule(item, at);
        toast({ title: 'Comment Scheduled', description: 'Comment has been scheduled for posting.' });
      } catch (error) {
        toastFailure('Update Failed', error, 'Failed to update schedule');
        throw error;
      } finally {
        refreshFigures(client);
      }
    },
  };
}

/** Cards of the list or of a day, the dialogs they open, and what else gives times. */
export function useScheduledCards() {
  const client = useQueryClient();
  const [held, setHeld] = useState<HeldPost | null>(null);
  const actions = useMemo(() => createActions(client, setHeld), [client]);
  const guard = usePressGuard();
  const [changing, setChanging] = useState<ScheduledItem | null>(null);
  return {
    giveTime: actions.giveTime,
    move: actions.move,
    renderCard: (item: ScheduledItem) => (
      <ScheduledCard item={item} actions={actions} guard={guard} onReschedule={() => setChanging(item)} />
    ),
    dialogs: (
      <>
        {changing && (
          <ScheduleDialog
            dueAt={changing.dueAt}
            video={changing.comment.video}
            scheduledFor={changing.scheduledFor}
            onClose={() => setChanging(null)}
            onSchedule={(at) => actions.reschedule(changing, at)}
          />
        )}
        {held && (
          <HoldDialog
            held={held}
            onClose={() => setHeld(null)}
            onTry={() => void actions.post(held.comment, true)}
          />
        )}
      </>
    ),
  };
}
