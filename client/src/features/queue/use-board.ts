import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { openGaps } from '#shared/rules/gaps.ts';
import type { Decision } from '../../api/review-verbs.ts';
import { useArming, usePressGuard } from '../../lib/presses.ts';
import { openGapIn } from './open-gap.ts';
import type { Review } from './review.ts';
import { isConflicting } from './unsaved-edits.ts';
import { useActiveItem } from './use-active-item.ts';
import type { ReviewActions } from './use-review-actions.ts';

interface FurtherPages {
  hasMore: boolean;
  /** Whether they hold pending comments. */
  hasPending: boolean;
  /** Missing while it loads, and after a failure. */
  loadMore: (() => void) | undefined;
  failed: boolean;
}

type Part = 'comment' | 'editor';

interface Given {
  items: readonly QueueRow[];
  list: string;
  asked: number | undefined;
  further: FurtherPages;
  review: Review;
  actions: ReviewActions;
}

export function useBoard({ items, list, asked, further, review, actions }: Given) {
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
