import type { QueryClient } from '@tanstack/react-query';
import { inBulk, refreshFigures } from '../api/live.ts';
import { updateReply } from '../api/outcomes.ts';
import { createReviewVerbs, type SeenComment } from '../api/review-verbs.ts';
import { throwIfRefused } from '../api/steps.ts';
import type { TextId } from '../lib/unsaved.ts';
import { createUnsavedEdits } from './editor/comment-editor.tsx';
import { type Undoable, undoHistoryOf } from './undo-history.ts';

export interface Undone {
  action: Undoable;
  /** Null if only a reply changed. */
  commentId: number | null;
}

/**
 * Creates the state of one visit to the Review Queue, such as unsaved edits and opened
 * comments.
 */
export function createReview(client: QueryClient) {
  const verbs = createReviewVerbs(client);
  const edits = createUnsavedEdits();
  const history = undoHistoryOf(client);
  const decided = new Set<number>();

  /**
   * Undoes the steps, and returns the comment of the first one. Throws if a step was
   * refused.
   */
  async function takeBack(steps: readonly string[]): Promise<number | null> {
    if (steps.length === 0) return null;
    const answer = await verbs.undo(steps);
    for (const { comment } of answer.undone)
      if (comment.status === 'pending') decided.delete(comment.id);
    throwIfRefused(answer);
    return answer.undone.find(({ id }) => id === steps[0])?.comment.id ?? null;
  }

  return {
    verbs,
    edits,
    opened: new Set<number>(),
    decided,
    /** Ids of comments whose decision is still on its way to the server. */
    deciding: new Set<number>(),
    /**
     * Texts that the model is writing. Nothing else may change these comments meanwhile.
     */
    writing: new Map<TextId, AbortController>(),

    /** Runs an action. Undo waits for it, and the counts are refreshed when it ends. */
    act<Result>(work: () => Promise<Result>): Promise<Result> {
      const action = work().finally(() => {
        history.running.delete(action);
        refreshFigures(client);
      });
      history.running.add(action);
      return action;
    },

    actOnMany<Result>(work: () => Promise<Result>): Promise<Result> {
      return this.act(() => inBulk(client, work));
    },

    /**
     * Lets the user undo an action. Returns null if none of its changes can be undone.
     */
    remember(
      made: Omit<Undoable, 'steps'> & { steps: readonly (string | null)[] },
    ): Undoable | null {
      const action = { ...made, steps: made.steps.filter((step) => step !== null) };
      if (action.steps.length === 0 && !action.reply) return null;
      history.push(action);
      return action;
    },

    /**
     * Actions before `work` can no longer be undone, unless it throws or returns null:
     * nothing was sent.
     */
    async posting<Sent>(work: () => Promise<Sent>): Promise<Sent> {
      const end = history.beginPost();
      try {
        const sent = await work();
        end(sent !== null);
        return sent;
      } catch (error) {
        end(false);
        throw error;
      }
    },

    /**
     * Posts one comment; call it inside `posting`. Fails while posting is on hold, unless
     * `underHold` is set.
     */
    async post(seen: SeenComment, underHold = false) {
      const answer = await verbs.post(seen, underHold);
      // Text typed while the post ran was not posted, so keep it.
      if (edits.of(seen.id)?.text === answer.content) edits.drop(seen.id);
      return answer;
    },

    /** Undoes this action, or the last one. Returns null if there is nothing to undo. */
    async undo(which?: Undoable): Promise<Undone | null> {
      // Read before waiting: even if a running post is refused, this press must not undo
      // actions before it.
      const wasOutOfReach = history.outOfReach();
      while (history.running.size > 0) await Promise.allSettled(history.running);
      const action = history.take(which, wasOutOfReach);
      if (!action) return null;
      return this.actOnMany(async () => {
        const commentId = await takeBack(action.steps);
        if (action.reply) await updateReply(client, action.reply, action.reply.state);
        return { action, commentId };
      });
    },
  };
}

export type Review = ReturnType<typeof createReview>;
