import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import type { VirtualListHandle } from '../../components/virtual-list.tsx';
import { usePressGuard } from '../../lib/press-guard.ts';
import { useArming } from '../../lib/use-arming.ts';
import { focusCard, focusEditor, isCardInView } from './card-focus.ts';
import type { Decision, Review } from './review.ts';
import { isConflicting } from './unsaved-edits.ts';
import { useActiveItem } from './use-active-item.ts';
import type { ReviewActions } from './use-review-actions.ts';

/** What to focus once the card is open. Only the keyboard scrolls: under a pointer nothing may move. */
interface Move {
  part: 'card' | 'editor';
  byKey: boolean;
}

export function useBoard(
  items: readonly QueueItem[],
  list: RefObject<VirtualListHandle | null>,
  review: Review,
  actions: ReviewActions,
) {
  const { active, index, select, bringBack, isAwaiting, at, neighbour, nextPending } = useActiveItem(items);
  const { armed, setArmed } = useArming();
  const guard = usePressGuard();
  const [scheduling, setScheduling] = useState<QueueItem | null>(null);
  const moving = useRef<Move | null>(null);

  useEffect(() => {
    if (!active || !moving.current || isAwaiting) return;
    const { part, byKey } = moving.current;
    moving.current = null;
    if (byKey) list.current?.reveal(index);
    if (part === 'editor') focusEditor(active);
    else focusCard(active);
  });

  useEffect(() => {
    if (active) review.opened.add(active.commentId);
  }, [active, review]);

  const move = (item: QueueItem, to: Move) => {
    moving.current = to;
    setArmed(null);
    if (to.byKey) list.current?.release();
    select(item.id);
  };

  const reveal = () => {
    list.current?.reveal(index);
    if (active) focusCard(active);
  };

  const decideBy = (byKey: boolean) => (item: QueueItem, decision: Decision) => {
    guard.pause();
    const typed = review.edits.of(item.commentId);
    // A conflicting edit must be resolved before the decision.
    const isDecided = item.comment.status === 'pending' && !(typed && isConflicting(typed, item.comment));
    move((isDecided && nextPending(item)) || item, { part: 'card', byKey });
    void actions.decide(item, decision);
  };

  const removeBy = (byKey: boolean) => (item: QueueItem) => {
    guard.pause();
    move(neighbour(item) ?? item, { part: 'card', byKey });
    void actions.remove(item);
  };

  const open = (item: QueueItem) => {
    setArmed(null);
    select(item.id);
  };

  const steps = {
    schedule(item: QueueItem) {
      open(item);
      setScheduling(item);
    },
    arm(item: QueueItem) {
      guard.pause();
      select(item.id);
      setArmed(item.id);
    },
  };

  return {
    active,
    index,
    armed,
    guard,
    scheduling,
    stopScheduling: () => setScheduling(null),
    handlers: useStable({
      ...steps,
      activate: open,
      decide: decideBy(false),
      remove: removeBy(false),
      keep: (item: QueueItem) => move(item, { part: 'card', byKey: false }),
      post(item: QueueItem) {
        if (!isCardInView(item)) return reveal();
        move(item, { part: 'card', byKey: false });
        void actions.post(item.comment);
      },
      edit: (item: QueueItem) => move(item, { part: 'editor', byKey: false }),
      save: (item: QueueItem) => actions.save(item.commentId),
      leaveEditor: focusCard,
    }),
    byKey: {
      ...steps,
      active,
      at,
      reveal,
      isInView: () => !active || isCardInView(active),
      go: (item: QueueItem | undefined, part: Move['part'] = 'card') =>
        item && move(item, { part, byKey: true }),
      decide: decideBy(true),
      remove: removeBy(true),
      async undo() {
        const before = await actions.undo();
        if (!before) return;
        moving.current = { part: 'card', byKey: true };
        setArmed(null);
        bringBack(before);
      },
    },
  };
}

/** Functions with a stable identity that call their latest version, so that cards need not render again. */
function useStable<Functions extends Record<string, (...given: never[]) => unknown>>(
  now: Functions,
): Functions {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  return useMemo(() => {
    const call =
      (name: string) =>
      (...given: never[]) =>
        latest.current[name]?.(...given);
    return Object.fromEntries(Object.keys(latest.current).map((name) => [name, call(name)])) as Functions;
  }, []);
}
