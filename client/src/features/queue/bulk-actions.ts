import type { QueueId, QueueRow } from '#shared/contracts/queue.ts';
import { fetchQueueIds, fetchQueueRows } from '../../api/comments.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { AT_ONCE, type Change, changeOf, inParallel, leftAs } from '../../api/review-verbs.ts';
import type { PlannedPost } from '../../components/bulk-schedule-dialog.tsx';
import type { Review } from '../../components/review.ts';
import type { Step } from '../../components/undo-steps.ts';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';

/** The server posts one at a time; more requests would only block the browser's connections. */
const POSTS_AT_ONCE = 4;

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

  /** Says how many were done, with one Undo for these, and why the others were not. */
  function report(
    { what, whole, failed }: Report,
    total: number,
    { values, refusals, isCut }: Awaited<ReturnType<typeof runAll<unknown, Change>>>,
  ): void {
    const step = values.length > 0 && review.remember(what, values);
    const action = step && { action: { label: 'Undo', onAction: () => onUndo(step) } };
    const done = `${ofAll(values.length, total)} comments were ${what}.`;
    if (isCut) toast({ title: 'Stopped', description: done, ...action });
    else if (refusals.length === 0) toast({ ...whole(values.length), ...action });
    else {
      const description = `${done} ${errorText(refusals[0], failed[1])}`.trim();
      toast({ title: failed[0], description, variant: 'destructive', ...action });
    }
  }

  return {
    approveAll: (pending: readonly QueueId[], run: BulkRun) =>
      review.actOnMany(async () => {
        if (!(await saveAll(pending))) return;
        const outcome = await runAll(pending, run, async (each): Promise<Change> => {
          const { id, video, revision } = await verbs.decide(seen(each), 'approved');
          return {
            commentId: id,
            videoTitle: video.title,
            from: revision - 1,
            left: { revision, inQueue: true, scheduledFor: null },
            before: { status: 'pending', scheduledFor: null },
          };
        });
        report(APPROVED, pending.length, outcome);
      }),

    postAll: (approved: readonly QueueId[], run: BulkRun) =>
      review.actOnMany(async () => {
        if (!(await saveAll(approved))) return;
        const post = (each: QueueId) => review.post(seen(each));
        const { values, refusals, isCut } = await runAll(approved, run, post, POSTS_AT_ONCE);
        const posted = values.filter(({ status }) => status === 'posted').length;
        if (isCut)
          return toast({
            title: 'Stopped',
            description: `${ofAll(posted, approved.length)} comments were posted.`,
          });
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
        const run = { stop: new AbortController().signal, onStep: () => undefined };
        await review.actOnMany(async () => {
          const remove = async (row: QueueRow) => changeOf(row, await verbs.remove(row));
          report(REMOVED, rows.length, await runAll(rows, run, remove));
        });
      } catch (error) {
        toastFailure(REMOVED.failed[0], error, REMOVED.failed[1]);
      }
    },

    scheduleAll: (planned: readonly PlannedPost[], rhythm: string, run: BulkRun) =>
      review.actOnMany(async () => {
        if (!(await saveAll(planned))) return;
        const found = await fetchQueueRows(planned.map(({ commentId }) => commentId));
        const rows = new Map(found.map((row) => [row.commentId, row]));
        const outcome = await runAll(planned, run, async ({ commentId, at }) => {
          const row = rows.get(commentId);
          if (!row) throw new Error('This comment is no longer in the queue.');
          return changeOf(row, leftAs(await verbs.schedule(row, at)));
        });
        report(scheduledWith(rhythm), planned.length, outcome);
      }),
  };
}

const ofAll = (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`;

interface Report {
  /** In the past tense. */
  what: string;
  whole: (done: number) => { title: string; description: string };
  failed: readonly [title: string, fallback: string];
}

const APPROVED: Report = {
  what: 'approved',
  whole: () => ({ title: 'All Comments Approved', description: 'All pending comments have been approved.' }),
  failed: ['Failed to approve all comments', ''],
};

const REMOVED: Report = {
  what: 'removed',
  whole: (done) => ({
    title: 'Removed from Queue',
    description: `${counted(done, 'rejected comment')} removed. Their texts stay in History.`,
  }),
  failed: ['Remove Failed', 'Failed to remove from queue'],
};

const scheduledWith = (rhythm: string): Report => ({
  what: 'scheduled',
  whole: (done) => ({
    title: 'Comments Scheduled',
    description: `${counted(done, 'comment')} scheduled with ${rhythm}.`,
  }),
  failed: ['Scheduling Failed', 'Failed to schedule comment'],
});

export type BulkActions = ReturnType<typeof createBulkActions>;
