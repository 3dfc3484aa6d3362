import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import { vouch, writeDraft } from '../api/drafts.ts';
import { ApiError, toastFailure } from '../api/http.ts';
import { announcePosted, postingStatusQuery } from '../api/posting.ts';
import type { Decision } from '../api/review-verbs.ts';
import type { ChangedRow } from '../api/steps.ts';
import { toast } from '../lib/toast.ts';
import type { TextId } from '../lib/unsaved.ts';
import { CHOOSE_FIRST, isConflicting, type Wish } from './editor/comment-editor.tsx';
import { streamText, type Titled } from './editor/streamed-text.ts';
import { createReview, type Review, type Undone } from './review.ts';
import {
  type Asked,
  DECIDED,
  type Done,
  type Failure,
  type Question,
  questionAbout,
  REDRAFTED,
  REMOVED,
  SAVED,
  subjectOf,
  UPDATE_FAILED,
} from './review-words.ts';
import { awaitsApproval, createScheduleActions } from './schedule-actions.ts';
import { actionName, type Undoable } from './undo-history.ts';

/** Runs `work` once the page has been told about all changes of cached data so far. */
const afterNotifying = (work: () => void): Promise<void> =>
  new Promise((resolve) => {
    notifyManager.schedule(() => {
      work();
      resolve();
    });
  });

/**
 * Saves the unsaved edit of a comment. Returns null if there is nothing to save. Throws if
 * the user has to choose between two texts first.
 */
export async function saveEdit(
  { edits, verbs }: Review,
  commentId: number,
): Promise<ChangedRow<CommentRow> | null> {
  if (!edits.of(commentId)) return null;
  const saved = await verbs.save(commentId, (comment) => {
    const edit = edits.of(commentId);
    // An unconfirmed comment accepts no new text until it is retried, so the edit stays in
    // the editor.
    if (!edit || edit.text === comment.content || isUnconfirmed(comment)) return null;
    if (isConflicting(edit, comment)) throw new Error(CHOOSE_FIRST);
    return edit.text;
  });
  // Keep what was typed while it was being saved. Waits until the page shows the saved
  // text: without the edit, the editor would show the text from before it until then.
  if (saved) await afterNotifying(() => edits.rebase(saved.row));
  return saved;
}

interface ActionsOptions {
  review: Review;
  ask: (asked: Asked) => void;
  undoKey: string | undefined;
}

function createActions(client: QueryClient, { review, ask, undoKey }: ActionsOptions) {
  const { verbs } = review;

  /**
   * Shows why an action failed. If the comment may be on YouTube and the action has a
   * `question`, asks whether to go on instead, and returns true.
   */
  function tell(
    error: unknown,
    comment: CommentRow,
    [title, fallback]: Failure,
    question?: Question,
  ): boolean {
    const retrying = question
      ? questionAbout(error, comment.video.title, question.next)
      : null;
    if (question && retrying) ask({ retrying, goOn: question.goOn });
    else toastFailure(title, error, fallback, subjectOf(comment));
    return retrying !== null;
  }

  async function undo(which?: Undoable): Promise<Undone | null> {
    try {
      const undone = await review.undo(which);
      toast({
        title: undone ? `Undid: ${actionName(undone.action)}` : 'Nothing to undo',
      });
      return undone;
    } catch (error) {
      toastFailure('Undo Failed', error, UPDATE_FAILED[1]);
      return null;
    }
  }

  /**
   * Returns the Undo button of a toast about an action, or nothing if it cannot be
   * undone.
   */
  function undoing(
    action: Undoable | null,
    onAction = (which: Undoable): void => void undo(which),
  ) {
    return (
      action && {
        action: { label: 'Undo', key: undoKey, onAction: () => onAction(action) },
      }
    );
  }

  /**
   * Shows a toast about an action that is done. It has Undo if the action made a step.
   */
  function announce(
    videoTitle: string,
    { what, title, description }: Done,
    step: string | null,
  ): void {
    const undoable = review.remember({ what, videoTitle, steps: [step] });
    toast({
      title,
      subject: videoTitle,
      ...(description && { description }),
      ...undoing(undoable),
    });
  }

  /**
   * Saves the edit, if any, and returns the comment; null on failure: the action must
   * stop (rule 12.6).
   */
  async function saved(comment: CommentRow): Promise<ChangedRow<CommentRow> | null> {
    try {
      return (await saveEdit(review, comment.id)) ?? { row: comment, step: null };
    } catch (error) {
      tell(error, comment, ['Save Failed', 'Failed to save comment']);
      return null;
    }
  }

  const streamed = <Written>(
    comment: { id: TextId } & Titled,
    write: (show: (text: string) => void, signal: AbortSignal) => Promise<Written | null>,
  ) => streamText(client, review.writing, comment, write);

  /** Runs an action that resolves to its step, and shows a toast with Undo. */
  const take = (
    video: string,
    [failure, fallback]: Failure,
    done: Done,
    work: () => Promise<string | null>,
  ) =>
    review.act(async () => {
      try {
        announce(video, done, await work());
      } catch (error) {
        toastFailure(failure, error, fallback, video);
      }
    });

  /** Saves the edit and sends the decision. Returns null if nothing was decided. */
  async function saveAndDecide(
    comment: CommentRow,
    status: Decision,
    confirmMayBeHeld: boolean,
  ): Promise<ChangedRow<CommentRow> | null> {
    if (!(await saved(comment))) return null;
    const decided = await verbs.decide(comment, status, confirmMayBeHeld);
    // A retry first checks YouTube and may find the comment there.
    if (decided.row.status === 'posted') {
      announcePosted(decided.row);
      return null;
    }
    if (status === 'pending') review.decided.delete(comment.id);
    else review.decided.add(comment.id);
    const done = {
      ...DECIDED[status],
      description: `Comment has been marked as ${status}.`,
    };
    announce(comment.video.title, done, decided.step);
    return decided;
  }

  const decide = (item: QueueRow, status: Decision, confirmMayBeHeld = false) =>
    review.act(async (): Promise<ChangedRow<CommentRow> | null> => {
      const { commentId, comment } = item;
      review.deciding.add(commentId);
      try {
        return await saveAndDecide(comment, status, confirmMayBeHeld);
      } catch (error) {
        const goOn = () => decide(item, status, true).then(() => null);
        tell(error, comment, UPDATE_FAILED, { next: 'nothing', goOn });
        return null;
      } finally {
        review.deciding.delete(commentId);
      }
    });

  /**
   * Posts the comment. Shows no toast while the outcome is unconfirmed: the comment's
   * card says so.
   */
  const send = (comment: CommentRow, underHold = false): Promise<CommentRow | null> =>
    review.act(async () => {
      try {
        const answer = await review.posting(() => review.post(comment, underHold));
        if (answer.status === 'posted') announcePosted(answer);
        return answer;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'posting_held') {
          void client.invalidateQueries({ queryKey: postingStatusQuery.queryKey });
          ask({ held: { comment, reason: error.text }, goOn: () => send(comment, true) });
        } else tell(error, comment, ['Posting Failed', 'Failed to post comment']);
        return null;
      }
    });

  /** Approves the saved text and posts it. */
  async function approveAndSend(
    comment: CommentRow,
    confirmMayBeHeld: boolean,
  ): Promise<CommentRow | null> {
    try {
      const { row } = await verbs.decide(comment, 'approved', confirmMayBeHeld);
      // The check before the approval may find the comment on YouTube.
      if (row.status !== 'posted') return send(comment);
      announcePosted(row);
      return row;
    } catch (error) {
      const goOn = () => post(comment, true);
      tell(error, comment, UPDATE_FAILED, { next: 'post', goOn });
      return null;
    }
  }

  /**
   * Posts the comment, after approving the text on the screen if needed. Also retries a
   * failed comment. Returns null if the user has to answer a question first.
   */
  const post = (
    comment: CommentRow,
    confirmMayBeHeld = false,
  ): Promise<CommentRow | null> =>
    review.posting(() =>
      review.act(async () => {
        if (!(await saved(comment))) return null;
        return awaitsApproval(comment)
          ? approveAndSend(comment, confirmMayBeHeld)
          : send(comment);
      }),
    );

  return {
    undo,
    undoing,
    decide,
    send,
    post,
    ...createScheduleActions({
      review,
      save: (commentId) => saveEdit(review, commentId),
      tell,
      announce,
    }),

    save: (comment: CommentRow) =>
      review.act(async () => {
        const changed = await saved(comment);
        if (changed) announce(comment.video.title, SAVED, changed.step);
      }),

    saved,
    streamed,

    /**
     * Streams another version of the text, which returns to review. Undo restores the old
     * text.
     */
    async redraft(item: QueueRow, wish: Wish): Promise<boolean> {
      const { commentId: id, comment } = item;
      const redrafted = await streamed(comment, async (text, signal) => {
        const seen = await saved(comment);
        if (!seen) return null;
        const wanted = { style: comment.style, ...wish };
        const options = { listener: { text }, signal };
        const { draft, step } = await writeDraft(client, id, wanted, options);
        // Another change came between, so the undo would restore a text that the user has
        // not seen.
        const isOther = draft.comment.revision !== seen.row.revision + 1;
        return { step: isOther ? null : step };
      });
      if (!redrafted) return false;
      announce(comment.video.title, REDRAFTED, redrafted.step);
      return true;
    },

    vouch: ({ comment }: QueueRow, sentence: string) =>
      review.act(async () => {
        try {
          const seen = await saved(comment);
          if (seen) await vouch(client, seen.row, sentence);
        } catch (error) {
          tell(error, comment, ['Update Failed', 'Failed to confirm the sentence']);
        }
      }),

    take,

    remove: (item: QueueRow) =>
      take(
        item.comment.video.title,
        ['Remove Failed', 'Failed to remove from queue'],
        REMOVED,
        () => verbs.remove(item),
      ),
  };
}

export type ReviewActions = ReturnType<typeof createActions>;

const nothing: Asked = { goOn: async () => null };

/** `undoKey` is the page's shortcut that undoes the last step. */
export function useReviewActions(undoKey?: string) {
  const client = useQueryClient();
  const [review] = useState(() => createReview(client));
  const [asked, ask] = useState(nothing);
  const actions = useMemo(
    () => createActions(client, { review, ask, undoKey }),
    [client, review, undoKey],
  );
  const dismiss = useCallback(() => ask(nothing), []);
  return { review, actions, questions: { ...asked, dismiss } };
}

export type Questions = ReturnType<typeof useReviewActions>['questions'];
