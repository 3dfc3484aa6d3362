import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isUnconfirmed, mayChangeStatus } from '#shared/rules/comment-status.ts';
import { toastFailure } from '../api/http.ts';
import { CHOOSE_FIRST, isConflicting } from './editor/comment-editor.tsx';
import type { Titled } from './editor/streamed-text.ts';
import type { Review } from './review.ts';
import {
  type Asked,
  type Done,
  goesOut,
  type Retrying,
  subjectOf,
} from './review-words.ts';

export const awaitsApproval = ({ status }: CommentRow): boolean =>
  mayChangeStatus(status, 'approved');

interface Deps {
  review: Review;
  /** Saves the comment's unsaved edit, if it has one. */
  save(commentId: number): Promise<unknown>;
  /** Asks whether to go on with a comment that may be on YouTube. */
  askedAbout(
    error: unknown,
    comment: Titled,
    next: Retrying['next'],
    goOn: Asked['goOn'],
  ): boolean;
  /** Shows a toast with Undo. */
  announce(videoTitle: string, done: Done, step: string | null): void;
}

/** Creates the actions that give a comment its time. */
export function createScheduleActions({ review, save, askedAbout, announce }: Deps) {
  const { verbs } = review;

  /**
   * Returns the unsaved text to store with an action, if any. Throws if the user has to
   * choose a text first.
   */
  function editedText(comment: CommentRow): string | undefined {
    const edit = review.edits.of(comment.id);
    if (edit && isConflicting(edit, comment)) throw new Error(CHOOSE_FIRST);
    // A comment with an unknown outcome keeps its stored text.
    return isUnconfirmed(comment) ? undefined : edit?.text;
  }

  /**
   * Approves and schedules the text on the screen in one request. Resolves to null if the
   * user has to answer a question first. Rejects on failure, after showing a toast.
   */
  const approveAndSchedule = (
    comment: CommentRow,
    at: Date,
    confirmMayBeHeld = false,
  ): Promise<CommentRow | null> =>
    review.act(async () => {
      try {
        const text = editedText(comment);
        const { row, step } = await verbs.approveAndSchedule(comment, {
          text,
          at,
          confirmMayBeHeld,
        });
        if (text !== undefined) review.edits.rebase(row.comment);
        announceScheduled(comment, at, step);
        return row.comment;
      } catch (error) {
        const goOn = () => approveAndSchedule(comment, at, true).catch(() => null);
        if (askedAbout(error, comment, 'schedule', goOn)) return null;
        toastFailure(
          'Scheduling Failed',
          error,
          'Failed to schedule comment',
          subjectOf(comment),
        );
        throw error;
      }
    });

  function announceScheduled(comment: CommentRow, at: Date, step: string | null): void {
    review.decided.add(comment.id);
    const description = `Comment has been scheduled for posting. ${goesOut(at)}`;
    announce(
      comment.video.title,
      { what: 'scheduled', title: 'Comment Scheduled', description },
      step,
    );
  }

  /**
   * Null if the user has to answer a question. Rejects on failure: the dialog shows why
   * and stays open.
   */
  async function schedule(item: QueueRow, at: Date): Promise<CommentRow | null> {
    const { commentId, comment } = item;
    if (awaitsApproval(comment)) return approveAndSchedule(comment, at);
    return review.act(async () => {
      try {
        await save(commentId);
        const { row, step } = await verbs.schedule(item, at);
        announceScheduled(comment, at, step);
        return row.comment;
      } catch (error) {
        toastFailure(
          'Scheduling Failed',
          error,
          'Failed to schedule comment',
          subjectOf(comment),
        );
        throw error;
      }
    });
  }

  return { approveAndSchedule, schedule };
}
