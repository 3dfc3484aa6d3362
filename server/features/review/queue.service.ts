import type { AddToQueue, Schedule } from '#shared/contracts/queue.ts';
import { invalid, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { CommentChange, CommentView, Queued } from '../comments/comment.view.ts';
import type { CommentsService } from '../comments/comments.service.ts';
import { addToQueue, reschedule } from './queue.rules.ts';
import { refuseWhilePosting } from './review.rules.ts';

interface Deps {
  comments: CommentsService;
  events: Events;
}

/** The review queue and its schedule. Every method throws AppError 404 for an unknown item or comment. */
export function createQueueService({ comments, events }: Deps) {
  async function change(...args: Parameters<CommentsService['change']>): Promise<CommentView> {
    const view = await comments.change(...args);
    events.changed('queue', 'stats', 'comments');
    return view;
  }

  async function changeItem(
    queueId: number,
    decide: (view: Queued<CommentView>, now: Date) => CommentChange | null,
  ): Promise<CommentView> {
    const commentId = await comments.commentIdOfQueueItem(queueId);
    return change(commentId, (view, now) => decide(queued(view), now));
  }

  return {
    /** `created` is false where the comment was queued already. */
    async add({ commentId, ...wish }: AddToQueue): Promise<{ item: Queued<CommentView>; created: boolean }> {
      let created = false;
      const view = await change(commentId, (current, now) => {
        created = current.queueItem === null;
        return addToQueue(current, wish, now);
      });
      return { item: queued(view), created };
    },

    /** Times are instants; throws 400 for the past, 409 for a comment that is not approved. */
    async schedule(queueId: number, schedule: Schedule): Promise<Queued<CommentView>> {
      if (schedule.queueId !== undefined && schedule.queueId !== queueId)
        throw invalid('The field “queueId” differs from the id in the path.', 'queue_id_mismatch');
      return queued(await changeItem(queueId, (view, now) => reschedule(view, schedule, now)));
    },

    /** Takes it out of the queue; the comment itself stays in the history. */
    async remove(queueId: number): Promise<void> {
      await changeItem(queueId, (view) => {
        refuseWhilePosting(view);
        return { removeFromQueue: true };
      });
    },
  };
}

export type QueueService = ReturnType<typeof createQueueService>;

function queued(view: CommentView): Queued<CommentView> {
  if (!view.queueItem) throw notFound('This queue item');
  return { ...view, queueItem: view.queueItem };
}
