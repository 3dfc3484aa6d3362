import { queryOptions } from '@tanstack/react-query';
import { type Comment, commentListSchema } from '#shared/contracts/comment-detail.ts';
import { wholeCommentKey } from './comments.ts';
import { fetchJson } from './http.ts';

/** Everything of one comment; null if there is no such comment. */
export const commentQuery = (id: number) =>
  queryOptions({
    queryKey: wholeCommentKey(id),
    queryFn: async ({ signal }): Promise<Comment | null> => {
      const [comment = null] = await fetchJson(
        '/api/comments',
        { query: { ids: id }, signal },
        commentListSchema,
      );
      return comment;
    },
  });
