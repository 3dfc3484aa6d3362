import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isUnconfirmed, mayChangeStatus } from '#shared/rules/comment-status.ts';
import type { ChangedRow } from '../api/steps.ts';
import { CHOOSE_FIRST, isConflicting } from './editor/comment-editor.tsx';
import type { Review } from './review.ts';
import { type Done, type Failure, goesOut, type Question } from './review-words.ts';

export const awaitsApproval = ({ status }: CommentRow): boolean =>
  mayChangeStatus(status, 'approved');

const FAILED: Failure = ['Scheduling Failed', 'Failed to schedule comment'];

interface Deps {
  review: Review;
  /** Saves the comment's unsaved edit, if it has one. */
  save(commentId: number): Promise<unknown>;
  /**
   * Reports a failure in a toast, or asks the user whether to go on. Returns true if it
   * asked.
   */
  tell(
    error: unknown,
    comment: CommentRow,
    failure: Failure,
    question?: Question,
  ): boolean;
  /** Shows a toast with Undo. */
  announce(videoTitle: string, done: Done, step: string | null): void;
}

interface Sending {
  send: () => Promise<ChangedRow<QueueRow>>;
  question?: Question;
}

/**
 * Creates the actions that give a comment its time. They resolve to null if the user has
 * to answer a question first. They reject on failure, after showing a toast: the dialog
 * shows why and stays open.
 */
export function createScheduleActions({ review, save, tell, announce }: Deps) {
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

  const giveTime = (comment: CommentRow, at: Date, { send, question }: Sending) =>
    review.act(async () => {
      try {
        const { row, step } = await send();
        review.decided.add(comment.id);
        const description = `Comment has been scheduled for posting. ${goesOut(at)}`;
        const done = { what: 'scheduled', title: 'Comment Scheduled', description };
        announce(comment.video.title, done, step);
        return row.comment;
      } catch (error) {
        if (tell(error, comment, FAILED, question)) return null;
        throw error;
      }
    });

  /** Approves and schedules the text on the screen in one request. */
  const approveAndSchedule = (
    comment: CommentRow,
    at: Date,
    confirmMayBeHeld = false,
  ): Promise<CommentRow | null> =>
    giveTime(comment, at, {
      async send() {
        const text = editedText(comment);
        const options = { text, at, confirmMayBeHeld };
        const changed = await verbs.approveAndSchedule(comment, options);
        if (text !== undefined) review.edits.rebase(changed.row.comment);
        return changed;
      },
      question: {
        next: 'schedule',
        goOn: () => approveAndSchedule(comment, at, true).catch(() => null),
      },
    });

  /** Schedules a queued comment, after approving it if needed. */
  function schedule(item: QueueRow, at: Date): Promise<CommentRow | null> {
    const { commentId, comment } = item;
    if (awaitsApproval(comment)) return approveAndSchedule(comment, at);
    return giveTime(comment, at, {
      async send() {
        await save(commentId);
        return verbs.schedule(item, at);
      },
    });
  }

  return { approveAndSchedule, schedule };
}
