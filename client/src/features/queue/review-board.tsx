import { useRef, useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { ScheduleDialog } from '../../components/schedule/schedule-dialog.tsx';
import { VirtualList, type VirtualListHandle } from '../../components/virtual-list.tsx';
import { useShortcuts } from '../../lib/use-shortcuts.ts';
import { boardKeys } from './board-keys.ts';
import { QueueCard } from './queue-card.tsx';
import type { Review } from './review.ts';
import { ReviewLine } from './review-line.tsx';
import { ReviewQuestionDialogs } from './review-questions.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useBoard } from './use-board.ts';
import type { ReviewActions, ReviewQuestions } from './use-review-actions.ts';

interface ReviewBoardProps {
  items: readonly QueueItem[];
  /** False while these are only the head of a long queue. */
  isWhole: boolean;
  review: Review;
  actions: ReviewActions;
  questions: ReviewQuestions;
}

/** A closed card and the gap below it. */
const CLOSED_HEIGHT = 104;

/** The column of cards, one of them open, and everything that is done to it by hand or by key. */
export function ReviewBoard({ items, isWhole, review, actions, questions }: ReviewBoardProps) {
  const list = useRef<VirtualListHandle>(null);
  const board = useBoard(items, list, review, actions);
  const { active, armed, scheduling } = board;
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
            drafts={review.drafts}
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
      <ReviewQuestionDialogs questions={questions} actions={actions} />
      {helping && <ShortcutsDialog enabled={enabled} onClose={() => setHelping(false)} />}
    </>
  );
}
