import type { Comment, QueueItem } from '#shared/contracts/comment-detail.ts';
import type { ApproveAndSchedule } from '#shared/contracts/queue.ts';
import type { UndoSteps } from '#shared/contracts/steps.ts';
import type { WorkEntry } from '#shared/contracts/work.ts';
import {
  aComment,
  aPostingStatus,
  aQueueItem,
  aVideo,
  someStats,
  userSettings,
} from './factories.ts';
import { answerCommentList, isIn, numbers } from './fake-history.ts';
import { type Call, createFakeServer, json } from './fake-server.ts';

/**
 * Answers the rows with the requested ids, or the comments to review that contain the
 * words.
 */
export function answerRows(items: readonly QueueItem[], { query }: Call): Response {
  const { ids, q = '', scheduled } = query;
  const wanted = items
    .filter(({ comment }) => comment.status !== 'posted')
    .filter(({ commentId }) => ids === undefined || numbers(ids).includes(commentId))
    .filter(({ scheduledFor }) => scheduled === undefined || scheduledFor === null)
    .filter(({ comment: { content, video } }) =>
      isIn(`${content} ${video.title} ${video.channelTitle}`, q),
    );
  return json(wanted.map((item) => ({ ...item, revision: item.comment.revision })));
}

/** Returns a number that differs after each change of the item. */
const stampOf = (item: QueueItem): number =>
  [...JSON.stringify(item)].reduce(
    (hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 2 ** 31,
    7,
  );

/**
 * Returns the entry of a queued comment in the working set's index. A pending one takes a
 * minute to review.
 */
export function workEntryOf(item: QueueItem): WorkEntry {
  const { comment, priority, autoPost, scheduledFor, dueAt, createdAt } = item;
  const { id, status, revision, qualityScore, posting } = comment;
  return {
    id,
    status,
    revision,
    stamp: stampOf(item),
    qualityScore,
    reviewSeconds: status === 'pending' ? 60 : 0,
    posting: posting?.state ?? null,
    place: { priority, autoPost, scheduledFor, dueAt, queuedAt: createdAt },
  };
}

export function answerWorkIndex(items: readonly QueueItem[], { query }: Call): Response {
  const { ids } = query;
  const entries = items
    .filter(({ comment }) => comment.status !== 'posted')
    .map(workEntryOf);
  return json(
    ids === undefined ? entries : entries.filter(({ id }) => numbers(ids).includes(id)),
  );
}

/**
 * Returns queue item 100 + id with the video "Video number {id}" and the text "Draft
 * number {id}".
 */
export const aNumberedItem = (
  id: number,
  comment: Partial<Comment> = {},
  over: Partial<QueueItem> = {},
): QueueItem =>
  aQueueItem({
    id: 100 + id,
    comment: aComment({
      id,
      content: `Draft number ${id}`,
      video: aVideo({ id, title: `Video number ${id}` }),
      ...comment,
    }),
    ...over,
  });

export const commentIdIn = ({ path }: Call): number => Number(/\d+/.exec(path)?.[0]);

/** Returns one slot on each of the coming days, at 17:30 UTC. */
function dailySlots(count: number): string[] {
  const today = new Date().toISOString().slice(0, 10);
  const first = Date.parse(`${today}T17:30:00.000Z`);
  return Array.from({ length: count }, (_, at) =>
    new Date(first + (at + 1) * 86_400_000).toISOString(),
  );
}

/**
 * Creates a server with a queue of three comments in review. It stores changes of texts,
 * statuses and schedules, and undoes them, the last one first.
 */
export function createFakeQueue() {
  const server = createFakeServer();
  /** By the id of each step, the item before the step. */
  const steps = new Map<string, QueueItem>();
  const itemOf = (commentId: number) =>
    queue.items.find((item) => item.commentId === commentId);

  function undo(id: string) {
    const before = steps.get(id);
    if (!before) throw new Error(`there is no step ${id}`);
    const { comment } = itemOf(before.commentId) ?? before;
    const item = {
      ...before,
      comment: { ...before.comment, revision: comment.revision + 1 },
    };
    queue.items = [
      ...queue.items.filter(({ commentId }) => commentId !== item.commentId),
      item,
    ].toSorted((one, other) => one.id - other.id);
    return { id, step: `undo-of-${id}`, comment: item.comment, item };
  }

  const queue = {
    server,
    items: [1, 2, 3].map((id) => aNumberedItem(id)),
    undo,
    statuses: () => queue.items.map(({ comment }) => comment.status),
    /** Answers a change of a comment, and names its step. */
    answerStep(commentId: number, answer: () => Response): Response {
      const before = itemOf(commentId);
      if (!before) throw new Error(`comment ${commentId} is not queued`);
      const id = `step-${steps.size + 1}`;
      steps.set(id, before);
      const response = answer();
      response.headers.set('X-Step', id);
      return response;
    },
    /** Changes a comment as if in another tab. */
    change(commentId: number, patch: Partial<Comment>): Comment {
      queue.items = queue.items.map((item) =>
        item.commentId === commentId
          ? { ...item, comment: { ...item.comment, ...patch } }
          : item,
      );
      const item = queue.items.find((each) => each.commentId === commentId);
      if (!item) throw new Error(`comment ${commentId} is not queued`);
      return item.comment;
    },
    answerRows: (call: Call) => answerRows(queue.items, call),
    answerIndex: (call: Call) => answerWorkIndex(queue.items, call),
    answerPatch(call: Call): Response {
      const body = call.body as { content?: string; status?: Comment['status'] };
      const id = commentIdIn(call);
      const before = queue.change(id, {});
      const { content = before.content, status = before.status } = body;
      const change = () =>
        json(queue.change(id, { content, status, revision: before.revision + 1 }));
      return queue.answerStep(id, change);
    },
    answerSchedule(call: Call): Response {
      const { scheduledFor, autoPost } = call.body as Pick<
        QueueItem,
        'scheduledFor' | 'autoPost'
      >;
      const isIt = ({ id }: QueueItem) => call.path.endsWith(`/${id}`);
      return queue.answerStep(queue.items.find(isIt)?.commentId ?? 0, () => {
        queue.items = queue.items.map((item) =>
          isIt(item) ? { ...item, scheduledFor, autoPost, dueAt: scheduledFor } : item,
        );
        return json(queue.items.find(isIt));
      });
    },
    answerApproveAndSchedule(call: Call): Response {
      const id = commentIdIn(call);
      const before = queue.change(id, {});
      const { scheduledFor, content = before.content } = call.body as ApproveAndSchedule;
      const isChanged = before.status !== 'approved' || content !== before.content;
      const revision = before.revision + (isChanged ? 1 : 0);
      return queue.answerStep(id, () => {
        queue.change(id, { status: 'approved', content, revision });
        queue.items = queue.items.map((item) =>
          item.commentId === id
            ? { ...item, scheduledFor, autoPost: true, dueAt: scheduledFor }
            : item,
        );
        return json(itemOf(id));
      });
    },
    answerPost: (call: Call) =>
      json(queue.change(commentIdIn(call), { status: 'posted' })),
    answerRemoval(call: Call): Response {
      const isIt = ({ id }: QueueItem) => call.path.endsWith(`/${id}`);
      const item = queue.items.find(isIt);
      if (!item) throw new Error(`${call.path} is not queued`);
      const answer = queue.answerStep(item.commentId, () => {
        queue.items = queue.items.filter((each) => !isIt(each));
        return new Response(null, { status: 204 });
      });
      const isSeen = call.query['revision'] === String(item.comment.revision);
      return isSeen ? answer : new Response(null, { status: 204 });
    },
    answerUndo(call: Call): Response {
      const { ids } = call.body as UndoSteps;
      return json({ undone: ids.map(undo), refused: [] });
    },
  };
  server
    .on('GET /api/queue', queue.answerRows)
    .on('GET /api/queue/index', queue.answerIndex)
    .on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }))
    .on('GET /api/queue/free-slots', ({ query }) =>
      json({ times: dailySlots(Number(query['count'])) }),
    )
    .on('GET /api/queue/schedule', { entries: [], days: [], dailyCap: 20, free: [] })
    .on('GET /api/outcomes/summary', { hiddenThisWeek: 0, newReplies: 0 })
    .on('GET /api/stats', someStats())
    .on('GET /api/comments', (call) =>
      answerCommentList(
        queue.items.map(({ comment }) => comment),
        call,
      ),
    )
    .on('GET /api/posting-status', aPostingStatus())
    .on('PATCH /api/comments/:id', queue.answerPatch)
    .on('POST /api/comments/:id/post', queue.answerPost)
    .on('POST /api/comments/:id/schedule', queue.answerApproveAndSchedule)
    .on('PATCH /api/queue/:id', queue.answerSchedule)
    .on('DELETE /api/queue/:id', queue.answerRemoval)
    .on('POST /api/steps/undo', queue.answerUndo);
  return queue;
}

export type FakeQueue = ReturnType<typeof createFakeQueue>;
