import { type ReactNode, useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { isBeingPosted } from '../../components/posting-note.tsx';
import { BulkScheduleDialog } from '../../components/schedule/bulk-schedule-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import { ApproveAllDialog } from './approve-all-dialog.tsx';
import { createBulkActions } from './bulk-actions.ts';
import { PostAllDialog } from './post-all-dialog.tsx';
import type { Review } from './review.ts';
import type { Step } from './undo.ts';

interface BulkToolbarProps {
  items: readonly QueueItem[];
  review: Review;
  onUndo: (step: Step) => void;
  children: ReactNode;
}

interface Running {
  word: string;
  done: number;
  total: number;
}

/** Each button keeps its place, shown or not (rule 12.1). */
export function BulkToolbar({ items, review, onUndo, children }: BulkToolbarProps) {
  const [bulk] = useState(() => createBulkActions(review, onUndo));
  const [running, setRunning] = useState<Running | null>(null);
  const [asking, setAsking] = useState<'approve' | 'schedule' | 'post' | null>(null);
  const pending = items.filter(({ comment }) => comment.status === 'pending');
  const approved = items.filter(
    ({ comment }) => comment.status === 'approved' && !isBeingPosted(comment.posting),
  );

  const run = async (
    word: string,
    chosen: readonly QueueItem[],
    work: (chosen: readonly QueueItem[], onProgress: (done: number) => void) => Promise<void>,
  ) => {
    const total = chosen.length;
    setRunning({ word, done: 0, total });
    await work(chosen, (done) => setRunning({ word, done, total }));
    setRunning(null);
  };

  const close = () => setAsking(null);
  return (
    <div data-whole-line className="relative grid grid-cols-2 gap-2 max-md:w-full md:flex">
      <Slot className="md:w-28">
        {!running && pending.length > 0 && <Button onClick={() => setAsking('approve')}>Approve All</Button>}
      </Slot>
      <Slot className="row-start-2 md:w-50">
        {!running && approved.length > 0 && (
          <Button onClick={() => setAsking('schedule')}>Schedule Approved ({approved.length})</Button>
        )}
      </Slot>
      <Slot className="row-start-2 md:w-52">
        {!running && approved.length > 0 && (
          <Button onClick={() => setAsking('post')}>Post Approved Now ({approved.length})</Button>
        )}
      </Slot>
      <div className="flex justify-end">{children}</div>
      {running && (
        <p role="status" className="absolute inset-y-0 left-0 flex h-9 items-center text-muted tabular-nums">
          {running.word} {Math.min(running.done + 1, running.total)} of {running.total}…
        </p>
      )}
      {asking === 'approve' && (
        <ApproveAllDialog
          count={pending.length}
          unopened={pending.filter(({ commentId }) => !review.opened.has(commentId)).length}
          onClose={close}
          onApprove={() => void run('Approving', pending, bulk.approveAll)}
        />
      )}
      {asking === 'schedule' && (
        <BulkScheduleDialog
          comments={approved.map(({ commentId, comment }) => ({
            commentId,
            videoTitle: comment.video.title,
            channelId: comment.video.channelId,
          }))}
          onClose={close}
          onSchedule={bulk.scheduleAll}
        />
      )}
      {asking === 'post' && (
        <PostAllDialog
          count={approved.length}
          onClose={close}
          onPost={() => void run('Posting', approved, bulk.postAll)}
          onSpaceOut={() => setAsking('schedule')}
        />
      )}
    </div>
  );
}

function Slot({ className, children }: { className: string; children: ReactNode }) {
  return <div className={classNames('flex h-9 *:w-full *:px-1 max-sm:*:text-sm', className)}>{children}</div>;
}
