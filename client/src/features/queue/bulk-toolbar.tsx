import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { QueueId, QueueSummary } from '#shared/contracts/queue.ts';
import { fetchQueueIds } from '../../api/queue.ts';
import { refreshFigures } from '../../api/refresh-changed.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { BulkScheduleDialog } from '../../components/bulk-schedule-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/browser.ts';
import { formatNumber } from '../../lib/formats.ts';
import { ApproveAllDialog } from './approve-all-dialog.tsx';
import { createBulkActions } from './bulk-actions.ts';
import type { BulkProgress } from './bulk-progress.ts';
import { BulkProgressLine } from './bulk-progress-line.tsx';
import { PostAllDialog } from './post-all-dialog.tsx';
import type { Review } from './review.ts';
import { ToolbarMenu } from './toolbar-menu.tsx';
import type { Step } from './undo.ts';

interface BulkToolbarProps {
  /** Missing until it is loaded. */
  summary: Pick<QueueSummary, 'pending' | 'approved'> | undefined;
  review: Review;
  onUndo: (step: Step) => void;
  children: ReactNode;
}

type Kind = 'approve' | 'schedule' | 'post';

const FAILED: Record<Kind, readonly [title: string, fallback: string]> = {
  approve: ['Failed to approve all comments', ''],
  schedule: ['Scheduling Failed', 'Failed to schedule comment'],
  post: ['Bulk Posting Failed', 'Failed to post all comments'],
};

/** Each button keeps its place, shown or not (rule 12.1). */
export function BulkToolbar({ summary, review, onUndo, children }: BulkToolbarProps) {
  const [bulk] = useState(() => createBulkActions(review, onUndo));
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [asking, setAsking] = useState<{ kind: Kind; ids: readonly QueueId[] } | null>(null);
  const isLoading = useRef(false);
  const client = useQueryClient();
  const { pending = 0, approved = 0 } = progress ? {} : (summary ?? {});

  /** The ids of the press, so that the question names what will be done. */
  const ask = async (kind: Kind) => {
    if (isLoading.current) return;
    isLoading.current = true;
    try {
      const ids = await fetchQueueIds(kind === 'approve' ? 'pending' : 'approved');
      if (ids.length > 0) setAsking({ kind, ids });
      else refreshFigures(client);
    } catch (error) {
      const [title, fallback] = FAILED[kind];
      toastFailure(title, error, fallback);
    } finally {
      isLoading.current = false;
    }
  };

  const run = async (word: string, total: number, work: (progress: BulkProgress) => Promise<void>) => {
    const started = { word, total, done: 0, isStopped: false };
    setProgress(started);
    try {
      await work(started);
    } finally {
      setProgress(null);
    }
  };

  const close = () => setAsking(null);
  const { kind, ids = [] } = asking ?? {};
  const line = progress && <BulkProgressLine progress={progress} />;
  return (
    <div className="relative flex gap-2">
      <ToolbarMenu>
        <div className="flex justify-end">{children}</div>
        <Slot className="lg:w-26">
          {pending > 0 && <Button onClick={() => void ask('approve')}>Approve All</Button>}
        </Slot>
        <Slot className="lg:w-47">
          {approved > 0 && (
            <Button onClick={() => void ask('schedule')}>Schedule Approved ({formatNumber(approved)})</Button>
          )}
        </Slot>
        <Slot className="lg:w-47">
          {approved > 0 && (
            <Button onClick={() => void ask('post')}>Post Approved Now ({formatNumber(approved)})</Button>
          )}
        </Slot>
      </ToolbarMenu>
      {line && <div className="absolute inset-y-0 right-0 flex items-center bg-surface pl-4">{line}</div>}
      {kind === 'approve' && (
        <ApproveAllDialog
          count={ids.length}
          unopened={ids.filter(({ commentId }) => !review.opened.has(commentId)).length}
          onClose={close}
          onApprove={() => void run('Approving', ids.length, (started) => bulk.approveAll(ids, started))}
        />
      )}
      {kind === 'schedule' && (
        <BulkScheduleDialog
          comments={ids}
          onClose={close}
          onSchedule={(plan, rhythm) =>
            run('Scheduling', plan.length, (started) => bulk.scheduleAll(plan, rhythm, started))
          }
        >
          {line}
        </BulkScheduleDialog>
      )}
      {kind === 'post' && (
        <PostAllDialog
          count={ids.length}
          onClose={close}
          onPost={() => void run('Posting', ids.length, (started) => bulk.postAll(ids, started))}
          onSpaceOut={() => setAsking({ kind: 'schedule', ids })}
        />
      )}
    </div>
  );
}

function Slot({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={classNames('flex h-(--control) *:w-full *:px-1 max-lg:empty:hidden', className)}>
      {children}
    </div>
  );
}
