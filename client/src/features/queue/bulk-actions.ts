import type { QueueId } from '#shared/contracts/queue.ts';
import { fetchQueueIds, fetchQueueRows } from '../../api/comments.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { AT_ONCE, type Change, changeOf, inParallel, leftAs, type Step } from '../../api/review-verbs.ts';
import type { PlannedPost } from '../../components/bulk-schedule-dialog.tsx';
import type { Review } from '../../components/review.ts';
import { counted, formatNumber } from '../../lib/formats.ts';
import { type ToastMessage, toast } from '../../lib/toast.ts';

/** The server posts one at a time; more requests would only block the browser's connections. */
const POSTS_AT_ONCE = 4;

const NOTHING_SCHEDULED = 'Nothing was scheduled: an unsaved edit could not be saved.';

/** As it was when the question was asked: a text that nobody read is left alone (rule 3.3). */
const seen = ({ commentId, revision }: QueueId) => ({ id: commentId, revision });

/** How a bulk action under way is followed, and stopped: what is under way finishes; nothing more is sent. */
export interface BulkRun {
  stop: AbortSignal;
  onStep: () => void;
}

async function runAll<Item, Result>(
  items: readonly Item[],
  { stop, onStep }: BulkRun,
  task: (item: Item) => Promise<Result>,
  atOnce = AT_ONCE,
) {
  const outcomes = await inParallel(items, atOnce, async (item) =>
    stop.aborted ? [] : [await task(item).finally(onStep)],
  );
  const values = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  return { values, refusals, isCut: values.length + refusals.length < items.length };
}

/** Each action saves unsaved edits first, and a failed save stops it (rule 12.6). */
export function createBulkActions(review: Review, onUndo: (step: Step) => void) {
  const { verbs, edits } = review;

  /** False if an unsaved edit could not be saved. */
  async function saveAll(items: readonly { commentId: number }[]): Promise<boolean> {
    const typed = items.filter(({ commentId }) => edits.of(commentId));
    const outcomes = await inParallel(typed, AT_ONCE, ({ commentId }) => review.save(commentId));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) toastFailure('Save Failed', failed.reason, 'Failed to save comment');
    return !failed;
  }

  function undoable(what: string, changes: readonly Change[]): Pick<ToastMessage, 'action'> {
    if (changes.length === 0) return {};
    const step = review.remember(what, changes);
    return { action: { label: 'Undo', onAction: () => onUndo(step) } };
  }

  const announceStop = (what: string, done: number, total: number, more: Pick<ToastMessage, 'action'> = {}) =>
    toast({ title: 'Stopped', description: `${ofAll(done, total)} comments were ${what}.`, ...more });

  return {
    approveAll: (pending: readonly QueueId[], run: BulkRun) =>
      review.act(async () => {
        if (!(await saveAll(pending))) return;
        const { values, refusals, isCut } = await runAll(pending, run, (each) =>
          verbs.decide(seen(each), 'approved'),
        );
        const [done, total] = [values.length, pending.length];
        const action = undoable(
          'approved',
          values.map(({ id, video, revision }) => ({
            commentId: id,
            videoTitle: video.title,
            from: revision - 1,
            left: { revision, inQueue: true, scheduledFor: null },
            before: { status: 'pending', scheduledFor: null },
          })),
        );
        if (isCut) return announceStop('approved', done, total, action);
        if (done === total)
          return toast({
            title: 'All Comments Approved',
            description: 'All pending comments have been approved.',
            ...action,
          });
        toast({
          title: 'Failed to approve all comments',
          description: `${ofAll(done, total)} were approved. ${errorText(refusals[0], '')}`.trim(),
          variant: 'destructive',
          ...action,
        });
      }),

    postAll: (approved: readonly QueueId[], run: BulkRun) =>
      review.act(async () => {
        if (!(await saveAll(approved))) return;
        const post = (each: QueueId) => review.post(seen(each));
        const { values, refusals, isCut } = await runAll(approved, run, post, POSTS_AT_ONCE);
        const posted = values.filter(({ status }) => status === 'posted').length;
        if (isCut) return announceStop('posted', posted, approved.length);
        if (values.length === 0)
          return toastFailure('Bulk Posting Failed', refusals[0], 'Failed to post all comments');
        const unconfirmed = values.length - posted;
        const isFailed = refusals.length > 0;
        const lines = [
          `Successfully posted ${formatNumber(posted)} comment(s) to YouTube.`,
          unconfirmed > 0 && `${formatNumber(unconfirmed)} not confirmed by YouTube yet.`,
          isFailed &&
            `${formatNumber(refusals.length)} not posted: ${errorText(refusals[0], 'Failed to post comment')}`,
        ];
        toast({
          title: 'Bulk Posting Complete',
          description: lines.filter(Boolean).join(' '),
          variant: isFailed ? 'destructive' : 'default',
          ...(posted > 0 && { link: { label: 'Show Posted', href: '/history?status=posted' } }),
        });
      }),

    /** Without a question: they stay in History, and one press undoes it. */
    async clearRejected() {
      try {
        const ids = await fetchQueueIds('rejected');
        const rows = await fetchQueueRows(ids.map(({ commentId }) => commentId));
        await review.act(async () => {
          const run = { stop: new AbortController().signal, onStep: () => undefined };
          const { values, refusals } = await runAll(rows, run, async (row) =>
            changeOf(row, await verbs.remove(row)),
          );
          const action = undoable('removed', values);
          if (refusals.length > 0) throw refusals[0];
          toast({
            title: 'Removed from Queue',
            description: `${counted(values.length, 'rejected comment')} removed. Their texts stay in History.`,
            ...action,
          });
        });
      } catch (error) {
        toastFailure('Remove Failed', error, 'Failed to remove from queue');
      }
    },

    /** Rejects if not all were scheduled. */
    scheduleAll: (planned: readonly PlannedPost[], rhythm: string, run: BulkRun) =>
      review.act(async () => {
        if (!(await saveAll(planned))) throw new Error(NOTHING_SCHEDULED);
        const found = await fetchQueueRows(planned.map(({ commentId }) => commentId));
        const rows = new Map(found.map((row) => [row.commentId, row]));
        const { values, refusals, isCut } = await runAll(planned, run, async ({ commentId, at }) => {
          const row = rows.get(commentId);
          if (!row) throw new Error('This comment is no longer in the queue.');
          return changeOf(row, leftAs(await verbs.schedule(row, at)));
        });
        const [done, total] = [values.length, planned.length];
        const action = undoable('scheduled', values);
        if (isCut) return announceStop('scheduled', done, total, action);
        if (done === total)
          return toast({
            title: 'Comments Scheduled',
            description: `${counted(done, 'comment')} scheduled with ${rhythm}.`,
            ...action,
          });
        const fallback = 'Failed to schedule comment';
        toastFailure('Scheduling Failed', refusals[0], fallback);
        throw new Error(`${ofAll(done, total)} were scheduled. ${errorText(refusals[0], fallback)}`);
      }),
  };
}

const ofAll = (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`;

export type BulkActions = ReturnType<typeof createBulkActions>;
