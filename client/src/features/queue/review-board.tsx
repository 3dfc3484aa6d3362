import { useEffect, useMemo, useRef, useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { ScheduleDialog } from '../../components/schedule/schedule-dialog.tsx';
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx';
import { useShortcuts } from '../../lib/use-shortcuts.ts';
import { boardKeys } from './board-keys.ts';
import { cardId, QueueCard, type QueueCardHandlers } from './queue-card.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import type { Review } from './review.ts';
import { ReviewLine } from './review-line.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useActiveItem } from './use-active-item.ts';
import type { ReviewActions } from './use-review-actions.ts';

interface ReviewBoardProps {
  items: readonly QueueItem[];
  /** False while these are only the head of a long queue. */
  isWhole: boolean;
  review: Review;
  actions: ReviewActions;
  retrying: QueueItem | null;
  onRetryEnd: () => void;
}

/** A closed card and the gap below it. */
const CLOSED_HEIGHT = 104;

const focusCard = (item: QueueItem) => document.getElementById(cardId(item))?.focus({ preventScroll: true });
function focusEditor(item: QueueItem): void {
  const editor = document.getElementById(cardId(item))?.querySelector<HTMLTextAreaElement>('[data-editor]');
  editor?.focus();
  editor?.setSelectionRange(editor.value.length, editor.value.length);
}

/** The column of cards, one of them open, and everything that is done to it by hand or by key. */
export function ReviewBoard({ items, isWhole, review, actions, retrying, onRetryEnd }: ReviewBoardProps) {
  const { active, index, select, bringBack, isAwaiting, at, nextPending } = useActiveItem(items);
  const [armed, setArmed] = useState<number | null>(null);
  const [scheduling, setScheduling] = useState<QueueItem | null>(null);
  const [helping, setHelping] = useState(false);
  const list = useRef<VirtualListHandle>(null);
  /** What the keyboard moved to: it gets the focus once its card is open. */
  const moving = useRef<'card' | 'editor' | null>(null);

  useEffect(() => {
    if (!active || !moving.current || isAwaiting) return;
    list.current?.reveal(index);
    if (moving.current === 'editor') focusEditor(active);
    else focusCard(active);
    moving.current = null;
  });

  // Who turns to anything else no longer means to post with the next Enter.
  useEffect(() => {
    if (armed === null) return;
    const disarm = () => setArmed(null);
    window.addEventListener('focusin', disarm);
    window.addEventListener('pointerdown', disarm);
    return () => {
      window.removeEventListener('focusin', disarm);
      window.removeEventListener('pointerdown', disarm);
    };
  }, [armed]);

  const go = (item: QueueItem | undefined, part: 'card' | 'editor' = 'card') => {
    if (!item) return;
    moving.current = part;
    setArmed(null);
    select(item.id);
  };

  const goBackTo = (item: QueueItem) => {
    moving.current = 'card';
    setArmed(null);
    bringBack(item);
  };

  const handlers = useMemo<QueueCardHandlers>(
    () => ({
      activate: (item) => {
        setArmed(null);
        select(item.id);
      },
      decide: (item, status) => void actions.decide(item, status),
      schedule: setScheduling,
      post: (item) => void actions.post(item.commentId),
      remove: (item) => void actions.remove(item),
      edit: (item) => {
        select(item.id);
        moving.current = 'editor';
      },
      save: (item) => actions.save(item.commentId),
      leaveEditor: focusCard,
    }),
    [actions, select],
  );

  const enabled = useShortcuts(
    boardKeys({
      active,
      isArmed: active !== undefined && armed === active.id,
      arm: setArmed,
      go,
      goBackTo,
      at,
      nextPending,
      actions,
      schedule: setScheduling,
      help: () => setHelping(true),
    }),
  );

  return (
    <>
      <ReviewLine items={isWhole ? items : null} onHelp={() => setHelping(true)} />
      <VirtualList
        ref={list}
        label="Comments to review"
        items={items}
        keyOf={({ id }) => id}
        estimate={CLOSED_HEIGHT}
        gap={10}
        pinned={index}
      >
        {(item) => (
          <QueueCard
            item={item}
            active={item.id === active?.id}
            armed={item.id === armed && item.id === active?.id}
            drafts={review.drafts}
            handlers={handlers}
          />
        )}
      </VirtualList>
      {scheduling && (
        <ScheduleDialog
          commentId={scheduling.commentId}
          videoTitle={scheduling.comment.video.title}
          channelId={scheduling.comment.video.channelId}
          onClose={() => setScheduling(null)}
          onSchedule={(time) => actions.schedule(scheduling.commentId, time)}
        />
      )}
      {retrying && (
        <RetryDialog
          item={retrying}
          onClose={onRetryEnd}
          onConfirm={() => void actions.decide(retrying, 'approved', true)}
        />
      )}
      {helping && <ShortcutsDialog enabled={enabled} onClose={() => setHelping(false)} />}
    </>
  );
}
