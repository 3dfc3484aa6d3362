import { useEffect, useState } from 'react';
import type { CommentStatus } from '#shared/contracts/primitives.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import type { WorkEntry } from '#shared/contracts/work.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { isBeingPosted } from '../../components/comment-state.tsx';
import { openId, type Place } from '../../review/board.ts';
import { isInReview } from '../../review/counts.ts';
import { isConflicting } from '../../review/editor/comment-editor.tsx';
import type { Review } from '../../review/review.ts';
import type { ReviewActions } from '../../review/review-actions.ts';
import { useListDesk } from '../../review/review-desk.ts';
import { useRow, useRowsAhead } from '../../review/rows.ts';
import type { QueuedEntry } from '../../review/select.ts';
import type { QueueView, ReviewList } from './queue-bar.tsx';

const isPending = ({ status }: WorkEntry) => status === 'pending';

const isRejected = ({ status }: WorkEntry) => status === 'rejected';

/**
 * Returns the index of the first pending comment, or else of the first that is not
 * rejected.
 */
function firstOf(entries: readonly WorkEntry[]): number {
  const pending = entries.findIndex(isPending);
  return Math.max(
    0,
    pending >= 0 ? pending : entries.findIndex((entry) => !isRejected(entry)),
  );
}

export const canApprove = ({ comment: { status } }: QueueRow) =>
  status === 'pending' || status === 'failed';

/** How many rows after the open one are loaded before they are shown. */
const ROWS_AHEAD = 10;

export interface BoardOptions {
  view: QueueView;
  list: ReviewList & { rows: QueuedEntry[] };
  review: Review;
  actions: ReviewActions;
}

/**
 * Returns the status with which a comment left its list, or null if it left the queue.
 * Undefined if it is still in the list.
 */
function leftWith(
  entry: WorkEntry | null,
  filter: CommentStatus | undefined,
): CommentStatus | null | undefined {
  if (!entry || !isInReview(entry)) return null;
  return filter === undefined || filter === entry.status ? undefined : entry.status;
}

/**
 * Returns what is known about the comment at the open place: its row, and what became of
 * it.
 */
function useOpenComment(
  place: Place<QueuedEntry>,
  { work }: ReviewList,
  filter: CommentStatus | undefined,
) {
  const commentId = openId(place);
  const row = useRow(commentId);
  const entry = work.data?.find(({ id }) => id === commentId) ?? null;
  const isToReview = entry !== null && isInReview(entry);
  const isMissing = place.state === 'sought' && !isToReview;
  const leftAs = place.state === 'kept' ? leftWith(entry, filter) : undefined;
  const active = isMissing ? undefined : (row.data ?? undefined);
  const isGone = leftAs === null;
  const isFree = active && !isGone && !isBeingPosted(active.comment.posting);
  return {
    active,
    /** The open comment, unless it is being posted or no longer in the queue. */
    free: isFree ? active : undefined,
    leftAs,
    /** Whether the comment that is kept open is no longer in the queue. */
    isGone,
    /** Id of the comment that the address asks for and that is not in the queue. */
    missing: isMissing ? place.id : null,
    /** The failed request for the open comment. */
    failed: row.isError && !row.data ? row : null,
  };
}

export function useBoard({ view, list, review, actions }: BoardOptions) {
  const waits = (entry: WorkEntry) => isPending(entry) && !review.deciding.has(entry.id);
  /**
   * Id of a retried comment. It stays open to be posted or
   * scheduled, even if the list shows only failed comments.
   */
  const [retried, setRetried] = useState<number | null>(null);
  const { comment: asked, filter } = view.address;
  const desk = useListDesk({
    review,
    actions,
    list: list.list,
    rows: list.rows,
    asked,
    first: firstOf,
    waits,
    isEndedAtFirst:
      !view.isNarrowed && list.rows.length > 0 && list.rows.every(isRejected),
    opensOthers: true,
    holds: ({ id }) => retried === id || review.edits.of(id) !== undefined,
  });
  const { place, after, before, guard, select, go } = desk;
  const opened = useOpenComment(place, list, filter);
  const { active } = opened;
  const isEnded = place.state === 'ended';
  const nextPending = after.find(waits) ?? before.find(waits);
  useRowsAhead(
    [...after.slice(0, ROWS_AHEAD), nextPending].flatMap((each) => each?.id ?? []),
  );

  const [scheduling, setScheduling] = useState<QueueRow | null>(null);
  const refuses = ({ comment }: QueueRow) =>
    desk.refuses(comment, comment.status !== 'pending');

  useEffect(() => {
    if (active) review.opened.add(active.commentId);
  }, [active, review]);

  /** Opens the next comment to decide, or the end of the list. */
  const goOn = () => go(nextPending?.id ?? null);

  /** Opens the next comment; after the last one, the previous one. */
  const goBeside = (item: QueueRow) =>
    go((after[0] ?? before.at(-1))?.id ?? item.commentId);

  function decide(item: QueueRow, decision: Decision) {
    const { writing, deciding } = review;
    if (decision === 'approved' ? refuses(item) : writing.has(item.commentId)) return;
    if (deciding.has(item.commentId)) return;
    guard.pause();
    const typed = review.edits.of(item.commentId);
    // A conflicting edit must be resolved before the decision.
    const isDecided =
      item.comment.status === 'pending' && !(typed && isConflicting(typed, item.comment));
    setRetried(item.comment.status === 'failed' ? item.commentId : null);
    const answer = actions.decide(item, decision);
    if (isDecided) goOn();
    else go(item.commentId);
    void answer.then((decided) => {
      if (!decided) desk.reopen(item.commentId);
    });
  }

  return {
    ...desk,
    ...opened,
    isEnded,
    /** Returns the id of the comment that many places away. */
    at(step: number): number | undefined {
      // At the end of the list, both directions lead back to the comment that was decided
      // last.
      return (isEnded ? place.row : desk.at(step))?.id;
    },
    decide,

    skip(item: QueueRow) {
      guard.pause();
      if (nextPending) go(nextPending.id);
      else goBeside(item);
    },

    remove(item: QueueRow) {
      if (review.writing.has(item.commentId)) return;
      guard.pause();
      goBeside(item);
      desk.takeOff(item.commentId);
      void actions.remove(item);
    },

    schedule(item: QueueRow) {
      if (refuses(item)) return;
      select(item.commentId);
      setScheduling(item);
    },

    scheduling: scheduling && {
      item: scheduling,
      onClose: () => setScheduling(null),
      async onSchedule(at: Date) {
        setRetried(null);
        const isDone = await actions.schedule(scheduling, at);
        if (isDone && scheduling.comment.status === 'pending') goOn();
      },
    },

    arm: (item: QueueRow) => !refuses(item) && desk.arm(item.commentId),

    post(item: QueueRow) {
      setRetried(null);
      go(item.commentId);
      void actions.post(item.comment);
    },

    /**
     * Handles the shortcut in the text field. Only saves if there is nothing to approve.
     */
    saveAndApprove(item: QueueRow) {
      if (canApprove(item)) {
        guard.press(() => decide(item, 'approved'), 'a');
        return;
      }
      go(item.commentId);
      void actions.save(item.comment);
    },
  };
}

export type Board = ReturnType<typeof useBoard>;
