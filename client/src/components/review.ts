import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { CommentRow } from '#shared/contracts/comments.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { isUnconfirmed, mayChangeStatus } from '#shared/rules/comment-status.ts';
import { takeBackRedraft, vouch, writeDraft } from '../api/drafts.ts';
import { ApiError, toastFailure } from '../api/http.ts';
import { inBulk, refreshFigures } from '../api/live.ts';
import { announcePosted, postingStatusQuery } from '../api/posting.ts';
import { type Change, changeOf, createReviewVerbs, type Decision, leftAs } from '../api/review-verbs.ts';
import { toast } from '../lib/toast.ts';
import { CHOOSE_FIRST, createUnsavedEdits, isConflicting, type Wish } from './comment-editor.tsx';
import {
  type Asked,
  DECIDED,
  goesOut,
  questionAbout,
  REMOVED,
  type Retrying,
  subjectOf,
} from './review-words.ts';
import { streamText, type Titled } from './streamed-text.ts';
import { createUndoStack, type Step, stepName, takeBack } from './undo-steps.ts';

/** Creates the state of one visit to the Review Queue: unsaved edits, opened comments and steps to undo. */
export function createReview(client: QueryClient, undoKey?: string) {
  const verbs = createReviewVerbs(client);
  const edits = createUnsavedEdits();
  const undoStack = createUndoStack();
  const running = new Set<Promise<unknown>>();
  const decided = new Set<number>();

  async function undoOne(change: Change): Promise<void> {
    const { commentId, before } = change;
    let { left } = change;
    const time = left.scheduledFor && before.scheduledFor;
    if (time && Date.parse(time) <= Date.now())
      throw new Error('The earlier time has passed, so nothing was undone.');
    if (before.status === 'pending') decided.delete(commentId);
    if (change.redrafted !== undefined) {
      await takeBackRedraft(client, commentId, left.revision, change.redrafted);
      // Not the response's revision: it may be from a later change, whose text must not be approved.
      left = { ...left, revision: left.revision + 1 };
      if (before.status === 'pending') return undoStack.rebase(change, left.revision);
    }
    undoStack.rebase(change, (await verbs.undo({ ...change, left })).comment.revision);
  }

  return {
    verbs,
    edits,
    undoKey,
    opened: new Set<number>(),
    decided,
    /** Ids of comments whose decision is still on its way to the server. */
    deciding: new Set<number>(),
    /** Texts that the model is writing. Nothing else may change these comments meanwhile. */
    writing: new Map<number, AbortController>(),

    /** Runs an action. Undo waits for it, and the counts are refreshed when it ends. */
    act<Result>(work: () => Promise<Result>): Promise<Result> {
      const action = work().finally(() => {
        running.delete(action);
        refreshFigures(client);
      });
      running.add(action);
      return action;
    },

    actOnMany<Result>(work: () => Promise<Result>): Promise<Result> {
      return this.act(() => inBulk(client, work));
    },

    remember(what: string, changes: readonly Change[], also?: Step['also']): Step {
      const step = { what, changes, ...(also && { also }) };
      undoStack.push(step);
      return step;
    },

    async save(commentId: number): Promise<CommentRow | null> {
      if (!edits.of(commentId)) return null;
      const saved = await verbs.save(commentId, (comment) => {
        const edit = edits.of(commentId);
        // An unconfirmed comment accepts no new text until it is retried, so the edit stays in the editor.
        if (!edit || edit.text === comment.content || isUnconfirmed(comment)) return null;
        if (isConflicting(edit, comment)) throw new Error(CHOOSE_FIRST);
        return edit.text;
      });
      // Keep what was typed while it was being saved.
      if (saved) edits.rebase(saved);
      return saved;
    },

    /** Steps before `work` can no longer be undone, unless it throws or returns null: nothing was sent. */
    async posting<Sent>(work: () => Promise<Sent>): Promise<Sent> {
      const end = undoStack.beginPost();
      try {
        const sent = await work();
        end(sent !== null);
        return sent;
      } catch (error) {
        end(false);
        throw error;
      }
    },

    post(...args: Parameters<typeof verbs.post>) {
      return this.posting(() => this.postOne(...args));
    },

    /** Posts one comment of a bulk action, which runs inside `posting` as a whole. */
    async postOne(...[comment, underHold]: Parameters<typeof verbs.post>) {
      const answer = await verbs.post(comment, underHold);
      // Text typed while the post ran was not posted, so keep it.
      if (edits.of(comment.id)?.text === answer.content) edits.drop(comment.id);
      return answer;
    },

    async undo(which?: Step): Promise<Step | null> {
      // Read before waiting: even if a running post is refused, this press must not undo steps before it.
      const wasOutOfReach = undoStack.outOfReach();
      while (running.size > 0) await Promise.allSettled(running);
      const step = undoStack.take(which, wasOutOfReach);
      if (!step) return null;
      await this.actOnMany(() => takeBack(step, undoOne));
      await step.also?.();
      return step;
    },
  };
}

export type Review = ReturnType<typeof createReview>;

const awaitsApproval = ({ status }: CommentRow): boolean => mayChangeStatus(status, 'approved');

function createActions(client: QueryClient, review: Review, ask: (asked: Asked) => void) {
  const { verbs } = review;

  /** Asks whether to go on with a comment that may be on YouTube. Returns false for other errors. */
  function askedAbout(
    error: unknown,
    { video }: Titled,
    next: Retrying['next'],
    goOn: Asked['goOn'],
  ): boolean {
    const retrying = questionAbout(error, video.title, next);
    if (retrying) ask({ retrying, goOn });
    return retrying !== null;
  }

  async function undo(which?: Step): Promise<number | null> {
    try {
      const step = await review.undo(which);
      toast({ title: step ? `Undid: ${stepName(step)}` : 'Nothing to undo' });
      return step?.changes[0]?.commentId ?? null;
    } catch (error) {
      toastFailure('Undo Failed', error, 'Failed to update comment');
      return null;
    }
  }

  const undoing = (step: Step) => ({ label: 'Undo', key: review.undoKey, onAction: () => void undo(step) });

  const remember = (what: string, item: QueueRow, left: Change['left'], from?: number) =>
    review.remember(what, [changeOf(item, left, from)]);

  function announce({ video }: CommentRow, title: string, description: string, step?: Step): void {
    const words = { title, subject: video.title, ...(description && { description }) };
    toast({ ...words, ...(step && { action: undoing(step) }) });
  }

  /** Saves the edit, if any, and returns the comment; null on failure: the action must stop (rule 12.6). */
  async function saved(comment: CommentRow): Promise<CommentRow | null> {
    try {
      return (await review.save(comment.id)) ?? comment;
    } catch (error) {
      toastFailure('Save Failed', error, 'Failed to save comment', subjectOf(comment));
      return null;
    }
  }

  const streamed = <Written>(
    comment: Pick<CommentRow, 'id'> & Titled,
    write: (show: (text: string) => void, signal: AbortSignal) => Promise<Written | null>,
  ) => streamText(client, review.writing, comment, write);

  const attempt = <Done>(fallback: string, comment: CommentRow, work: () => Promise<Done>) =>
    review.act(async () => {
      try {
        return await work();
      } catch (error) {
        toastFailure('Update Failed', error, fallback, subjectOf(comment));
        return null;
      }
    });

  /** Runs an action and shows a toast with Undo. */
  const take = (
    video: string,
    failed: readonly [title: string, fallback: string],
    done: { what: string; title: string; description: string },
    work: () => Promise<Change>,
  ) =>
    review.act(async () => {
      try {
        const step = review.remember(done.what, [await work()]);
        toast({ title: done.title, subject: video, description: done.description, action: undoing(step) });
      } catch (error) {
        toastFailure(failed[0], error, failed[1], video);
      }
    });

  const decide = (item: QueueRow, status: Decision, confirmMayBeHeld = false) =>
    review.act(async (): Promise<Step | null> => {
      const { commentId, comment, scheduledFor } = item;
      review.deciding.add(commentId);
      try {
        if (!(await saved(comment))) return null;
        const answer = await verbs.decide(comment, status, confirmMayBeHeld);
        // A retry first checks YouTube and may find the comment there.
        if (answer.status === 'posted') {
          announcePosted(answer);
          return null;
        }
        review.decided[status === 'pending' ? 'delete' : 'add'](commentId);
        const left = { revision: answer.revision, inQueue: true, scheduledFor };
        const step = remember(DECIDED[status].done, item, left, answer.revision - 1);
        announce(comment, DECIDED[status].title, `Comment has been marked as ${status}.`, step);
        return step;
      } catch (error) {
        const goOn = () => decide(item, status, true).then(() => null);
        if (!askedAbout(error, comment, 'nothing', goOn))
          toastFailure('Update Failed', error, 'Failed to update comment', subjectOf(comment));
        return null;
      } finally {
        review.deciding.delete(commentId);
      }
    });

  /** Posts the comment. Shows no toast while the outcome is unconfirmed: the comment's card says so. */
  const send = (comment: CommentRow, underHold = false): Promise<CommentRow | null> =>
    review.act(async () => {
      try {
        const answer = await review.post(comment, underHold);
        if (answer.status === 'posted') announcePosted(answer);
        return answer;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'posting_held') {
          void client.invalidateQueries({ queryKey: postingStatusQuery.queryKey });
          ask({ held: { comment, reason: error.text }, goOn: () => send(comment, true) });
        } else toastFailure('Posting Failed', error, 'Failed to post comment', subjectOf(comment));
        return null;
      }
    });

  /** Posts the comment, after approving the text on the screen if needed. Also retries a failed comment. */
  const post = (comment: CommentRow, confirmMayBeHeld = false): Promise<CommentRow | null> =>
    review.posting(() =>
      attempt('Failed to update comment', comment, async () => {
        if (!(await saved(comment))) return null;
        if (!awaitsApproval(comment)) return send(comment);
        try {
          const approved = await verbs.decide(comment, 'approved', confirmMayBeHeld);
          // The check before the approval may find the comment on YouTube.
          if (approved.status !== 'posted') return send(comment);
          announcePosted(approved);
          return approved;
        } catch (error) {
          if (askedAbout(error, comment, 'post', () => post(comment, true))) return null;
          throw error;
        }
      }),
    );

  function refuseConflict(comment: CommentRow): void {
    const edit = review.edits.of(comment.id);
    if (edit && isConflicting(edit, comment)) throw new Error(CHOOSE_FIRST);
  }

  /** Returns the edited text, if any. A comment with an unknown outcome keeps its stored text. */
  const typedOver = (comment: CommentRow) =>
    isUnconfirmed(comment) ? undefined : review.edits.of(comment.id)?.text;

  /**
   * Approves and schedules the text on the screen in one request. Resolves to null if the user has to answer
   * a question first. Rejects on failure, after showing a toast.
   */
  const approveAndSchedule = (
    comment: CommentRow,
    before: Change['before'],
    at: Date,
    confirmMayBeHeld = false,
  ): Promise<CommentRow | null> =>
    review.act(async () => {
      const { id, video } = comment;
      try {
        refuseConflict(comment);
        const text = typedOver(comment);
        const row = await verbs.approveAndSchedule(comment, { text, at, confirmMayBeHeld });
        if (text !== undefined) review.edits.rebase(row.comment);
        const left = leftAs(row);
        const change = { commentId: id, videoTitle: video.title, from: left.revision - 1, left, before };
        announceScheduled(comment, at, review.remember('scheduled', [change]));
        return row.comment;
      } catch (error) {
        const goOn = () => approveAndSchedule(comment, before, at, true).catch(() => null);
        if (askedAbout(error, comment, 'schedule', goOn)) return null;
        toastFailure('Scheduling Failed', error, 'Failed to schedule comment', subjectOf(comment));
        throw error;
      }
    });

  function announceScheduled(comment: CommentRow, at: Date, step: Step): void {
    review.decided.add(comment.id);
    const description = `Comment has been scheduled for posting. ${goesOut(at)}`;
    announce(comment, 'Comment Scheduled', description, step);
  }

  return {
    undo,
    undoing,
    decide,
    send,
    post,
    approveAndSchedule,

    save: (comment: CommentRow) =>
      review.act(async () => {
        if (await saved(comment)) announce(comment, 'Comment Saved', 'Your comment edits have been saved.');
      }),

    saved,
    streamed,

    /** Streams another version of the text, which returns to review. Undo restores the old text. */
    async redraft(item: QueueRow, wish: Wish): Promise<boolean> {
      const { commentId: id, comment } = item;
      const step = await streamed(comment, async (text, signal) => {
        const seen = await saved(comment);
        if (!seen) return null;
        await writeDraft(client, id, { style: comment.style, ...wish }, { listener: { text }, signal });
        // Not the response's revision: undo must not overwrite a text that the user has not seen.
        const left = { revision: seen.revision + 1, inQueue: true, scheduledFor: null };
        const change = changeOf({ ...item, comment: seen }, left, seen.revision);
        return review.remember('redrafted', [{ ...change, redrafted: seen.content }]);
      });
      if (!step) return false;
      announce(comment, 'Comment Redrafted', '', step);
      return true;
    },

    vouch: ({ comment }: QueueRow, sentence: string) =>
      attempt('Failed to confirm the sentence', comment, async () => {
        const seen = await saved(comment);
        if (seen) await vouch(client, seen, sentence);
      }),

    take,

    remove: (item: QueueRow) =>
      take(item.comment.video.title, ['Remove Failed', 'Failed to remove from queue'], REMOVED, async () =>
        changeOf(item, await verbs.remove(item)),
      ),

    /** Null if the user has to answer a question. Rejects on failure: the dialog shows why and stays open. */
    async schedule(item: QueueRow, at: Date): Promise<CommentRow | null> {
      const { commentId, comment } = item;
      if (awaitsApproval(comment))
        return approveAndSchedule(comment, changeOf(item, leftAs(item)).before, at);
      return review.act(async () => {
        try {
          await review.save(commentId);
          const row = await verbs.schedule(item, at);
          announceScheduled(comment, at, remember('scheduled', item, leftAs(row)));
          return row.comment;
        } catch (error) {
          toastFailure('Scheduling Failed', error, 'Failed to schedule comment', subjectOf(comment));
          throw error;
        }
      });
    },
  };
}

export type ReviewActions = ReturnType<typeof createActions>;

const nothing: Asked = { goOn: async () => null };

/** `undoKey` is the page's shortcut that undoes the last step. */
export function useReviewActions(undoKey?: string) {
  const client = useQueryClient();
  const [review] = useState(() => createReview(client, undoKey));
  const [asked, ask] = useState(nothing);
  const actions = useMemo(() => createActions(client, review, ask), [client, review]);
  const dismiss = useCallback(() => ask(nothing), []);
  return { review, actions, questions: { ...asked, dismiss } };
}

export type Questions = ReturnType<typeof useReviewActions>['questions'];
