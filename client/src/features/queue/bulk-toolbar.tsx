import { useState } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { isBeingPosted } from '../../components/posting-note.tsx';
import { BulkScheduleDialog } from '../../components/schedule/bulk-schedule-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { createBulkActions } from './bulk-actions.ts';
import { PostAllDialog } from './post-all-dialog.tsx';
import type { Review } from './review.ts';

interface BulkToolbarProps {
  items: readonly QueueItem[];
  review: Review;
}

interface Running {
  word: string;
  done: number;
  total: number;
}

/** What is done to all that wait, or to all that were approved. */
export function BulkToolbar({ items, review }: BulkToolbarProps) {
  const [bulk] = useState(() => createBulkActions(review));
  const [running, setRunning] = useState<Running | null>(null);
  const [asking, setAsking] = useState<'schedule' | 'post' | null>(null);
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

  if (running) {
    const { word, done, total } = running;
    return (
      <p role="status" className="text-muted tabular-nums">
        {word} {Math.min(done + 1, total)} of {total}…
      </p>
    );
  }
  return (
    <>
      {pending.length > 0 && (
        <Button onClick={() => void run('Approving', pending, bulk.approveAll)}>Approve All</Button>
      )}
      {approved.length > 0 && (
        <>
          <Button onClick={() => setAsking('schedule')}>Schedule Approved ({approved.length})</Button>
          <Button onClick={() => setAsking('post')}>Post Approved Now ({approved.length})</Button>
        </>
      )}
      {asking === 'schedule' && (
        <BulkScheduleDialog
          comments={approved.map(({ commentId, comment }) => ({
            commentId,
            videoTitle: comment.video.title,
            channelId: comment.video.channelId,
          }))}
          onClose={() => setAsking(null)}
          onSchedule={bulk.scheduleAll}
        />
      )}
      {asking === 'post' && (
        <PostAllDialog
          count={approved.length}
          onClose={() => setAsking(null)}
          onPost={() => void run('Posting', approved, bulk.postAll)}
          onSpaceOut={() => setAsking('schedule')}
        />
      )}
    </>
  );
}
