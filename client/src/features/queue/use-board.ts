import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { commentSoftLimit } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { openGaps } from '#shared/rules/comment-text.ts';
import type { Decision, Step } from '../../api/review-verbs.ts';
import { isConflicting } from '../../components/comment-editor.tsx';
import type { Review, ReviewActions } from '../../components/review.ts';
import { lengthNearLimit, openGapIn, type Redraft } from '../../components/review-editor.tsx';
import { useArming, usePressGuard } from '../../lib/presses.ts';
import { type ActiveItemOptions, isPending, isRejected, useActiveItem } from './use-active-item.ts';

/** A failed one is tried again. */
export const canApprove = ({ comment: { status } }: QueueRow) => status === 'pending' || status === 'failed';

/** A pending one is approved with it. */
export const canSchedule = ({ comment: { status } }: QueueRow) =>
  status === 'pending' || status === 'approved';

type Part = 'comment' | 'editor';

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
  const { armed, setArmed } = useArming();
  const guard = usePressGuard();
  const [refusals, setRefusals] = useState(0);
  const [scheduling, setScheduling] = useState<QueueRow | null>(null);
  /** The comment whose choices of another version are shown. */
  const [steering, setSteering] = useState<number | null>(null);
  /** The comment that is longer than advised, and whose next approval counts. */
  const warned = useRef<number | null>(null);
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
    const move = moving.current?.commentId === (active?.commentId ?? 0) ? moving.current : null;
    const wasLost = lastFocused.current?.isConnected === false && document.activeElement === document.body;
    if (!move && !wasLost) return;
    if (move) moving.current = null;
    lastFocused.current = null;
    if (move?.part === 'editor') return focusEditor();
    focusComment();
    // On a phone the page scrolls: each comment stands where the one before did.
    if (move) window.scrollTo(0, 0);
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
    else end();
  });

  const select = (item: QueueRow) => {
    seeking.current = null;
    warned.current = null;
    setArmed(null);
    setRefusals(0);
    setSteering(null);
    setEnded(null);
    place.open(item.commentId);
  };

  /** Whether an open gap or its length is in the way; the action bar then says so again. */
  const refuses = ({ commentId, comment }: QueueRow): boolean => {
    if (review.writing.has(commentId)) return true;
    const isLong =
      comment.status === 'pending' &&
      warned.current !== commentId &&
      lengthNearLimit(review.edits, comment) > commentSoftLimit;
    if (openGapIn(review.edits, comment) === null && !isLong) return false;
    if (isLong) warned.current = commentId;
    setRefusals((times) => times + 1);
    return true;
  };

  const go = (item: QueueRow | undefined, part: Part = 'comment') => {
    if (!item) return;
    select(item);
    moving.current = { commentId: item.commentId, part };
  };

  async function undo(step?: Step) {
    const commentId = await actions.undo(step);
    if (commentId === null) return;
    moving.current = { commentId, part: 'comment' };
    setArmed(null);
    setEnded(null);
    place.open(commentId);
  }

  /** Without deciding. */
  const skip = (item: QueueRow) => {
    guard.pause();
    go(pendingAfter(item) ?? pendingBefore(item) ?? neighbour(item));
  };

  const end = () => {
    setArmed(null);
    setEnded(list);
    moving.current = { commentId: 0, part: 'comment' };
  };

  /** Opens what is to be decided after this one, or the end. */
  const goOn = (item: QueueRow) => {
    const next = pendingAfter(item) ?? (further.hasPending ? undefined : pendingBefore(item));
    if (next) return go(next);
    if (!further.hasPending) return end();
    go(item);
    seeking.current = item;
  };

  /** Opens the choices of another version, or closes them. */
  const steer = (item: QueueRow) => {
    go(item);
    if (steering === item.commentId) return;
    moving.current = null;
    setSteering(item.commentId);
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
    active,
    isEnded,
    missing: isEnded ? null : place.missing,
    index: isEnded ? -1 : place.index,
    // From the end the way back is to the comment that was decided last.
    at: (step: number) => (isEnded ? place.active : place.at(step)),
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

    decide,
    skip,
    steer,
    redraftOf(item: QueueRow, live: string | null): Redraft {
      const { commentId, comment } = item;
      const step = review.redrafts.get(commentId);
      const isLast = step?.changes[0]?.left.revision === comment.revision;
      return {
        isOpen: steering === commentId,
        live,
        undo: step && isLast ? () => void undo(step) : null,
        open: () => steer(item),
        close: () => go(item),
        wish(wish) {
          go(item);
          return actions.redraft(item, wish);
        },
        stop: () => review.writing.get(commentId)?.abort(),
      };
    },

    remove(item: QueueRow) {
      if (review.writing.has(item.commentId)) return;
      guard.pause();
      go(neighbour(item) ?? item);
      void actions.remove(item);
    },

    schedule(item: QueueRow) {
      if (refuses(item)) return;
      select(item);
      setScheduling(item);
    },

    /** Rejects where it failed. */
    async scheduleAt(item: QueueRow, at: Date) {
      await actions.schedule(item, at);
      if (item.comment.status === 'pending') goOn(item);
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

    undo,
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
