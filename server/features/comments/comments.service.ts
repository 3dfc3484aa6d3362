import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import type { CommentChange, CommentView } from './comment.view.ts';
import type { CommentsRepository } from './comments.repository.ts';

interface Deps {
  repository: CommentsRepository;
  clock: Clock;
}

export function createCommentsService({ repository, clock }: Deps) {
  return {
    async comment(id: number): Promise<CommentView> {
      return found(await repository.comment(id));
    },

    async change(
      id: number,
      decide: (view: CommentView, now: Date) => CommentChange | null,
    ): Promise<CommentView> {
      const now = clock.now();
      return found(await repository.change(id, now, (view) => decide(view, now)));
    },

    async commentIdOfQueueItem(queueId: number): Promise<number> {
      const commentId = await repository.commentIdOfQueueItem(queueId);
      if (commentId === null) throw notFound('This queue item');
      return commentId;
    },
  };
}

export type CommentsService = ReturnType<typeof createCommentsService>;

function found(view: CommentView | null): CommentView {
  if (!view) throw notFound('This comment');
  return view;
}
