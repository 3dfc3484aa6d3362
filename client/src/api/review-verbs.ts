import type { QueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { type CommentRow, commentRowSchema, type UpdateComment } from '#shared/contracts/comments.ts';
import {
  type AddToQueue,
  type QueueRow,
  queueRowSchema,
  type ScheduleEntry,
  type ScheduleOverview,
  type Undo,
} from '#shared/contracts/queue.ts';
import { formatNumber } from '../lib/formats.ts';
import {
  commentList,
  fetchQueueRow,
  isShownBy,
  newerComment,
  patchComment,
  queueList,
  sendGuarded,
} from './comments.ts';
import { fetchJson, remove } from './http.ts';
import { refreshRows } from './live.ts';
import { schedulesKey } from './posting.ts';

const sendComment = (method: 'POST' | 'PATCH', path: string, body: object): Promise<CommentRow> =>
  fetchJson(path, { method, query: { fields: 'row' }, body }, commentRowSchema);

export const updateComment = (id: number, body: UpdateComment): Promise<CommentRow> =>
  sendComment('PATCH', `/api/comments/${id}`, body);

const sendItem = (method: 'POST' | 'PATCH', path: string, body: object): Promise<QueueRow> =>
  fetchJson(path, { method, query: { fields: 'row' }, body }, queueRowSchema);

/** Without a time it returns to the review. */
const scheduleItem = (id: number, scheduledFor: string | null) =>
  sendItem('PATCH', `/api/queue/${id}`, { queueId: id, scheduledFor, autoPost: scheduledFor !== null });

export type Decision = 'approved' | 'rejected' | 'pending';

/** One step on one comment, and how to undo it. */
export interface Change extends Undo {
  commentId: number;
  videoTitle: string;
  from: number;
  /** The step wrote another text; the one before is the draft's first alternative. */
  isRedraft?: boolean;
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

export interface Step {
  /** In the past tense: "approved". */
  readonly what: string;
  readonly changes: readonly Change[];
  /** Takes back what is no change of a comment. */
  readonly also?: () => Promise<unknown>;
}

export function stepName({ what, changes, also }: Step): string {
  const [first] = changes;
  if (also) return what;
  return first && changes.length === 1
    ? `${what} "${first.videoTitle}"`
    : `${what} ${formatNumber(changes.length)} comments`;
}

export function createUndoStack() {
  let steps: Step[] = [];
  return {
    push(step: Step): void {
      steps = [...steps, step];
    },
    take(step: Step | undefined = steps.at(-1)): Step | undefined {
      if (!step || !steps.includes(step)) return undefined;
      steps = steps.filter((each) => each !== step);
      return step;
    },
    /** After an undo the comment is again as the step before had left it, but its revision is newer. */
    rebase({ commentId, from }: Change, revision: number): void {
      for (const each of steps.flatMap(({ changes }) => changes))
        if (each.commentId === commentId && each.left.revision === from) each.left.revision = revision;
    },
    /** A posted comment cannot be undone: its earlier steps no longer apply. */
    forget(commentId: number): void {
      const isIt = (change: Change) => change.commentId === commentId;
      steps = steps.flatMap((step) => {
        if (!step.changes.some(isIt)) return step;
        const changes = step.changes.filter((change) => !isIt(change));
        return changes.length > 0 ? { ...step, changes } : [];
      });
    },
  };
}

/** Parallel requests of one bulk action (rule 12.3). */
export const AT_ONCE = 6;

/** Runs at most `limit` tasks at once and returns every outcome in the items' order. */
export function inParallel<Item, Result>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const run = pLimit(limit);
  return Promise.allSettled(items.map((item) => run(task, item)));
}

/** A comment as the person saw it; without a content, any change elsewhere refuses the step. */
type Seen = Pick<CommentRow, 'id' | 'revision'> & { content?: string };

interface Verb<Answer> {
  /** Shows the outcome at once and returns what takes it back. */
  show?: () => () => void;
  send: () => Promise<Answer>;
  applyAnswer: (answer: Answer) => void;
}

const lists = [queueList, commentList];

/**
 * What a person can do with a queued comment. It shows at once and rolls back if refused; for one comment the
 * requests go one after the other, each with the revision that the one before made.
 */
export function createReviewVerbs(client: QueryClient) {
  const shown = (commentId: number) => queueList.find(client, commentId);

  /** Revisions that this page's own steps made: a step may follow before the row shows them. */
  const answered = new Map<number, number>();

  const afterOwnSteps = (seen: Seen): Seen => ({
    ...seen,
    revision: Math.max(seen.revision, answered.get(seen.id) ?? 0),
  });

  const place = (row: QueueRow) => queueList.place(client, row.commentId, row, isShownBy(row));

  function leave(commentId: number): () => void {
    const putBack = queueList.place(client, commentId, null, () => false);
    patchComment(client, commentId, { inQueue: false });
    return () => {
      putBack();
      patchComment(client, commentId, { inQueue: true });
    };
  }

  function applyComment(comment: CommentRow): void {
    const { id, content, revision } = comment;
    answered.set(id, revision);
    // A later step under way shows its own outcome already.
    const isLast = client.isMutating({ mutationKey: ['comment', id] }) === 1;
    patchComment(client, id, isLast ? comment : { content, revision });
    if (comment.status === 'posted') leave(comment.id);
  }

  /** Shows a scheduled comment at another time in the weeks that are loaded. */
  function showTime(commentId: number, at: string): () => void {
    const weeks = { queryKey: schedulesKey };
    const entries = client.getQueriesData<ScheduleOverview>(weeks).flatMap(([, week]) => week?.entries ?? []);
    const before = entries.find((entry) => entry.commentId === commentId)?.at;
    const move = (entry: ScheduleEntry) => (entry.commentId === commentId ? { ...entry, at } : entry);
    client.setQueriesData<ScheduleOverview>(
      weeks,
      (week) => week && { ...week, entries: week.entries.map(move) },
    );
    return () => void (before && showTime(commentId, before));
  }

  let underWay = 0;

  /** A page being read may hold the row as it was: it is read again after the change. */
  async function interruptPages(): Promise<void> {
    underWay += 1;
    const read = lists.flatMap(({ listKey }) =>
      client.getQueryCache().findAll({ queryKey: listKey, fetchStatus: 'fetching' }),
    );
    for (const { queryKey, state } of read) {
      if (state.data === undefined) continue;
      await client.cancelQueries({ queryKey, exact: true });
      await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    }
  }

  function resumePages(): void {
    underWay -= 1;
    if (underWay > 0) return;
    for (const { listKey } of lists)
      void client.refetchQueries({ queryKey: listKey, type: 'active', stale: true });
  }

  function run<Answer>(commentId: number, { show, send, applyAnswer }: Verb<Answer>): Promise<Answer> {
    return client
      .getMutationCache()
      .build<Answer, Error, void, (() => void) | undefined>(client, {
        mutationKey: ['comment', commentId],
        scope: { id: `comment ${commentId}` },
        // A thousand at once must not stay for minutes.
        gcTime: 100,
        async onMutate() {
          await interruptPages();
          return show?.();
        },
        mutationFn: send,
        onSuccess: applyAnswer,
        onError(error, _, takeBack) {
          // The newer comment is shown by then.
          if (!newerComment(error)) takeBack?.();
          refreshRows(client, { comments: new Set([commentId]), videos: new Set() });
        },
        onSettled: resumePages,
      })
      .execute();
  }

  const showing = (commentId: number, patch: Partial<CommentRow>, before: Partial<CommentRow>) => () => {
    patchComment(client, commentId, patch);
    return () => patchComment(client, commentId, before);
  };

  return {
    /** `textFor` chooses the text when its turn comes; null saves nothing. */
    save: (commentId: number, textFor: (comment: CommentRow) => string | null) =>
      run<CommentRow>(commentId, {
        async send() {
          const comment = (shown(commentId) ?? (await fetchQueueRow(commentId)))?.comment;
          if (!comment) throw new Error('This comment is no longer in the queue.');
          const content = textFor(comment);
          if (content === null) return comment;
          return sendGuarded(client, comment, (revision) => updateComment(commentId, { content, revision }));
        },
        applyAnswer: applyComment,
      }),

    decide(seen: Seen, status: Decision, confirmMayBeHeld = false) {
      const { id } = seen;
      const before = shown(id)?.comment;
      return run<CommentRow>(id, {
        ...(before && { show: showing(id, { status }, { status: before.status }) }),
        send: () =>
          sendGuarded(client, afterOwnSteps(seen), (revision) =>
            updateComment(id, { status, revision, ...(confirmMayBeHeld && { confirmMayBeHeld }) }),
          ),
        applyAnswer: applyComment,
      });
    },

    /** Also of an item that lies outside the loaded pages. */
    schedule: ({ id, commentId }: Pick<QueueRow, 'id' | 'commentId'>, at: Date) =>
      run<QueueRow>(commentId, {
        show: () => showTime(commentId, at.toISOString()),
        send: () => scheduleItem(id, at.toISOString()),
        applyAnswer: place,
      }),

    unschedule: (row: QueueRow) =>
      run<QueueRow>(row.commentId, {
        show: () => place({ ...row, scheduledFor: null, dueAt: null, autoPost: false }),
        send: () => scheduleItem(row.id, null),
        applyAnswer: place,
      }),

    remove: ({ id, commentId, comment }: QueueRow) =>
      run<Undo['left']>(commentId, {
        show: () => leave(commentId),
        async send() {
          await remove(`/api/queue/${id}`);
          const { revision } = afterOwnSteps(comment);
          return { revision, inQueue: false, scheduledFor: null };
        },
        applyAnswer: () => undefined,
      }),

    /** Refused while posting is on hold, unless `underHold`. */
    post(seen: Seen, underHold = false) {
      const { id } = seen;
      const posting = { state: 'sending', reason: null, nextTryAt: null } as const;
      const before = shown(id)?.comment.posting ?? null;
      return run<CommentRow>(id, {
        show: showing(id, { posting }, { posting: before }),
        send: () =>
          sendGuarded(client, afterOwnSteps(seen), (revision) =>
            sendComment('POST', `/api/comments/${id}/post`, { revision, ...(underHold && { underHold }) }),
          ),
        applyAnswer: applyComment,
      });
    },

    add: (body: Partial<AddToQueue> & { commentId: number }) =>
      run<QueueRow>(body.commentId, {
        send: () => sendItem('POST', '/api/queue', body),
        applyAnswer(row) {
          place(row);
          patchComment(client, row.commentId, { inQueue: true });
        },
      }),

    /** Restores all but the text. @throws if the item changed since the step. */
    undo: ({ commentId, left, before }: Change) =>
      run<QueueRow>(commentId, {
        show: () => (before.scheduledFor ? showTime(commentId, before.scheduledFor) : () => undefined),
        send: () => sendItem('POST', `/api/comments/${commentId}/undo`, { left, before }),
        applyAnswer(row) {
          // Only a row that changes its place may raise the totals.
          if (left.inQueue && left.scheduledFor === row.scheduledFor)
            queueList.patch(client, commentId, () => row);
          else place(row);
          patchComment(client, commentId, { ...row.comment, inQueue: true });
        },
      }),
  };
}
