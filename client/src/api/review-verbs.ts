import type { QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { type CommentRow, commentRowSchema, type UpdateComment } from '#shared/contracts/comments.ts';
import { type AddToQueue, type QueueRow, queueRowSchema, type Undo } from '#shared/contracts/queue.ts';
import { commentList, isShownBy, patchComment, queueList, sendGuarded } from './comments.ts';
import { commentQuery } from './drafts.ts';
import { fetchJson, remove } from './http.ts';
import { refreshRows } from './live.ts';

const sendComment = (method: 'POST' | 'PATCH', path: string, body: object): Promise<CommentRow> =>
  fetchJson(path, { method, query: { fields: 'row' }, body }, commentRowSchema);

export const updateComment = (id: number, body: UpdateComment): Promise<CommentRow> =>
  sendComment('PATCH', `/api/comments/${id}`, body);

const sendItem = (method: 'POST' | 'PATCH', path: string, body: object): Promise<QueueRow> =>
  fetchJson(path, { method, query: { fields: 'row' }, body }, queueRowSchema);

export type Decision = 'approved' | 'rejected' | 'pending';

/** A change of one comment, and what is needed to undo it. */
export interface Change extends Undo {
  commentId: number;
  videoTitle: string;
  from: number;
  /** The text before a redraft, which the draft keeps as an alternative. */
  redrafted?: string;
}

export const leftAs = ({ comment, scheduledFor }: QueueRow): Undo['left'] => ({
  revision: comment.revision,
  inQueue: true,
  scheduledFor,
});

export const changeOf = (before: QueueRow, left: Undo['left'], from = left.revision): Change => ({
  commentId: before.commentId,
  videoTitle: before.comment.video.title,
  from,
  left,
  before: {
    status: before.comment.status,
    scheduledFor: before.scheduledFor,
    priority: before.priority,
    autoPost: before.autoPost,
    queuedAt: before.createdAt,
  },
});

/** The most requests that one bulk action sends in parallel (rule 12.3). */
export const AT_ONCE = 6;

/** Runs at most `limit` tasks at once and returns all outcomes in the order of the items. */
export function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const run = pLimit(limit);
  return Promise.allSettled(items.map((item) => run(task, item)));
}

/** A comment as the user saw it. Without `content`, any change made elsewhere makes the action fail. */
type Seen = Pick<CommentRow, 'id' | 'revision'> & { content?: string };

interface ScheduledText {
  /** The edited text, if the stored text was edited. */
  text?: string | undefined;
  at: Date;
  confirmMayBeHeld?: boolean;
}

/**
 * Creates the actions on queued comments. Requests for the same comment run one after the other, each with
 * the revision that the previous one returned, and the lists show the responses.
 */
export function createReviewVerbs(client: QueryClient) {
  /** Revisions that this page's own actions returned. The next action may start before the row shows them. */
  const answered = new Map<number, number>();

  const afterOwnSteps = (seen: Seen): Seen => ({
    ...seen,
    revision: Math.max(seen.revision, answered.get(seen.id) ?? 0),
  });

  function show(comment: CommentRow): CommentRow {
    answered.set(comment.id, comment.revision);
    patchComment(client, comment.id, comment);
    if (comment.status === 'posted') leave(comment.id);
    return comment;
  }

  function place(row: QueueRow): QueueRow {
    queueList.place(client, row.commentId, row, isShownBy(row));
    patchComment(client, row.commentId, { ...row.comment, inQueue: true });
    return row;
  }

  function leave(commentId: number): void {
    queueList.place(client, commentId, null, () => false);
    patchComment(client, commentId, { inQueue: false });
  }

  const inTurn = <Answer>(commentId: number, send: () => Promise<Answer>): Promise<Answer> =>
    client
      .getMutationCache()
      .build<Answer, Error, void, void>(client, {
        scope: { id: `comment ${commentId}` },
        // A bulk action creates up to a thousand mutations, which must not stay in the cache for minutes.
        gcTime: 100,
        mutationFn: send,
        onSettled(_, error) {
          // A list that is being loaded may contain the row as it was before.
          const isRead = [queueList, commentList].some(({ listKey }) =>
            client.isFetching({ queryKey: listKey }),
          );
          if (error || isRead) refreshRows(client, { comments: new Set([commentId]), videos: new Set() });
        },
      })
      .execute();

  const guarded = (seen: Seen, send: (revision: number) => Promise<CommentRow>) =>
    inTurn(seen.id, async () => show(await sendGuarded(client, afterOwnSteps(seen), send)));

  return {
    /**
     * Calls `textFor` once earlier requests for this comment have ended, and saves the text that it returns.
     * Saves nothing and returns null if it returns null.
     */
    save: (commentId: number, textFor: (comment: CommentRow | Comment) => string | null) =>
      inTurn(commentId, async () => {
        const comment =
          queueList.find(client, commentId)?.comment ??
          (await client.ensureQueryData(commentQuery(commentId)));
        if (!comment) throw new Error('This comment is no longer there.');
        const content = textFor(comment);
        if (content === null) return null;
        return show(
          await sendGuarded(client, comment, (revision) => updateComment(commentId, { content, revision })),
        );
      }),

    decide: (seen: Seen, status: Decision, confirmMayBeHeld = false) =>
      guarded(seen, (revision) =>
        updateComment(seen.id, { status, revision, ...(confirmMayBeHeld && { confirmMayBeHeld }) }),
      ),

    /**
     * Saves the text if one is given, then queues, approves and
     * schedules the comment. The server does all of this or nothing.
     */
    approveAndSchedule: (seen: Seen, { text, at, confirmMayBeHeld = false }: ScheduledText) =>
      inTurn(seen.id, async () => {
        const row = await sendGuarded(client, afterOwnSteps(seen), (revision) =>
          sendItem('POST', `/api/comments/${seen.id}/schedule`, {
            revision,
            scheduledFor: at.toISOString(),
            ...(text !== undefined && { content: text }),
            ...(confirmMayBeHeld && { confirmMayBeHeld }),
          }),
        );
        answered.set(seen.id, row.comment.revision);
        return place(row);
      }),

    /** Moves the comment back to review if `at` is null. */
    schedule: ({ id, commentId }: Pick<QueueRow, 'id' | 'commentId'>, at: Date | null) =>
      inTurn(commentId, async () => {
        const body = { queueId: id, scheduledFor: at?.toISOString() ?? null, autoPost: at !== null };
        return place(await sendItem('PATCH', `/api/queue/${id}`, body));
      }),

    remove: ({ id, commentId, comment }: QueueRow) =>
      inTurn(commentId, async (): Promise<Undo['left']> => {
        await remove(`/api/queue/${id}`);
        leave(commentId);
        return { revision: afterOwnSteps(comment).revision, inQueue: false, scheduledFor: null };
      }),

    /** Fails while posting is on hold, unless `underHold` is set. */
    async post(seen: Seen, underHold = false): Promise<CommentRow> {
      patchComment(client, seen.id, { posting: { state: 'sending', reason: null, nextTryAt: null } });
      try {
        return await guarded(seen, (revision) =>
          sendComment('POST', `/api/comments/${seen.id}/post`, { revision, ...(underHold && { underHold }) }),
        );
      } catch (error) {
        patchComment(client, seen.id, { posting: null });
        throw error;
      }
    },

    add: (body: Partial<AddToQueue> & { commentId: number }) =>
      inTurn(body.commentId, async () => place(await sendItem('POST', '/api/queue', body))),

    /**
     * Restores everything but the text.
     * @throws if the item changed since the step.
     */
    undo: ({ commentId, left, before }: Change) =>
      inTurn(commentId, async () =>
        place(await sendItem('POST', `/api/comments/${commentId}/undo`, { left, before })),
      ),
  };
}
