import type { UpdateComment } from '#shared/contracts/comments.ts';
import type { PageQuery } from '#shared/contracts/primitives.ts';
import { isUnconfirmed } from '#shared/rules/comment-status.ts';
import type { Clock } from '../../clock.ts';
import { notFound } from '../../errors.ts';
import type { Events } from '../../events.ts';
import type { PublishingService } from '../publishing/publishing.service.ts';
import type { CommentView } from './comment-view.ts';
import { type NewDraft, redraft } from './redraft.rules.ts';
import type { ReviewRepository } from './review.repository.ts';
import { changeStatus, editContent } from './review.rules.ts';

interface Deps {
  repository: ReviewRepository;
  publishing: Pick<PublishingService, 'lookAgain'>;
  events: Events;
  clock: Clock;
}

/** Reading comments and deciding about them. Every method throws AppError 404 for an unknown comment. */
export function createReviewService({ repository, publishing, events, clock }: Deps) {
  async function comment(id: number): Promise<CommentView> {
    return found(await repository.comment(id));
  }

  return {
    comment,

    comments: (page: PageQuery) => repository.comments(page),

    /** A new draft in place of an unposted one; 409 where the comment is no longer at `revision`. */
    async redraft(id: number, change: { draft: NewDraft; revision: number }): Promise<CommentView> {
      const now = clock.now();
      const view = found(await repository.change(id, now, (current) => redraft(current, change, now)));
      events.changed('comments', 'queue', 'stats', 'analytics');
      return view;
    },

    /** Text or status; 409 with both texts where another tab was first. */
    async update(id: number, change: UpdateComment): Promise<CommentView> {
      if ('status' in change && change.status === 'approved') {
        const before = await comment(id);
        // What YouTube never confirmed is looked for once more before it may go out again (DESIGN §7).
        if (isUnconfirmed(before.comment)) {
          const isThere = await publishing.lookAgain(id, change.confirmMayBeHeld ?? false);
          if (isThere) return comment(id);
        }
      }
      const now = clock.now();
      const view = found(
        await repository.change(id, now, (current) =>
          'content' in change ? editContent(current, change) : changeStatus(current, change, now),
        ),
      );
      events.changed('comments', 'queue', 'stats', 'analytics');
      return view;
    },
  };
}

export type ReviewService = ReturnType<typeof createReviewService>;

function found(view: CommentView | null): CommentView {
  if (!view) throw notFound('This comment');
  return view;
}
