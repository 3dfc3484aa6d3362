import { useEffect, useRef, useState } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { isConflicting } from '../../components/comment-editor.tsx';
import type { Review, ReviewActions } from '../../components/review.ts';
import { useReviewDesk } from '../../components/review-desk.ts';
import { type ActiveItemOptions, isPending, isRejected, useActiveItem } from './use-active-item.ts';

/** A failed one is tried again. */
export const canApprove = ({ comment: { status } }: QueueRow) => status === 'pending' || status === 'failed';

/** A pending one is approved with it. */
export const canSchedule = ({ comment: { status } }: QueueRow) =>
  status === 'pending' || status === 'approved';

interface BoardOptions extends Pick<ActiveItemOptions, 'items' | 'list' | 'asked'> {
  isNarrowed: boolean;
  further: {
    hasMore: boolean;
    hasPending: boolean;
    /** Missing while it loads, and after a failure. */
    loadMore: (() => void) | undefined;
    failed: boolean;
  };
  review: Review;
  actions: ReviewActions;
}

/** Stands for the end of the list, where no comment is open. */
const END = 0;

export function useBoard({ items, list, isNarrowed, asked, further, review, actions }: BoardOptions) {
  const keeps = (commentId: number) => further.hasMore && review.edits.of(commentId) !== undefined;
  const place = useActiveItem({ items, list, asked, keeps });
  const { neighbour, pendingAfter, pendingBefore } = place;
  /** The list whose last pending comment was decided here. */
  const [ended, setEnded] = useState(() =>
    asked === undefined && !isNarrowed && !further.hasMore && items.every(isRejected) ? list : null,
  );
  // An undone decision is to be made again.
  const isEnded = ended === list && !(place.active && isPending(place.active));
  const active = isEnded ? undefined : place.active;
  const [scheduling, setScheduling] = useState<QueueRow | null>(null);
  /** The decided comment whose next pending one is being loaded. */
  const seeking = useRef<QueueRow | null>(null);
  const desk = useReviewDesk({
    review,
    actions,
    openId: active?.commentId ?? END,
    open(commentId) {
      seeking.current = null;
      setEnded(commentId === END ? list : null);
      if (commentId !== END) place.open(commentId);
    },
    rowOf: (commentId) => commentId,
  });
  const { guard, select } = desk;
  const go = (item: QueueRow | undefined) => desk.go(item?.commentId);
  const refuses = ({ comment }: QueueRow) => desk.refuses(comment, comment.status !== 'pending');

  useEffect(() => {
    if (active) review.opened.add(active.commentId);
  }, [active, review]);

  // The next pending comment may lie in a further page.
  useEffect(() => {
    const from = seeking.current;
    if (!from) return;
    const next = pendingAfter(from);
    if (!next && further.hasPending && !further.failed) return further.loadMore?.();
    desk.go((next ?? pendingBefore(from))?.commentId ?? END);
  });

  /** Opens what is to be decided after this one, or the end. */
  const goOn = (item: QueueRow) => {
    const next = pendingAfter(item) ?? (further.hasPending ? undefined : pendingBefore(item));
    if (next || !further.hasPending) return desk.go(next?.commentId ?? END);
    go(item);
    seeking.current = item;
  };

  function decide(item: QueueRow, decision: Decision) {
    if (decision === 'approved' ? refuses(item) : review.writing.has(item.commentId)) return;
    guard.pause();
    const typed = review.edits.of(item.commentId);
    // A conflicting edit must be resolved before the decision.
    const isDecided = item.comment.status === 'pending' && !(typed && isConflicting(typed, item.comment));
    if (isDecided) goOn(item);
    else go(item);
    void actions.decide(item, decision);
  }

  return {
    ...place,
    ...desk,
    active,
    isEnded,
    missing: isEnded ? null : place.missing,
    index: isEnded ? -1 : place.index,
    // From the end the way back is to the comment that was decided last.
    at: (step: number) => (isEnded ? place.active : place.at(step)),
    scheduling,
    stopScheduling: () => setScheduling(null),
    decide,

    /** Without deciding. */
    skip(item: QueueRow) {
      guard.pause();
      go(pendingAfter(item) ?? pendingBefore(item) ?? neighbour(item));
    },

    remove(item: QueueRow) {
      if (review.writing.has(item.commentId)) return;
      guard.pause();
      go(neighbour(item) ?? item);
      void actions.remove(item);
    },

    schedule(item: QueueRow) {
      if (refuses(item)) return;
      select(item.commentId);
      setScheduling(item);
    },

    /** Rejects where it failed. */
    async scheduleAt(item: QueueRow, at: Date) {
      await actions.schedule(item, at);
      if (item.comment.status === 'pending') goOn(item);
    },

    arm: (item: QueueRow) => !refuses(item) && desk.arm(item.commentId),

    post(item: QueueRow) {
      go(item);
      void actions.post(item.comment);
    },

    save: (item: QueueRow) => actions.save(item.comment),
    vouch: (item: QueueRow, sentence: string) => actions.vouch(item, sentence),

    /** By key, out of the text. Where there is nothing to approve it only saves. */
    saveAndApprove(item: QueueRow) {
      if (canApprove(item)) return guard.press(() => decide(item, 'approved'), 'a');
      go(item);
      void actions.save(item.comment);
    },
  };
}

export type Board = ReturnType<typeof useBoard>;
