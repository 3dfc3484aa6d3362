import type { VouchRequest } from '#shared/contracts/comment-detail.ts';
import type { UpdateComment } from '#shared/contracts/comments.ts';
import type { AddToQueue, Schedule, Undo } from '#shared/contracts/queue.ts';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import { invalid, notFound } from '../../core/errors.ts';
import type { Events } from '../../core/events.ts';
import type { CommentChange, CommentView, Queued } from './comment.view.ts';
import type { CommentsService } from './comments.service.ts';
import {
  addToQueue,
  changeStatus,
  confirmSentence,
  discardDraft,
  editContent,
  markExample,
  type Redraft,
  redraft,
  refuseWhilePosting,
  reschedule,
  undo,
} from './review.rules.ts';

interface Deps {
  comments: CommentsService;
  publishing: {
    /** True if it was found on YouTube and is posted now. */
    checkBeforeRetry(commentId: number, confirmed: boolean): Promise<boolean>;
    textsBefore(commentId: number, at?: Date): Promise<string[]>;
  };
  events: Events;
}

export function createReviewService({ comments, publishing, events }: Deps) {
  async function change(...args: Parameters<CommentsService['change']>): Promise<CommentView> {
    const view = await comments.change(...args);
    events.changed({ comment: view.comment.id }, 'stats', 'analytics');
    return view;
  }

  async function changeQueue(...args: Parameters<CommentsService['change']>): Promise<CommentView> {
    const view = await comments.change(...args);
    events.changed({ comment: view.comment.id }, 'stats');
    return view;
  }

  async function changeItem(
    queueId: number,
    decide: (view: Queued<CommentView>, now: Date) => CommentChange | null,
  ): Promise<CommentView> {
    const commentId = await comments.commentIdOfQueueItem(queueId);
    return changeQueue(commentId, (view, now) => decide(queued(view), now));
  }

  return {
    redraft: (id: number, by: Redraft): Promise<CommentView> =>
      change(id, (current, now) => redraft(current, by, now)),

    /** Throws 409 with both texts if another tab was first. */
    async update(id: number, by: UpdateComment): Promise<CommentView> {
      if ('status' in by && by.status === 'approved') {
        const before = await comments.comment(id);
        if (isUnconfirmed(before.comment)) {
          const isPosted = await publishing.checkBeforeRetry(id, by.confirmMayBeHeld ?? false);
          if (isPosted) return comments.comment(id);
        }
      }
      const posted = await publishing.textsBefore(id);
      return change(id, (current, now) =>
        'content' in by ? editContent(current, by, posted) : changeStatus(current, by, posted, now),
      );
    },

    async markExample(id: number, isExample: boolean): Promise<CommentView> {
      const view = await comments.change(id, (current) => markExample(current, isExample));
      events.changed({ comment: id });
      return view;
    },

    async vouch(id: number, by: VouchRequest): Promise<CommentView> {
      const view = await comments.change(id, (current) => confirmSentence(current, by));
      events.changed({ comment: id });
      return view;
    },

    undo: async (id: number, by: Undo): Promise<Queued<CommentView>> =>
      queued(await change(id, (current, now) => undo(current, by, now))),

    /** Deletes a draft nobody touched, so that its video is free again. */
    async discard(id: number): Promise<void> {
      const { comment } = await comments.change(id, discardDraft);
      events.changed({ comment: id }, { video: comment.videoId }, 'stats', 'analytics');
    },

    async addToQueue({
      commentId,
      ...wish
    }: AddToQueue): Promise<{ item: Queued<CommentView>; created: boolean }> {
      let created = false;
      const view = await changeQueue(commentId, (current, now) => {
        created = current.queueItem === null;
        return addToQueue(current, wish, now);
      });
      return { item: queued(view), created };
    },

    async schedule(queueId: number, schedule: Schedule): Promise<Queued<CommentView>> {
      if (schedule.queueId !== undefined && schedule.queueId !== queueId)
        throw invalid('The field “queueId” differs from the id in the path.', 'queue_id_mismatch');
      const at = schedule.scheduledFor === null ? undefined : new Date(schedule.scheduledFor);
      const posted = await publishing.textsBefore(await comments.commentIdOfQueueItem(queueId), at);
      return queued(await changeItem(queueId, (view, now) => reschedule(view, schedule, posted, now)));
    },

    async removeFromQueue(queueId: number): Promise<void> {
      await changeItem(queueId, (view) => {
        refuseWhilePosting(view);
        return { removeFromQueue: true };
      });
    },
  };
}

export type ReviewService = ReturnType<typeof createReviewService>;

function queued(view: CommentView): Queued<CommentView> {
  if (!view.queueItem) throw notFound('This queue item');
  return { ...view, queueItem: view.queueItem };
}
