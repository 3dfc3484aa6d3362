import { useRef, useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { HoldDialog } from '../../components/hold-dialog.tsx';
import { ScheduleDialog } from '../../components/schedule/schedule-dialog.tsx';
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx';
import { useShortcuts } from '../../lib/use-shortcuts.ts';
import { boardKeys } from './board-keys.ts';
import { QueueCard } from './queue-card.tsx';
import { RetryDialog } from './retry-dialog.tsx';
import type { Review } from './review.ts';
import { ReviewLine } from './review-line.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useBoard } from './use-board.ts';
import type { ReviewActions, ReviewQuestions } from './use-review-actions.ts';

interface ReviewBoardProps {
  items: readonly QueueItem[];
  /** False while only the first comments of a long queue are loaded. */
  isWhole: boolean;
  review: Review;
  actions: ReviewActions;
  questions: ReviewQuestions;
}

/** A closed card and its gap, in pixels. */
const CLOSED_HEIGHT = 104;

export function ReviewBoard({ items, isWhole, review, actions, questions }: ReviewBoardProps) {
  const list = useRef<VirtualListHandle>(null);
  const board = useBoard(items, list, review, actions);
  const { active, armed, scheduling } = board;
  const { retrying, held, dismiss } = questions;
  const [helping, setHelping] = useState(false);
  const enabled = useShortcuts(boardKeys({ ...board.byKey, help: () => setHelping(true) }));
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
        pinned={board.index}
        steady
      >
        {(item) => (
          <QueueCard
            item={item}
            active={item.id === active?.id}
            armed={item.id === armed && item.id === active?.id}
            edits={review.edits}
            guard={board.guard}
            handlers={board.handlers}
          />
        )}
      </VirtualList>
      {scheduling && (
        <ScheduleDialog
          commentId={scheduling.commentId}
          videoTitle={scheduling.comment.video.title}
          channelId={scheduling.comment.video.channelId}
          onClose={board.stopScheduling}
          onSchedule={(time) => actions.schedule(scheduling.commentId, time)}
        />
      )}
      {retrying && (
        <RetryDialog
          item={retrying}
          onClose={dismiss}
          onConfirm={() => void actions.decide(retrying, 'approved', true)}
        />
      )}
      {held && (
        <HoldDialog held={held} onClose={dismiss} onTry={() => void actions.post(held.comment, true)} />
      )}
      {helping && <ShortcutsDialog enabled={enabled} onClose={() => setHelping(false)} />}
    </>
  );
}
