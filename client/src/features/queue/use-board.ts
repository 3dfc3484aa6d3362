import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CommentStatus } from '#shared/contracts/primitives.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { inReview, type QueueFilter, queueList } from '../../api/comments.ts';
import type { usePages } from '../../api/lists.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { useShownList } from '../../lib/address.ts';
import { isTypingIn } from '../../lib/typing.ts';
import { isConflicting } from '../../review/editor/comment-editor.tsx';
import type { Review } from '../../review/review.ts';
import type { ReviewActions } from '../../review/review-actions.ts';
import { useReviewDesk } from '../../review/review-desk.ts';
import type { QueueSummary } from '../../review/select.ts';
import type { QueueView } from './queue-bar.tsx';

const isPending = ({ comment }: QueueRow) => comment.status === 'pending';

const isRejected = ({ comment }: QueueRow) => comment.status === 'rejected';

/** Returns the index of the first pending comment, or else of the first that is not rejected. */
function firstOf(items: readonly QueueRow[]): number {
  const pending = items.findIndex(isPending);
  return Math.max(0, pending >= 0 ? pending : items.findIndex((item) => !isRejected(item)));
}

const indexIn = (items: readonly QueueRow[], commentId: number | null | undefined) =>
  items.findIndex((item) => item.commentId === commentId);

interface Opened {
  row: QueueRow | undefined;
  /** Its index in the list, or the index where it was. */
  index: number;
  list: string;
  /** The id of a comment outside the loaded rows that is requested separately, if there is one. */
  sought: number | null;
  /** Whether it stays open only because the user is typing in it. */
  isKept: boolean;
}

function openedFirst(items: readonly QueueRow[], list: string, asked: number | undefined): Opened {
  const index = firstOf(items);
  const row = asked === undefined ? items[index] : undefined;
  return { row, index, list, sought: asked ?? null, isKept: false };
}

/** Returns the index of the comment that opens when the open one is not in the list. */
function fallbackIndex(items: readonly QueueRow[], last: Opened, list: string): number {
  if (list !== last.list) return firstOf(items);
  // If the list was empty, this is where its first comment will appear.
  return Math.max(0, Math.min(last.index, items.length - 1));
}

/** Requests a comment that is not among the loaded rows. */
function useOutsideRow(commentId: number | null, enabled: boolean) {
  const request = useInfiniteQuery({
    ...queueList.pages({ ...inReview, commentId: commentId ?? 0 }),
    enabled,
  });
  const { data, isError } = request;
  return {
    request,
    isLoaded: data !== undefined,
    hasFailed: data === undefined && isError,
    row: data?.pages[0]?.rows[0],
  };
}

/** Returns the id to look for. A comment that was kept open is not carried over to another list. */
function soughtIn(list: string, last: Opened): number | null {
  return last.isKept && list !== last.list ? null : last.sought;
}

/** Finds the open comment in the list as it is now. `last` is what was open before. */
function usePlace(items: readonly QueueRow[], list: string, last: Opened) {
  const isSameList = list === last.list;
  const isKept = last.isKept && isSameList;
  const wanted = soughtIn(list, last);
  const soughtIndex = indexIn(items, wanted);
  const isSeeking = wanted !== null && soughtIndex < 0;
  const outside = useOutsideRow(wanted, isSeeking);
  const found = soughtIndex >= 0 ? soughtIndex : indexIn(items, last.row?.commentId);
  const index = found >= 0 ? found : fallbackIndex(items, last, list);
  // A comment that only dropped out of the loaded rows stays open, whatever happens to its request.
  const isFailed = isSeeking && outside.hasFailed && last.row?.commentId !== wanted;

  const isWaiting = !outside.isLoaded && !isFailed;
  const soughtRow = outside.row ?? (isWaiting || isKept ? last.row : undefined);

  const wasOpen = isSameList ? last.row?.commentId : undefined;
  const isNotOutside = outside.isLoaded && !outside.row;
  return {
    active: isSeeking ? soughtRow : items[index],
    index,
    sought: soughtIndex >= 0 ? null : wanted,
    isSeeking,
    isKept,
    outside,
    isNotOutside,
    isFailed,
    wasOpen,
    hasLeft: isSeeking ? isNotOutside && wasOpen === wanted : found < 0,
  };
}

/**
 * Keeps track of the open comment. When it leaves the list, the next one opens, unless
 * `keeps` returns true because the user is typing in it: then it stays open, no matter
 * what happened to it. A comment outside the loaded rows is requested separately. Uses
 * comment ids, because an item that is put back into the queue gets a new id.
 */
function useActiveItem(
  items: readonly QueueRow[],
  list: string,
  asked: number | undefined,
  keeps: (commentId: number) => boolean,
) {
  const [last, setLast] = useState(() => openedFirst(items, list, asked));
  const place = usePlace(items, list, last);
  const { active, index, sought, isSeeking, isKept, outside, isNotOutside, isFailed } = place;
  const { wasOpen, hasLeft } = place;
  const isChanged =
    active !== last.row || index !== last.index || list !== last.list || sought !== last.sought;
  if (hasLeft && !isKept && wasOpen !== undefined && keeps(wasOpen))
    setLast({ ...last, sought: wasOpen, isKept: true });
  else if (isChanged) setLast({ row: active, index, list, sought, isKept: isKept && isSeeking });

  const { after, before, neighbour } = neighboursIn(items, isKept ? Math.max(0, last.index) : null);
  return {
    index: isSeeking ? -1 : index,
    active,
    open: (commentId: number) => setLast((before) => ({ ...before, sought: commentId, isKept: false })),
    missing: isSeeking && isNotOutside && !isKept ? last.sought : null,
    failed: isFailed ? outside.request : null,
    /**
     * The current row of a comment that is kept open: null once it has left the queue, undefined while that is
     * unknown or no comment is kept open.
     */
    keptRow: isKept && isSeeking && outside.isLoaded ? (outside.row ?? null) : undefined,
    /** Opens the next comment in place of one that was kept open. */
    letGo: () => setLast((before) => ({ ...before, row: undefined, sought: null, isKept: false })),
    at(step: number) {
      const from = isKept && isSeeking && step > 0 ? index - 1 : index;
      return items[Math.min(Math.max(from + step, 0), items.length - 1)];
    },
    after,
    before,
    neighbour,
  };
}

/**
 * Returns functions that find the items around a comment. A comment that was
 * kept open is no longer in the list and counts at the place where it was.
 */
function neighboursIn(items: readonly QueueRow[], keptPlace: number | null) {
  const after = ({ commentId }: QueueRow): readonly QueueRow[] => {
    const at = indexIn(items, commentId);
    return at < 0 && keptPlace !== null ? items.slice(keptPlace) : items.slice(at + 1);
  };
  const before = ({ commentId }: QueueRow): readonly QueueRow[] => {
    const at = indexIn(items, commentId);
    return items.slice(0, Math.max(0, at < 0 ? (keptPlace ?? 0) : at));
  };
  return {
    after,
    before,
    /** Returns the next item; for the last item, the previous one. */
    neighbour: (item: QueueRow) => after(item)[0] ?? before(item).at(-1),
  };
}

interface FirstPending {
  filter: QueueFilter;
  /** Whether comments are pending, but none of them is among the loaded rows. */
  isBehind: boolean;
  place: Pick<ReturnType<typeof useActiveItem>, 'active' | 'failed' | 'missing' | 'open'>;
}

/**
 * Opens the first pending comment if it lies behind the loaded rows when the queue opens. Returns true until
 * that comment is open. If it cannot be loaded, the queue opens where it would without this.
 */
function useFirstPending({ filter, isBehind, place }: FirstPending): boolean {
  const [isWanted, setIsWanted] = useState(isBehind && filter.status === undefined);
  const pending = useInfiniteQuery({
    ...queueList.pages({ ...filter, status: 'pending' }),
    enabled: isWanted,
  });
  const isKnown = pending.data !== undefined || pending.isError;
  const first = pending.data?.pages[0]?.rows[0]?.commentId;
  const isOpen = place.active?.commentId === first || place.failed !== null || place.missing !== null;
  const open = useEffectEvent(place.open);
  useEffect(() => {
    if (!isWanted || !isKnown) return;
    if (first === undefined || isOpen) setIsWanted(false);
    else open(first);
  }, [isWanted, isKnown, first, isOpen]);
  return isWanted;
}

/**
 * Returns whether a comment that is kept open has left its
 * list. A comment that is only outside the loaded rows has not.
 */
function hasLeftList(kept: QueueRow | null | undefined, filter: CommentStatus | undefined): boolean {
  if (kept === undefined) return false;
  return kept === null || (filter !== undefined && kept.comment.status !== filter);
}

export const canApprove = ({ comment: { status } }: QueueRow) => status === 'pending' || status === 'failed';

export interface BoardOptions {
  view: QueueView;
  pages: ReturnType<typeof usePages<QueueRow, QueueFilter>>;
  summary: QueueSummary | undefined;
  review: Review;
  actions: ReviewActions;
}

export function useBoard({ view, pages, summary, review, actions }: BoardOptions) {
  const { rows: items, loadMore } = pages;
  const hasMore = pages.query.hasNextPage;
  const waits = (item: QueueRow) => isPending(item) && !review.deciding.has(item.commentId);
  const hasPending = hasMore && (summary?.pending ?? 0) > items.filter(waits).length;
  const list = useShownList(view.list, pages.isStale);
  const asked = view.address.comment;
  const article = useRef<HTMLElement>(null);
  /** Id of the comment that the user removed. It closes at once, even with unsaved text. */
  const removed = useRef<number | null>(null);
  /**
   * Id of a retried comment. It stays open to be posted or
   * scheduled, even if the list shows only failed comments.
   */
  const [retried, setRetried] = useState<number | null>(null);
  const keeps = (commentId: number) => {
    if (removed.current === commentId) return false;
    const isBeingTyped = review.edits.of(commentId) !== undefined || isTypingIn(article.current);
    return retried === commentId || isBeingTyped;
  };
  const place = useActiveItem(items, list, asked, keeps);
  const { neighbour } = place;
  const isSeekingFirst = useFirstPending({
    filter: view.filter,
    isBehind: asked === undefined && hasPending && !items.some(waits),
    place,
  });
  const pendingAfter = (item: QueueRow) => place.after(item).find(waits);
  const pendingBefore = (item: QueueRow) => place.before(item).find(waits);
  const isEndedAtFirst =
    asked === undefined && !view.isNarrowed && !hasMore && items.length > 0 && items.every(isRejected);
  /** The list in which the last pending comment was decided here. */
  const [ended, setEnded] = useState(() => (isEndedAtFirst ? list : null));
  // After Undo, the comment has to be decided again, so the list is not at its end.
  const isEnded = ended === list && !(place.active && waits(place.active));
  const active = isEnded || isSeekingFirst ? undefined : place.active;
  const [scheduling, setScheduling] = useState<QueueRow | null>(null);
  const desk = useReviewDesk({
    review,
    actions,
    article,
    openId: active?.commentId ?? null,
    open(commentId) {
      removed.current = null;
      setEnded(commentId === null ? list : null);
      if (commentId !== null) place.open(commentId);
    },
    rowOf: ({ commentId }) => commentId ?? undefined,
  });
  const { guard, select } = desk;
  const go = (item: QueueRow | undefined) => desk.go(item?.commentId);
  const refuses = ({ comment }: QueueRow) => desk.refuses(comment, comment.status !== 'pending');

  useEffect(() => {
    if (active) review.opened.add(active.commentId);
  }, [active, review]);

  // The next pending comment may be on a later page. Load
  // it now, so that it is there when this one is decided.
  useEffect(() => {
    if (active && hasPending && waits(active) && !pendingAfter(active)) loadMore?.();
  });

  /** Opens the next comment to decide, or the end of the list. */
  const goOn = (item: QueueRow) => {
    const next = pendingAfter(item) ?? pendingBefore(item);
    // While there are more pending comments on later pages, this one stays open until they are loaded.
    if (next || hasPending) go(next ?? item);
    else desk.go(null);
  };

  function decide(item: QueueRow, decision: Decision) {
    const { writing, deciding } = review;
    if (decision === 'approved' ? refuses(item) : writing.has(item.commentId)) return;
    if (deciding.has(item.commentId)) return;
    guard.pause();
    const typed = review.edits.of(item.commentId);
    // A conflicting edit must be resolved before the decision.
    const isDecided = item.comment.status === 'pending' && !(typed && isConflicting(typed, item.comment));
    setRetried(item.comment.status === 'failed' ? item.commentId : null);
    const answer = actions.decide(item, decision);
    if (isDecided) goOn(item);
    else go(item);
    void answer.then((decided) => decided ?? setEnded(null));
  }

  return {
    ...place,
    ...desk,
    active,
    isEnded,
    /** Whether the open comment left its list and stays open only because the user is typing in it. */
    hasLeftList: !isEnded && hasLeftList(place.keptRow, view.address.filter),
    /** Whether the comment that is kept open is no longer in the queue. */
    isGone: !isEnded && place.keptRow === null,
    missing: isEnded ? null : place.missing,
    index: isEnded ? -1 : place.index,
    // At the end of the list, both directions lead back to the comment that was decided last.
    at: (step: number) => (isEnded ? place.active : place.at(step)),
    decide,

    skip(item: QueueRow) {
      guard.pause();
      go(pendingAfter(item) ?? pendingBefore(item) ?? neighbour(item));
    },

    remove(item: QueueRow) {
      if (review.writing.has(item.commentId)) return;
      guard.pause();
      go(neighbour(item) ?? item);
      removed.current = item.commentId;
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
        if (isDone && scheduling.comment.status === 'pending') goOn(scheduling);
      },
    },

    arm: (item: QueueRow) => !refuses(item) && desk.arm(item.commentId),

    post(item: QueueRow) {
      setRetried(null);
      go(item);
      void actions.post(item.comment);
    },

    /** Handles the shortcut in the text field. Only saves if there is nothing to approve. */
    saveAndApprove(item: QueueRow) {
      if (canApprove(item)) {
        guard.press(() => decide(item, 'approved'), 'a');
        return;
      }
      go(item);
      void actions.save(item.comment);
    },
  };
}

export type Board = ReturnType<typeof useBoard>;
