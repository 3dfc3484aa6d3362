import type { QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import type { z } from 'zod';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  type CommentRow,
  commentRowSchema,
  type UpdateComment,
} from '#shared/contracts/comments.ts';
import {
  type AddToQueue,
  type QueueRow,
  queueRowSchema,
} from '#shared/contracts/queue.ts';
import type { UndoStepsResponse } from '#shared/contracts/steps.ts';
import { commentList, patchComment, sendGuarded } from './comments.ts';
import { commentQuery } from './drafts.ts';
import { fetchAnswer, parseAnswer, stepIn } from './http.ts';
import { refreshQueries } from './lists.ts';
import { isConnected, refreshRows } from './live.ts';
import { changeRow, outdateRows, rowKey, rowsKey } from './rows.ts';
import { type ChangedRow, undoSteps } from './steps.ts';
import { showPlace, workQuery } from './work.ts';

async function sendChange<Row>(
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
  contract: z.ZodType<Row>,
): Promise<ChangedRow<Row>> {
  const response = await fetchAnswer(path, { method, query: { fields: 'row' }, body });
  return { row: parseAnswer(contract, await response.json()), step: stepIn(response) };
}

const sendComment = (method: 'POST' | 'PATCH', path: string, body: object) =>
  sendChange(method, path, body, commentRowSchema);

const updateComment = (id: number, body: UpdateComment) =>
  sendComment('PATCH', `/api/comments/${id}`, body);

const sendItem = (method: 'POST' | 'PATCH', path: string, body: object) =>
  sendChange(method, path, body, queueRowSchema);

export type Decision = 'approved' | 'rejected' | 'pending';

/** The most requests that one bulk action sends in parallel (rule 12.3). */
export const AT_ONCE = 6;

/**
 * Runs at most `limit` tasks at once and returns all outcomes in the order of the items.
 */
export function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const run = pLimit(limit);
  return Promise.allSettled(items.map((item) => run(task, item)));
}

/**
 * A comment as the user saw it. Without `content`, any change made elsewhere makes the
 * action fail.
 */
export type SeenComment = Pick<CommentRow, 'id' | 'revision'> & { content?: string };

interface ScheduledText {
  /** The edited text, if the stored text was edited. */
  text?: string | undefined;
  at: Date;
  confirmMayBeHeld?: boolean;
}

/**
 * Creates the actions on queued comments. Requests for the same comment run one after the
 * other, each with the revision that the previous one returned, and the lists show the
 * responses.
 */
export function createReviewVerbs(client: QueryClient) {
  /**
   * Revisions that this page's own actions returned. The next action may start before the
   * row shows them.
   */
  const answered = new Map<number, number>();

  const afterOwnSteps = (seen: SeenComment): SeenComment => ({
    ...seen,
    revision: Math.max(seen.revision, answered.get(seen.id) ?? 0),
  });

  function show(changed: ChangedRow<CommentRow>): ChangedRow<CommentRow> {
    const comment = changed.row;
    answered.set(comment.id, comment.revision);
    patchComment(client, comment.id, comment);
    return changed;
  }

  function place(changed: ChangedRow<QueueRow>): ChangedRow<QueueRow> {
    const { row } = changed;
    changeRow(client, row.commentId, () => row);
    showPlace(client, row.commentId, row);
    patchComment(client, row.commentId, { ...row.comment, inQueue: true });
    return changed;
  }

  function leave(commentId: number): void {
    showPlace(client, commentId, null);
    patchComment(client, commentId, { inQueue: false });
  }

  const inTurn = <Answer>(
    commentId: number,
    send: () => Promise<Answer>,
  ): Promise<Answer> =>
    client
      .getMutationCache()
      .build<Answer, Error, void, void>(client, {
        scope: { id: `comment ${commentId}` },
        // A bulk action creates up to a thousand mutations, which must not stay in the
        // cache for minutes.
        gcTime: 100,
        mutationFn: send,
        onSettled(_, error) {
          // A list that is being loaded may contain the row as it was before.
          const isRead = [commentList.listKey, workQuery.queryKey].some((queryKey) =>
            client.isFetching({ queryKey }),
          );
          // What an action changed before it failed is unknown.
          if (error) outdateRows(client, (id) => id === commentId);
          if (error || isRead || !isConnected(client))
            refreshRows(client, { comments: new Set([commentId]), videos: new Set() });
        },
      })
      .execute();

  const guarded = (
    seen: SeenComment,
    change: (revision: number) => Promise<ChangedRow<CommentRow>>,
  ) =>
    inTurn(seen.id, async () =>
      show(await sendGuarded(client, afterOwnSteps(seen), change)),
    );

  return {
    /**
     * Calls `textFor` once earlier requests for this comment have ended, and saves the
     * text that it returns. Saves nothing and returns null if it returns null.
     */
    save: (
      commentId: number,
      textFor: (comment: CommentRow | Comment) => string | null,
    ) =>
      inTurn(commentId, async () => {
        const comment =
          client.getQueryData<QueueRow | null>(rowKey(commentId))?.comment ??
          (await client.ensureQueryData(commentQuery(commentId)));
        if (!comment) throw new Error('This comment is no longer there.');
        const content = textFor(comment);
        if (content === null) return null;
        return show(
          await sendGuarded(client, comment, (revision) =>
            updateComment(commentId, { content, revision }),
          ),
        );
      }),

    decide: (seen: SeenComment, status: Decision, confirmMayBeHeld = false) =>
      guarded(seen, (revision) =>
        updateComment(seen.id, {
          status,
          revision,
          ...(confirmMayBeHeld && { confirmMayBeHeld }),
        }),
      ),

    /**
     * Saves the text if one is given, then queues, approves and
     * schedules the comment. The server does all of this or nothing.
     */
    approveAndSchedule: (
      seen: SeenComment,
      { text, at, confirmMayBeHeld = false }: ScheduledText,
    ) =>
      inTurn(seen.id, async () => {
        const changed = await sendGuarded(client, afterOwnSteps(seen), (revision) =>
          sendItem('POST', `/api/comments/${seen.id}/schedule`, {
            revision,
            scheduledFor: at.toISOString(),
            ...(text !== undefined && { content: text }),
            ...(confirmMayBeHeld && { confirmMayBeHeld }),
          }),
        );
        answered.set(seen.id, changed.row.comment.revision);
        return place(changed);
      }),

    schedule: ({ id, commentId }: Pick<QueueRow, 'id' | 'commentId'>, at: Date) =>
      inTurn(commentId, async () => {
        const body = { queueId: id, scheduledFor: at.toISOString(), autoPost: true };
        return place(await sendItem('PATCH', `/api/queue/${id}`, body));
      }),

    /**
     * Takes the comment off the schedule. Returns no step if the comment was changed
     * elsewhere: the undo would schedule a text that the user has not seen.
     */
    unschedule: ({ id, commentId, comment }: QueueRow) =>
      inTurn(commentId, async () => {
        const { revision } = afterOwnSteps(comment);
        const body = { queueId: id, scheduledFor: null, autoPost: false };
        const { row, step } = place(await sendItem('PATCH', `/api/queue/${id}`, body));
        return row.comment.revision === revision ? step : null;
      }),

    /**
     * Removes the comment from the queue. The server names no step if the comment was
     * changed elsewhere: the undo would put back a text that the user has not seen.
     */
    remove: ({ id, commentId, comment }: QueueRow) =>
      inTurn(commentId, async () => {
        const { revision } = afterOwnSteps(comment);
        const response = await fetchAnswer(`/api/queue/${id}`, {
          method: 'DELETE',
          query: { revision },
        });
        leave(commentId);
        return stepIn(response);
      }),

    /** Fails while posting is on hold, unless `underHold` is set. */
    async post(seen: SeenComment, underHold = false): Promise<CommentRow> {
      patchComment(client, seen.id, {
        posting: { state: 'sending', reason: null, nextTryAt: null },
      });
      try {
        const { row } = await guarded(seen, (revision) =>
          sendComment('POST', `/api/comments/${seen.id}/post`, {
            revision,
            ...(underHold && { underHold }),
          }),
        );
        return row;
      } catch (error) {
        patchComment(client, seen.id, { posting: null });
        throw error;
      }
    },

    add: (body: Partial<AddToQueue> & { commentId: number }) =>
      inTurn(
        body.commentId,
        async () => place(await sendItem('POST', '/api/queue', body)).row,
      ),

    /** Undoes steps, and shows what became of their comments. */
    async undo(ids: readonly string[]): Promise<UndoStepsResponse> {
      try {
        const answer = await undoSteps(ids);
        const changed = new Set(
          answer.refused.flatMap(({ commentId }) => commentId ?? []),
        );
        for (const { step, comment, item } of answer.undone) {
          changed.add(comment.id);
          patchComment(client, comment.id, comment);
          if (item) place({ row: { ...item, comment }, step });
          else leave(comment.id);
        }
        refreshRows(client, { comments: changed, videos: new Set() });
        return answer;
      } catch (error) {
        // Without an answer, any of the comments may have changed.
        for (const queryKey of [commentList.listKey, workQuery.queryKey, rowsKey])
          void refreshQueries(client, { queryKey });
        throw error;
      }
    },
  };
}
