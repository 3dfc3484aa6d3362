import type { QueueItem } from '#shared/contracts/queue.ts';
import { type BulkPreset, bulkIntervals } from '#shared/rules/schedule.ts';
import { errorText } from '../../api/error-text.ts';
import { ApiError } from '../../api/http.ts';
import type { PlannedPost } from '../../components/schedule/bulk-schedule-dialog.tsx';
import { inParallel } from '../../lib/in-parallel.ts';
import { toast } from '../../lib/toast.ts';
import { AT_ONCE, type Review } from './review.ts';
import type { Step } from './undo.ts';

/** The server posts one at a time; more requests would only block the browser's connections. */
const POSTS_AT_ONCE = 4;

/** Every further post would be refused too. A refusal that starts a hold makes the next one `posting_held`. */
const STOPS_ALL = new Set([
  'daily_cap',
  'quota_spent',
  'posting_paused',
  'posting_held',
  'needs_reauth',
  'not_connected',
  'scope_missing',
  'youtube_signup_required',
  'channel_changed',
]);

const NOTHING_SCHEDULED = 'Nothing was scheduled: an unsaved edit could not be saved.';

type OnProgress = (done: number) => void;

const isRefusal = (outcome: PromiseSettledResult<unknown>) => outcome.status === 'rejected';
const values = <Value>(outcomes: PromiseSettledResult<Value>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
const firstReason = (outcomes: PromiseSettledResult<unknown>[], fallback: string) =>
  errorText(outcomes.find((outcome) => outcome.status === 'rejected')?.reason, fallback);

/** Each action saves unsaved edits first, and a failed save stops it (rule 12.6). */
export function createBulkActions(review: Review, onUndo: (step: Step) => void) {
  async function savedAll(items: readonly { commentId: number }[]): Promise<boolean> {
    const typed = items.filter(({ commentId }) => review.edits.of(commentId));
    const outcomes = await inParallel(typed, AT_ONCE, ({ commentId }) => review.save(commentId));
    if (!outcomes.some(isRefusal)) return true;
    toast({
      title: 'Save Failed',
      description: firstReason(outcomes, 'Failed to save comment'),
      variant: 'destructive',
    });
    return false;
  }

  const counting = (onProgress: OnProgress) => {
    let done = 0;
    return () => onProgress(++done);
  };

  return {
    async approveAll(pending: readonly QueueItem[], onProgress: OnProgress): Promise<void> {
      if (!(await savedAll(pending))) return;
      const count = counting(onProgress);
      const outcomes = await inParallel(pending, AT_ONCE, ({ commentId }) =>
        review.decide(commentId, 'approved').finally(count),
      );
      const approved = values(outcomes);
      const step = approved.length > 0 && review.remember('approved', approved);
      const action = step ? { action: { label: 'Undo', onAction: () => onUndo(step) } } : {};
      void review.refresh();
      if (approved.length === pending.length) {
        toast({
          title: 'All Comments Approved',
          description: 'All pending comments have been approved.',
          ...action,
        });
        return;
      }
      const reason = firstReason(outcomes, 'Failed to approve all comments');
      toast({
        title: 'Failed to approve all comments',
        description: `${approved.length} of ${pending.length} were approved. ${reason}`,
        variant: 'destructive',
        ...action,
      });
    },

    async postAll(approved: readonly QueueItem[], onProgress: OnProgress): Promise<void> {
      if (!(await savedAll(approved))) return;
      const count = counting(onProgress);
      let stop: unknown = null;
      const outcomes = await inParallel(approved, POSTS_AT_ONCE, async ({ commentId }) => {
        if (stop) throw stop;
        try {
          return await review.post(commentId);
        } catch (error) {
          if (error instanceof ApiError && error.code && STOPS_ALL.has(error.code)) stop = error;
          throw error;
        } finally {
          count();
        }
      });
      void review.refresh();
      announceBulkPost(outcomes);
    },

    /** Rejects if not all were scheduled. */
    async scheduleAll(planned: readonly PlannedPost[], preset: BulkPreset): Promise<void> {
      if (!(await savedAll(planned))) throw new Error(NOTHING_SCHEDULED);
      const outcomes = await inParallel(planned, AT_ONCE, ({ commentId, at }) =>
        review.schedule(commentId, at),
      );
      const scheduled = values(outcomes);
      if (scheduled.length > 0) review.remember('scheduled', scheduled);
      void review.refresh();
      if (scheduled.length === planned.length) {
        toast({
          title: 'Comments Scheduled',
          description: `${scheduled.length} comment${scheduled.length === 1 ? '' : 's'} scheduled with ${bulkIntervals[preset].label}.`,
        });
        return;
      }
      toast({
        title: 'Scheduling Failed',
        description: 'Failed to schedule comment',
        variant: 'destructive',
      });
      const reason = firstReason(outcomes, 'Failed to schedule comment');
      throw new Error(`${scheduled.length} of ${planned.length} were scheduled. ${reason}`);
    },
  };
}

export type BulkActions = ReturnType<typeof createBulkActions>;

type PostOutcomes = PromiseSettledResult<Awaited<ReturnType<Review['post']>>>[];

function announceBulkPost(outcomes: PostOutcomes): void {
  const answers = values(outcomes);
  const posted = answers.filter(({ status }) => status === 'posted').length;
  const unconfirmed = answers.length - posted;
  const refused = outcomes.filter(isRefusal).length;
  if (answers.length === 0) {
    const reason = firstReason(outcomes, '');
    toast({
      title: 'Bulk Posting Failed',
      description: ['Failed to post all comments', reason].filter(Boolean).join('. '),
      variant: 'destructive',
    });
    return;
  }
  const more = [
    unconfirmed > 0 && `${unconfirmed} not confirmed by YouTube yet.`,
    refused > 0 && `${refused} not posted: ${firstReason(outcomes, 'Failed to post comment')}`,
  ].filter(Boolean);
  toast({
    title: 'Bulk Posting Complete',
    description: [`Successfully posted ${posted} comment(s) to YouTube.`, ...more].join(' '),
    variant: refused > 0 ? 'destructive' : 'default',
  });
}
