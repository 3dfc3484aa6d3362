import type {
  AddToQueue,
  ApproveAndSchedule,
  Schedule,
} from '#shared/contracts/queue.ts';
import { postingReason } from '#shared/rules/posting-reasons.ts';
import { autoPostDueAt } from '#shared/rules/schedule.ts';
import { conflict, invalid } from '../../core/errors.ts';
import type { CommentChange, CommentView, Queued } from './comment.view.ts';
import {
  changeStatus,
  editContent,
  offSchedule,
  refuseOlderView,
  refuseText,
  refuseWhilePosting,
} from './review.rules.ts';

/** Texts of other comments that a comment must not repeat (rule 7.15). */
export interface PostedTexts {
  /** Posted within the last 30 days. */
  lately: readonly string[];
  /** Posted within the 30 days before the comment's scheduled time. */
  beforeItsTime: readonly string[];
}

export function addToQueue(
  view: CommentView,
  { priority, autoPost }: Pick<AddToQueue, 'priority' | 'autoPost'>,
  posted: readonly string[],
  now: Date,
): CommentChange | null {
  const { comment, queueItem } = view;
  if (comment.status === 'posted')
    throw conflict('already_posted', postingReason('already_posted'));
  if (!queueItem && autoPost) refuseAutoPost(comment, posted);
  if (!queueItem)
    return {
      queueItem: {
        priority: priority ?? 0,
        createdAt: now,
        ...unscheduled(view, { autoPost: autoPost ?? false, queuedAt: now, now }),
      },
    };
  const nextPriority = priority ?? queueItem.priority;
  // A scheduled comment is posted automatically anyway, so its auto-post setting stays as
  // it is.
  const nextAutoPost = queueItem.scheduledFor
    ? queueItem.autoPost
    : (autoPost ?? queueItem.autoPost);
  const isSamePriority = nextPriority === queueItem.priority;
  const isSameAutoPost = nextAutoPost === queueItem.autoPost;
  if (isSamePriority && isSameAutoPost) return null;
  refuseWhilePosting(view);
  if (isSameAutoPost) return { queueItem: { priority: nextPriority } };
  if (nextAutoPost) refuseAutoPost(comment, posted);
  return {
    queueItem: {
      priority: nextPriority,
      ...unscheduled(view, {
        autoPost: nextAutoPost,
        queuedAt: queueItem.createdAt,
        now,
      }),
    },
  };
}

/**
 * Auto-post will post an approved comment, so its text is checked just as for a schedule.
 */
function refuseAutoPost(
  comment: CommentView['comment'],
  posted: readonly string[],
): void {
  if (comment.status === 'approved') refuseText(comment, posted);
}

export function reschedule(
  view: Queued<CommentView>,
  { scheduledFor, autoPost }: Schedule,
  posted: readonly string[],
  now: Date,
): CommentChange {
  refuseWhilePosting(view);
  if (scheduledFor === null) {
    if (autoPost) {
      refuseAutoPost(view.comment, posted);
      return {
        queueItem: unscheduled(view, {
          autoPost: true,
          queuedAt: view.queueItem.createdAt,
          now,
        }),
      };
    }
    return { queueItem: offSchedule(view.queueItem.scheduledFor ? 'unscheduled' : null) };
  }
  if (!autoPost)
    throw invalid(
      'A scheduled comment is posted automatically: send autoPost true with it.',
      'auto_post_required',
    );
  if (view.comment.status !== 'approved')
    throw conflict('not_approved', postingReason('not_approved'));
  refuseText(view.comment, posted);
  return { queueItem: onSchedule(timeAhead(scheduledFor, now)) };
}

/** Throws 400 for a time that is not later than now. */
function timeAhead(scheduledFor: string, now: Date): Date {
  const at = new Date(scheduledFor);
  if (at > now) return at;
  throw invalid(
    'The scheduled time is in the past. Choose a time later than now.',
    'schedule_in_past',
  );
}

/** Edits, approves and schedules a comment like three requests, but all or nothing. */
export function approveAndSchedule(
  view: CommentView,
  { revision, content, scheduledFor }: ApproveAndSchedule,
  posted: PostedTexts,
  now: Date,
): CommentChange {
  refuseOlderView(view, revision, content ?? null);
  refuseWhilePosting(view);
  const edit =
    content === undefined ? null : editContent(view, { content }, posted.lately);
  const comment = { ...view.comment };
  if (edit && content !== undefined) {
    comment.content = content;
    comment.revision += 1;
  }
  const approval = changeStatus(
    { ...view, comment },
    { status: 'approved' },
    posted.lately,
    now,
  );
  refuseText(comment, posted.beforeItsTime);
  return {
    comment: { ...edit?.comment, ...approval?.comment },
    queueItem: {
      ...(view.queueItem === null && { createdAt: now }),
      ...onSchedule(timeAhead(scheduledFor, now)),
    },
  };
}

export const onSchedule = (at: Date) => ({
  scheduledFor: at,
  dueAt: at,
  autoPost: true,
  blockedReason: null,
  nextTryAt: null,
});

interface WithoutTime {
  autoPost: boolean;
  /** When the comment was queued, from which the wait for auto-post counts. */
  queuedAt: Date;
  now: Date;
}

/**
 * Returns the schedule fields of a queue item that has no time set by the user: auto-post
 * may still set one.
 */
export function unscheduled(
  { comment }: CommentView,
  { autoPost, queuedAt, now }: WithoutTime,
) {
  const waits = autoPost && comment.status === 'approved';
  return {
    ...offSchedule(null),
    autoPost,
    // Counts from now even if the approval is older, so that there is time to undo.
    dueAt: waits ? autoPostDueAt(queuedAt, now) : null,
  };
}
