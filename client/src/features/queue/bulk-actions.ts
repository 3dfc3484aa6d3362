import type { QueueRow } from '#shared/contracts/queue.ts';
import { errorText, toastFailure } from '../../api/http.ts';
import { fetchRows } from '../../api/load-rows.ts';
import { AT_ONCE, inParallel } from '../../api/review-verbs.ts';
import { counted, formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';
import type { Review } from '../../review/review.ts';
import { saveEdit } from '../../review/review-actions.ts';
import { goesOut, plannedName } from '../../review/review-words.ts';
import type { PlannedPost } from '../../review/schedule/bulk-schedule-dialog.tsx';
import type { BulkItem } from '../../review/select.ts';
import type { Undoable } from '../../review/undo-history.ts';

/**
 * The server posts comments one at a time, so more requests would only block the
 * browser's connections.
 */
const POSTS_AT_ONCE = 4;

/**
 * Returns the comment as it was when the user was asked. If its
 * text has changed since, the server refuses the action (rule 3.3).
 */
const seen = ({ commentId, revision }: BulkItem) => ({ id: commentId, revision });

/**
 * Reports the progress of a running bulk action and stops it:
 * requests that were sent are finished, and no more are sent. An
 * action without it has no progress line and cannot be stopped.
 */
export interface BulkRun {
  stop: AbortSignal;
  onStep: () => void;
}

/** A change of one comment. */
interface Done {
  step: string | null;
  videoTitle: string;
}

interface Refusal {
  commentId: number;
  error: unknown;
}

interface Outcome<Result> {
  values: Result[];
  refusals: Refusal[];
  isCut: boolean;
}

async function runAll<Item extends { commentId: number }, Result>(
  items: readonly Item[],
  run: BulkRun | undefined,
  task: (item: Item) => Promise<Result>,
  atOnce = AT_ONCE,
): Promise<Outcome<Result>> {
  const outcomes = await inParallel(items, atOnce, async (item) => {
    if (run?.stop.aborted) return null;
    return { value: await task(item).finally(run?.onStep) };
  });
  const values: Result[] = [];
  const refusals: Refusal[] = [];
  for (const [index, item] of items.entries()) {
    const outcome = outcomes[index];
    if (outcome?.status === 'fulfilled' && outcome.value)
      values.push(outcome.value.value);
    if (outcome?.status === 'rejected')
      refusals.push({ commentId: item.commentId, error: outcome.reason });
  }
  return { values, refusals, isCut: values.length + refusals.length < items.length };
}

const COMPLETE = [
  'Bulk Posting Complete',
  { label: 'Show Posted', href: '/history?status=posted' },
] as const;

/** An unconfirmed comment stays in the queue. */
const UNCONFIRMED = [
  'Not Confirmed Yet',
  { label: 'Show Unconfirmed', href: '/queue?filter=approved' },
] as const;

const BEING_EDITED = 'Its text is being edited. Save it first.';

/**
 * Creates the bulk actions. Each action saves unsaved edits first
 * and leaves out comments that could not be saved (rule 12.6).
 */
export function createBulkActions(review: Review, onUndo: (action: Undoable) => void) {
  const { verbs, edits } = review;

  /**
   * Saves the edits made before the press, then runs the task for each comment. Leaves
   * out comments whose text could not be saved, and comments that are being edited when
   * it is their turn.
   */
  async function saveAndRun<Item extends { commentId: number }, Result>(
    items: readonly Item[],
    run: BulkRun | undefined,
    task: (item: Item) => Promise<Result>,
    atOnce = AT_ONCE,
  ): Promise<Outcome<Result>> {
    const unsaved = new Map<number, unknown>();
    const typed = items.filter(({ commentId }) => edits.of(commentId));
    await inParallel(typed, AT_ONCE, async ({ commentId }) => {
      try {
        await saveEdit(review, commentId);
      } catch (error) {
        unsaved.set(commentId, error);
      }
    });
    const guarded = (item: Item) => {
      if (unsaved.has(item.commentId)) return Promise.reject(unsaved.get(item.commentId));
      if (edits.of(item.commentId)) return Promise.reject(new Error(BEING_EDITED));
      return task(item);
    };
    return runAll(items, run, guarded, atOnce);
  }

  /**
   * Returns which comment was left out first and why, with a link to it; null if none was
   * left out.
   */
  async function firstRefusal(refusals: readonly Refusal[], fallback: string) {
    const [refusal] = refusals;
    if (!refusal) return null;
    const { commentId, error } = refusal;
    const [row] = await fetchRows([commentId]).catch(() => []);
    const why = errorText(error, fallback);
    const link = { label: 'Open It', href: `/queue?comment=${commentId}` };
    if (!row) return { why, link };
    const title = `“${row.comment.video.title}”`;
    return { why: why ? `${title}: ${why}` : `${title} was left out.`, link };
  }

  /**
   * Shows a toast that says how many comments were done, with
   * one Undo for all of them, and why the others were not.
   */
  async function report(
    { what, whole, failed }: Report,
    total: number,
    { values, refusals, isCut }: Outcome<Done>,
  ): Promise<void> {
    const steps = values.map(({ step }) => step);
    const undoable = review.remember({
      what,
      steps,
      videoTitle: values[0]?.videoTitle ?? '',
    });
    const action = undoable && {
      action: { label: 'Undo', onAction: () => onUndo(undoable) },
    };
    const done = `${ofAll(values.length, total)} comments were ${what}.`;
    if (isCut) return toast({ title: 'Stopped', description: done, ...action });
    const refusal = await firstRefusal(refusals, failed[1]);
    if (!refusal) return toast({ ...whole(values.length), ...action });
    toast({
      title: failed[0],
      description: `${done} ${refusal.why}`.trim(),
      variant: 'destructive',
      link: refusal.link,
      ...action,
    });
  }

  /**
   * Posts the comments and shows a toast with the outcome. Returns null if none was sent.
   */
  async function postEach(
    approved: readonly BulkItem[],
    run: BulkRun,
  ): Promise<true | null> {
    const post = (each: BulkItem) => review.post(seen(each));
    const { values, refusals, isCut } = await saveAndRun(
      approved,
      run,
      post,
      POSTS_AT_ONCE,
    );
    const posted = values.filter(({ status }) => status === 'posted').length;
    if (isCut) {
      toast({
        title: 'Stopped',
        description: `${ofAll(posted, approved.length)} comments were posted.`,
      });
      return values.length > 0 ? true : null;
    }
    const refusal = await firstRefusal(refusals, 'Failed to post comment');
    if (values.length === 0) {
      toast({
        title: 'Bulk Posting Failed',
        description: errorText(refusals[0]?.error, 'Failed to post all comments'),
        variant: 'destructive',
        ...(refusal && { link: refusal.link }),
      });
      return null;
    }
    const lines = postedLines(posted, values.length - posted);
    if (refusal)
      lines.push(`${formatNumber(refusals.length)} not posted. ${refusal.why}`);
    const [title, link] = posted > 0 ? COMPLETE : UNCONFIRMED;
    toast({
      title,
      description: lines.join(' '),
      variant: refusal ? 'destructive' : 'default',
      link: refusal?.link ?? link,
    });
    return true;
  }

  const scheduleAll = (planned: readonly PlannedPost[], rhythm: string, run?: BulkRun) =>
    review.actOnMany(async () => {
      const times = planned.map(({ at }) => at);
      const found = await fetchRows(planned.map(({ commentId }) => commentId));
      const rows = new Map(found.map((row) => [row.commentId, row]));
      const outcome = await saveAndRun(planned, run, async ({ commentId, at }) => {
        const row = rows.get(commentId);
        if (!row) throw new Error('This comment is no longer in the queue.');
        const { step } = await verbs.schedule(row, at);
        return { step, videoTitle: row.comment.video.title };
      });
      await report(scheduledWith(rhythm, times), planned.length, outcome);
    });

  return {
    approveAll: (pending: readonly BulkItem[], run: BulkRun, areAll: boolean) =>
      review.actOnMany(async () => {
        const outcome = await saveAndRun(pending, run, async (each) => {
          const { row, step } = await verbs.decide(seen(each), 'approved');
          return { step, videoTitle: row.video.title };
        });
        await report(areAll ? ALL_APPROVED : SOME_APPROVED, pending.length, outcome);
      }),

    /** Posts all these comments. Undo treats them as a single post. */
    async postAll(approved: readonly BulkItem[], run: BulkRun): Promise<void> {
      await review.posting(() => review.actOnMany(() => postEach(approved, run)));
    },

    /**
     * Removes all rejected comments without asking: they stay in History, and a single
     * Undo brings them back.
     */
    async clearRejected(rejected: readonly BulkItem[]) {
      try {
        const rows = await fetchRows(rejected.map(({ commentId }) => commentId));
        await review.actOnMany(async () => {
          const remove = async (row: QueueRow) => ({
            step: await verbs.remove(row),
            videoTitle: row.comment.video.title,
          });
          await report(REMOVED, rows.length, await runAll(rows, undefined, remove));
        });
      } catch (error) {
        toastFailure(REMOVED.failed[0], error, REMOVED.failed[1]);
      }
    },

    scheduleAll,
  };
}

function postedLines(posted: number, unconfirmed: number): string[] {
  const lines: string[] = [];
  if (posted > 0)
    lines.push(`Successfully posted ${formatNumber(posted)} comment(s) to YouTube.`);
  if (unconfirmed > 0)
    lines.push(`${formatNumber(unconfirmed)} not confirmed by YouTube yet.`);
  return lines;
}

const ofAll = (done: number, total: number) =>
  `${formatNumber(done)} of ${formatNumber(total)}`;

interface Report {
  /** Names the action in the past tense, such as "approved". */
  what: string;
  whole: (done: number) => { title: string; description: string };
  failed: readonly [title: string, fallback: string];
}

const ALL_APPROVED: Report = {
  what: 'approved',
  whole: () => ({
    title: 'All Comments Approved',
    description: 'All pending comments have been approved.',
  }),
  failed: ['Failed to approve all comments', ''],
};

const SOME_APPROVED: Report = {
  what: 'approved',
  whole: (done) => ({
    title: 'Comments Approved',
    description: `${counted(done, 'comment')} approved.`,
  }),
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

/** Describes when comments with these times, sorted by time, will be posted. */
function firstAndLast(times: readonly Date[]): string {
  const first = times[0];
  const last = times.at(-1);
  if (!first || !last) return '';
  if (times.length === 1) return goesOut(first);
  return `The first goes out ${plannedName(first)}, the last ${plannedName(last)}.`;
}

const scheduledWith = (rhythm: string, times: readonly Date[]): Report => ({
  what: 'scheduled',
  whole: (done) => ({
    title: 'Comments Scheduled',
    description: `${counted(done, 'comment')} scheduled with ${rhythm}. ${firstAndLast(times)}`,
  }),
  failed: ['Scheduling Failed', 'Failed to schedule comment'],
});

export type BulkActions = ReturnType<typeof createBulkActions>;
