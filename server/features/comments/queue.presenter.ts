import type { QueueItem } from '#shared/contracts/queue.ts';
import { postingSentence } from '#shared/rules/posting-reasons.ts';
import { presentComment } from './comment.presenter.ts';
import type { Queued, ShownComment } from './comment.view.ts';

export function presentQueueItem(view: Queued<ShownComment>): QueueItem {
  const { queueItem } = view;
  return {
    id: queueItem.id,
    commentId: queueItem.commentId,
    priority: queueItem.priority,
    scheduledFor: queueItem.scheduledFor?.toISOString() ?? null,
    autoPost: queueItem.autoPost,
    dueAt: queueItem.dueAt?.toISOString() ?? null,
    blockedReason: queueItem.blockedReason,
    heldDetail: postingSentence(queueItem.blockedReason),
    createdAt: queueItem.createdAt.toISOString(),
    comment: presentComment(view),
  };
}
