import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { QueueRow, ScheduleEntry } from '#shared/contracts/queue.ts';
import { wallTime } from '#shared/rules/calendar.ts';
import { tomorrowMorning } from '#shared/rules/schedule.ts';
import { refreshQueries } from '../../api/lists.ts';
import { schedulesKey } from '../../api/posting.ts';
import { isBeingPosted } from '../../components/comment-state.tsx';
import type { ShortcutMeanings } from '../../components/shortcuts-dialog.tsx';
import { clockText } from '../../lib/formats.ts';
import { type PageAction, useOfferedActions, useShortcuts } from '../../lib/shortcuts.ts';
import { viewersZone } from '../../lib/time-zone.ts';
import { useReviewActions } from '../../review/review-actions.ts';
import { useReviewDesk } from '../../review/review-desk.ts';
import { goesOut } from '../../review/review-words.ts';
import type { ScheduledItem } from './week-blocks.ts';

export const SCHEDULED_KEYS: ShortcutMeanings = [
  [['j'], 'Next comment'],
  [['k'], 'Previous comment'],
  [['e'], 'Edit text and time; Escape leaves the text, Ctrl+Enter saves it'],
  [['F2'], 'Select the next gap to fill'],
  [['s', 'Enter'], 'Schedule for another time'],
  [['t'], 'Move to tomorrow 9:00'],
  [['p', 'Enter'], 'Post now: p arms, Enter posts, Escape cancels'],
  [['x'], 'Remove from the queue'],
  [['u'], 'Undo the last step'],
  [['?'], 'These shortcuts'],
];

const FAILED = ['Update Failed', 'Failed to update schedule'] as const;

const leaving = (what: string) => ({
  what,
  title: 'Removed from Schedule',
  description: 'Comment has been removed from the schedule.',
});

/**
 * Returns what the list and the week share: unsaved edits, the actions, and the open
 * dialog.
 */
export function useScheduledReview() {
  const client = useQueryClient();
  const { review, actions, questions } = useReviewActions('U');
  const [changing, setChanging] = useState<ScheduledItem | null>(null);
  const [isHelpShown, showHelp] = useState(false);
  const [takenOff] = useState(() => new Set<number>());
  const { verbs } = review;
  return {
    review,
    actions,
    questions,
    /** Ids of comments that were unscheduled or removed here. */
    takenOff,
    setChanging,
    changing: changing && {
      item: changing,
      onClose: () => setChanging(null),
      /** Rejects on failure: the dialog shows why and stays open. */
      onSchedule: async (at: Date) => void (await actions.schedule(changing, at)),
    },
    isHelpShown,
    showHelp,
    giveTime: (row: QueueRow, at: Date) =>
      actions.schedule(row, at).catch(() => undefined),

    unschedule(item: QueueRow) {
      takenOff.add(item.commentId);
      const send = () => verbs.unschedule(item);
      void actions.take(item.comment.video.title, FAILED, leaving('unscheduled'), send);
    },

    remove(item: QueueRow) {
      takenOff.add(item.commentId);
      const failed = ['Remove Failed', 'Failed to remove from schedule'] as const;
      const send = () => verbs.remove(item);
      void actions.take(item.comment.video.title, failed, leaving('removed'), send);
    },

    /** Resolves when the week shows the new time. */
    async move({ queueId, commentId, title }: ScheduleEntry, at: Date) {
      const done = {
        what: 'moved',
        title: 'Comment Scheduled',
        description: goesOut(at),
      };
      await actions.take(title, FAILED, done, async () => {
        const { step } = await verbs.schedule({ id: queueId ?? 0, commentId }, at);
        return step;
      });
      await refreshQueries(client, { queryKey: schedulesKey });
    },
  };
}

export type ScheduledReview = ReturnType<typeof useScheduledReview>;

interface DeskOptions {
  shared: ScheduledReview;
  /** The open comment; undefined while none is open or its text is not loaded. */
  item: ScheduledItem | undefined;
  openId: number | null;
  open: (commentId: number) => void;
  /** Returns the id of the comment that many places after the open one. */
  at: (step: number) => number | undefined;
}

/**
 * Returns tomorrow at 9:00, with its words; the comment may be scheduled for it already.
 */
export function tomorrowFor({ scheduledFor }: ScheduledItem, now: Date) {
  const at = tomorrowMorning(now, viewersZone());
  const words = `Tomorrow ${clockText(wallTime(at, viewersZone()).time)}`;
  return { at, words, isSet: at.getTime() === Date.parse(scheduledFor) };
}

/**
 * Handles the open scheduled comment in the list or the week: its keys, its focus and
 * what is edited.
 */
export function useScheduledDesk({ shared, item, openId, open, at }: DeskOptions) {
  const { review, actions, unschedule, remove } = shared;
  const article = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState<number | null>(null);
  const desk = useReviewDesk({
    review,
    actions,
    article,
    openId,
    open,
    isCard: true,
  });

  const isStillOpen = (commentId: number) =>
    article.current?.dataset['comment'] === String(commentId);

  /** Keeps the focus on the comment, whose place in the list may change. */
  async function schedule(row: ScheduledItem, time: Date): Promise<void> {
    const { commentId } = row;
    desk.go(commentId);
    await actions.schedule(row, time);
    setEditing((now) => (now === commentId ? null : now));
    // The list shows the new place a moment later.
    setTimeout(() => isStillOpen(commentId) && desk.go(commentId));
  }

  const board = {
    ...desk,
    schedule,
    isEditing: (commentId: number) => editing === commentId,
    edit(row: ScheduledItem) {
      setEditing(row.commentId);
      desk.go(row.commentId, 'editor');
    },
    /** Ends the edit. Text that is not saved stays in the card. */
    leave(row: ScheduledItem) {
      setEditing(null);
      desk.go(row.commentId);
    },
    async save(row: ScheduledItem): Promise<void> {
      await actions.save(row.comment);
      // The user may have gone to another comment meanwhile.
      const isSaved = review.edits.of(row.commentId) === undefined;
      if (isSaved && isStillOpen(row.commentId)) board.leave(row);
    },
    changeTime(row: ScheduledItem) {
      desk.select(row.commentId);
      shared.setChanging(row);
    },
    toTomorrow(row: ScheduledItem) {
      const tomorrow = tomorrowFor(row, new Date());
      // A toast reports a failure.
      if (!tomorrow.isSet) void schedule(row, tomorrow.at).catch(() => undefined);
    },
    unschedule,
    remove,
    post(row: ScheduledItem) {
      desk.go(row.commentId);
      void actions.post(row.comment);
    },
  };

  const isFree = item?.left === null && !isBeingPosted(item.comment.posting);
  const free = isFree ? item : undefined;
  const offered: PageAction[] = free
    ? [
        { label: 'Edit', key: 'E', run: () => board.edit(free) },
        { label: 'Change Time…', key: 'S', run: () => board.changeTime(free) },
        {
          label: tomorrowFor(free, new Date()).words,
          key: 'T',
          run: () => board.toTomorrow(free),
        },
      ]
    : [];
  useOfferedActions(
    free ? { subject: free.comment.video.title, actions: offered } : null,
  );
  // The arrow keys scroll this page, and in the week they move a block.
  const { ArrowDown, ArrowUp, ...keys } = desk.keys(
    (by) => desk.go(at(by)),
    item?.comment.gaps,
    offered,
  );
  useShortcuts({
    ...keys,
    p: () => free && board.arm(free.commentId),
    x: () => free && desk.guard.press(() => remove(free), 'x'),
    '?': () => shared.showHelp(true),
  });
  return board;
}

export type ScheduledDesk = ReturnType<typeof useScheduledDesk>;
