import type { UpdateComment } from '#shared/contracts/comments.ts';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import type { Events } from '../../core/events.ts';
import type { CommentView } from '../comments/comment.view.ts';
import type { CommentsService } from '../comments/comments.service.ts';
import type { PublishingService } from '../publishing/publishing.service.ts';
import { type NewDraft, redraft } from './redraft.rules.ts';
import { changeStatus, editContent } from './review.rules.ts';

interface Deps {
  comments: CommentsService;
  publishing: Pick<PublishingService, 'lookAgain'>;
  events: Events;
}

/** Deciding about comments. Every method throws AppError 404 for an unknown comment. */
export function createReviewService({ comments, publishing, events }: Deps) {
  async function change(...args: Parameters<CommentsService['change']>): Promise<CommentView> {
    const view = await comments.change(...args);
    events.changed('comments', 'queue', 'stats', 'analytics');
    return view;
  }

  return {
    /** A new draft in place of an unposted one; 409 where the comment is no longer at `revision`. */
    redraft: (id: number, by: { draft: NewDraft; revision: number }): Promise<CommentView> =>
      change(id, (current, now) => redraft(current, by, now)),

    /** Text or status; 409 with both texts where another tab was first. */
    async update(id: number, by: UpdateComment): Promise<CommentView> {
      if ('status' in by && by.status === 'approved') {
        const before = await comments.comment(id);
        // What YouTube never confirmed is looked for once more before it may go out again.
        if (isUnconfirmed(before.comment)) {
          const isThere = await publishing.lookAgain(id, by.confirmMayBeHeld ?? false);
          if (isThere) return comments.comment(id);
        }
      }
      return change(id, (current, now) =>
        'content' in by ? editContent(current, by) : changeStatus(current, by, now),
      );
    },
  };
}

export type ReviewService = ReturnType<typeof createReviewService>;
