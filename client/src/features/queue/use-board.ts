import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { openGaps } from '#shared/rules/comment-text.ts';
import { inReview, queueList } from '../../api/queue.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { isConflicting } from '../../components/comment-editor.tsx';
import type { Review, ReviewActions } from '../../components/review.ts';
import { openGapIn } from '../../components/review-editor.tsx';
import { useArming, usePressGuard } from '../../lib/presses.ts';

const isPending = ({ comment }: QueueRow) => comment.status === 'pending';

const firstOf = (items: readonly QueueRow[]) => Math.max(0, items.findIndex(isPending));

interface ActiveItemOptions {
  items: readonly QueueRow[];
  /** Tells one list from another: each filter has its own. */
  list: string;
  asked: number | undefined;
  /** Whether a comment that fell out of the loaded rows stays open. */
  keeps: (commentId: number) => boolean;
}

/**
 * The open comment. When it leaves the list, the next one opens. One outside the loaded rows is asked for by
 * itself. By comment id: an item that is put back has a new id.
 */
function useActiveItem({ items, list, asked = 0, keeps }: ActiveItemOptions) {
  const [last, setLast] = useState(() => ({
    row: asked === 0 ? items[firstOf(items)] : undefined,
    index: firstOf(items),
    list,
    sought: asked,
  }));
  const indexOf = (commentId: number | undefined) => items.findIndex((item) => item.commentId === commentId);

  const soughtIndex = last.sought ? indexOf(last.sought) : -1;
  const outside = useOutsideRow(soughtIndex < 0 ? last.sought : 0);
  const found = soughtIndex >= 0 ? soughtIndex : indexOf(last.row?.commentId);
  const fallback = list === last.list ? Math.min(last.index, items.length - 1) : firstOf(items);
  const index = found >= 0 ? found : fallback;
  const isSeeking = last.sought !== 0 && soughtIndex < 0;
  // One that only fell out of the loaded rows stays open, whatever becomes of its request.
  const failed = isSeeking && last.row?.commentId !== last.sought ? outside.failed : null;
  const isWaiting = outside.isPending && !failed;
  const active = isSeeking ? (outside.row ?? (isWaiting ? last.row : undefined)) : items[index];
  const sought = soughtIndex >= 0 ? 0 : last.sought;

  if (!isSeeking && found < 0 && list === last.list && last.row && keeps(last.row.commentId))
    setLast({ ...last, sought: last.row.commentId });
  else if (active !== last.row || index !== last.index || list !== last.list || sought !== last.sought)
    setLast({ row: active, index, list, sought });

  const open = useCallback(
    (commentId: number) => setLast((before) => ({ ...before, sought: commentId })),
    [],
  );
  const placeOf = (item: QueueRow) => indexOf(item.commentId);

  return {
    index: isSeeking ? -1 : index,
    active,
    open,
    /** The comment that was asked for, if it is not in the queue. */
    missing: isSeeking && outside.isMissing ? last.sought : null,
    /** Why the comment that was asked for could not be loaded. */
    failed,
    at: (step: number): QueueRow | undefined => items[Math.min(Math.max(index + step, 0), items.length - 1)],
    /** The next item, or the previous one for the last. */
    neighbour: (item: QueueRow): QueueRow | undefined => items[placeOf(item) + 1] ?? items[placeOf(item) - 1],
    pendingAfter: (item: QueueRow): QueueRow | undefined => items.slice(placeOf(item) + 1).find(isPending),
    pendingBefore: (item: QueueRow): QueueRow | undefined =>
      items.slice(0, Math.max(0, placeOf(item))).find(isPending),
  };
}

/** A comment in review that is not among the loaded rows; 0 asks for none. */
function useOutsideRow(commentId: number) {
  const enabled = commentId !== 0;
  const { data, error, isError, refetch } = useInfiniteQuery({
    ...queueList.pages({ ...inReview, commentId }),
    enabled,
  });
  const row = enabled ? data?.pages[0]?.rows[0] : undefined;
  return {
    row,
    isPending: enabled && data === undefined,
    isMissing: enabled && data !== undefined && row === undefined,
    failed: enabled && data === undefined && isError ? { error, onRetry: () => void refetch() } : null,
  };
}

interface FurtherPages {
  hasMore: boolean;
  hasPending: boolean;
  /** Missing while it loads, and after a failure. */
  loadMore: (() => void) | undefined;
  failed: boolean;
}

type Part = 'comment' | 'editor';

interface BoardOptions {
  items: readonly QueueRow[];
  list: string;
  asked: number | undefined;
  further: FurtherPages;
  review: Review;
  actions: ReviewActions;
}

export function useBoard({ items, list, asked, further, review, actions }: BoardOptions) {
  const keeps = (commentId: number) => further.hasMore && review.edits.of(commentId) !== undefined;
  const place = useActiveItem({ items, list, asked, keeps });
  const { active, neighbour, pendingAfter, pendingBefore } = place;
  const { armed, setArmed } = useArming();
  const guard = usePressGuard();
  const [refusals, setRefusals] = useState(0);
  const [scheduling, setScheduling] = useState<QueueRow | null>(null);
  const article = useRef<HTMLElement>(null);
  /** What to focus once the comment is open. */
  const moving = useRef<{ commentId: number; part: Part } | null>(null);
  /** The decided comment whose next pending one is being loaded. */
  const seeking = useRef<QueueRow | null>(null);
  const lastFocused = useRef<Element | null>(null);

  const focusComment = () => {
    const shown = article.current;
    shown?.focus({ preventScroll: true });
    if (shown && shown.getBoundingClientRect().top < 0) shown.scrollIntoView();
  };
  const findEditor = () => article.current?.querySelector('textarea');
  const focusEditor = () => {
    const editor = findEditor();
    editor?.focus();
    editor?.setSelectionRange(editor.value.length, editor.value.length);
  };

  useLayoutEffect(() => {
    const move = moving.current?.commentId === active?.commentId ? moving.current : null;
    const wasLost = lastFocused.current?.isConnected === false && document.activeElement === document.body;
    if (!move && !wasLost) return;
    if (move) moving.current = null;
    lastFocused.current = null;
    if (move?.part === 'editor') focusEditor();
    else focusComment();
  });

  useEffect(() => {
    if (active) review.opened.add(active.commentId);
  }, [active, review]);

  // The next pending comment may lie in a further page.
  useEffect(() => {
    const from = seeking.current;
    if (!from) return;
    const next = pendingAfter(from);
    if (!next && further.hasPending && !further.failed) return further.loadMore?.();
    const found = next ?? pendingBefore(from);
    seeking.current = null;
    if (found) go(found);
  });

  const select = (item: QueueRow) => {
    seeking.current = null;
    setArmed(null);
    setRefusals(0);
    place.open(item.commentId);
  };

  /** Whether an open gap is in the way; the action bar then says so again. */
  const refuses = (item: QueueRow): boolean => {
    if (openGapIn(review.edits, item.comment) === null) return false;
    setRefusals((times) => times + 1);
    return true;
  };

  const go = (item: QueueRow | undefined, part: Part = 'comment') => {
    if (!item) return;
    select(item);
    moving.current = { commentId: item.commentId, part };
  };

  return {
    ...place,
    armed,
    guard,
    article,
    scheduling,
    stopScheduling: () => setScheduling(null),
    onFocus: (target: Element) => {
      lastFocused.current = target;
    },
    select,
    go,
    focusComment,
    /** How often the open comment's gap was in the way. */
    refusals,

    focusGap() {
      const editor = findEditor();
      const [gap] = openGaps(editor?.value ?? '', active?.comment.gaps ?? []);
      if (!gap) return;
      editor?.focus();
      editor?.setSelectionRange(gap.from, gap.to);
    },

    decide(item: QueueRow, decision: Decision) {
      if (decision === 'approved' && refuses(item)) return;
      guard.pause();
      const typed = review.edits.of(item.commentId);
      // A conflicting edit must be resolved before the decision.
      const isDecided = item.comment.status === 'pending' && !(typed && isConflicting(typed, item.comment));
      const next = pendingAfter(item) ?? (further.hasPending ? undefined : pendingBefore(item));
      go((isDecided && next) || item);
      if (isDecided && !next && further.hasPending) seeking.current = item;
      void actions.decide(item, decision);
    },

    remove(item: QueueRow) {
      guard.pause();
      go(neighbour(item) ?? item);
      void actions.remove(item);
    },

    schedule(item: QueueRow) {
      if (refuses(item)) return;
      select(item);
      setScheduling(item);
    },

    arm(item: QueueRow) {
      if (refuses(item)) return;
      guard.pause();
      place.open(item.commentId);
      setArmed(item.id);
    },

    post(item: QueueRow) {
      go(item);
      void actions.post(item.comment);
    },

    save: (item: QueueRow) => actions.save(item.commentId),
    vouch: (item: QueueRow, sentence: string) => actions.vouch(item, sentence),

    async undo() {
      const commentId = await actions.undo();
      if (commentId === null) return;
      moving.current = { commentId, part: 'comment' };
      setArmed(null);
      place.open(commentId);
    },
  };
}

export type Board = ReturnType<typeof useBoard>;
