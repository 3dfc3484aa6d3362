import type { Comment } from '#shared/contracts/comment-detail.ts';
import type { Undo } from '#shared/contracts/queue.ts';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import { aComment, aPostingStatus, aQueueItem, aVideo, someStats, userSettings } from './factories.ts';
import { answerCommentList, answerQueueList, plannedDaysOf, summaryOf } from './fake-lists.ts';
import { type Call, createFakeServer, json, problem } from './fake-server.ts';

/** Returns queue item 100 + id on "Video number {id}" with "Draft number {id}". */
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

/** A server that stores a queue of three comments in review, and changes texts, statuses and revisions. */
export function createFakeQueue() {
  const server = createFakeServer();
  let removed: QueueItem[] = [];
  const queue = {
    server,
    items: [1, 2, 3].map((id) => aNumberedItem(id)),
    /** Changes a comment as from another tab. */
    change(commentId: number, patch: Partial<Comment>): Comment {
      queue.items = queue.items.map((item) =>
        item.commentId === commentId ? { ...item, comment: { ...item.comment, ...patch } } : item,
      );
      const item = queue.items.find((each) => each.commentId === commentId);
      if (!item) throw new Error(`comment ${commentId} is not queued`);
      return item.comment;
    },
    answerList: (call: Call) => answerQueueList(queue.items, call),
    answerPatch(call: Call): Response {
      const body = call.body as { content?: string; status?: Comment['status'] };
      const id = commentIdIn(call);
      const before = queue.change(id, {});
      const { content = before.content, status = before.status } = body;
      return json(queue.change(id, { content, status, revision: before.revision + 1 }));
    },
    changeRemoved(commentId: number, patch: Partial<Comment>): void {
      removed = removed.map((item) =>
        item.commentId === commentId ? { ...item, comment: { ...item.comment, ...patch } } : item,
      );
    },
    answerRemoval(call: Call): Response {
      removed.push(...queue.items.filter(({ id }) => call.path.endsWith(`/${id}`)));
      queue.items = queue.items.filter(({ id }) => !call.path.endsWith(`/${id}`));
      return new Response(null, { status: 204 });
    },
    answerUndo(call: Call): Response {
      const { left, before } = call.body as Undo;
      const isIt = ({ commentId }: QueueItem) => commentId === commentIdIn(call);
      const present = (left.inQueue ? queue.items : removed).find(isIt);
      if (
        present?.comment.revision !== left.revision ||
        (left.inQueue && present.scheduledFor !== left.scheduledFor)
      )
        return problem(409, 'revision_conflict', 'Nothing was undone: it changed since.');
      const { status, scheduledFor } = before;
      const isChanged = status !== present.comment.status;
      const comment = { ...present.comment, status, revision: left.revision + (isChanged ? 1 : 0) };
      const item = { ...present, scheduledFor, comment };
      queue.items = [...queue.items.filter((each) => !isIt(each)), item].toSorted((a, b) => a.id - b.id);
      return json(item);
    },
  };
  server
    .on('GET /api/queue', queue.answerList)
    .on('GET /api/queue/summary', () => json(summaryOf(queue.items)))
    .on('GET /api/queue/planned-days', () => json(plannedDaysOf(queue.items)))
    .on('GET /api/user-settings', userSettings({ autoQueueEnabled: false }))
    .on('GET /api/queue/free-slots', { times: ['2026-11-23T17:30:00.000Z'] })
    .on('GET /api/stats', someStats())
    .on('GET /api/comments', (call) =>
      answerCommentList(
        queue.items.map(({ comment }) => comment),
        call,
      ),
    )
    .on('GET /api/posting-status', aPostingStatus())
    .on('PATCH /api/comments/:id', queue.answerPatch)
    .on('DELETE /api/queue/:id', queue.answerRemoval)
    .on('POST /api/comments/:id/undo', queue.answerUndo);
  return queue;
}

export type FakeQueue = ReturnType<typeof createFakeQueue>;
