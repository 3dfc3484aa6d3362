import { CircleAlert, Clock, Info } from 'lucide-react';
import { Link } from 'wouter';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { countdown } from '#shared/rules/countdown.ts';
import { isBeingPosted, PostingNote } from '../../components/comment-state.tsx';
import { AnsweredReply } from '../../components/thread.tsx';
import { DateTime } from '../../components/time.tsx';
import { useNow } from '../../lib/browser.ts';
import { nextStep } from './next-step.ts';

const FAILED = 'Posting failed, and YouTube gave no reason.';

function AutoPost({ dueAt }: { dueAt: string }) {
  const now = useNow(15_000);
  const { text, phase } = countdown(new Date(dueAt), now);
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {phase === 'ahead' ? `Will be posted in ${text}` : 'Will be posted any moment'}, on{' '}
        <DateTime iso={dueAt} />
      </span>
    </p>
  );
}

/** What it answers, why it failed or is blocked, and what happens without the person. */
export function CommentNotes({ item }: { item: QueueRow }) {
  const { comment, heldDetail, dueAt } = item;
  const waits = comment.posting !== null;
  return (
    <>
      {comment.answers && <AnsweredReply answers={comment.answers} />}
      {comment.status === 'failed' && (
        <p className="flex items-start gap-2 text-failed">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {comment.failureReason ?? FAILED}
        </p>
      )}
      {heldDetail && !waits && comment.status !== 'failed' && (
        <p className="flex items-start gap-2 text-sm text-muted">
          <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {heldDetail}
            {nextStep(item) === 'settings' && (
              <>
                {' '}
                <Link href="/settings" className="text-accent underline underline-offset-2">
                  Open Settings
                </Link>
              </>
            )}
          </span>
        </p>
      )}
      {comment.posting && <PostingNote posting={comment.posting} />}
      {dueAt && comment.status === 'approved' && !isBeingPosted(comment.posting) && (
        <AutoPost dueAt={dueAt} />
      )}
    </>
  );
}
