import type { QueryClient } from '@tanstack/react-query';
import {
  type Comment,
  commentListSchema,
  commentSchema,
  type PostComment,
  type UpdateComment,
} from '#shared/contracts/comments.ts';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { headFirst } from './head-first.ts';
import { fetchJson } from './http.ts';
import { queueQuery } from './queue.ts';
import { statsQuery } from './stats.ts';

const commentList = headFirst('/api/comments', 'comments', commentListSchema);

export const commentsQuery = commentList.whole;
export const commentsHeadQuery = commentList.head;

export function updateComment(id: number, body: UpdateComment): Promise<Comment> {
  return fetchJson(`/api/comments/${id}`, { method: 'PATCH', body }, commentSchema);
}

export function postComment(id: number, body: PostComment): Promise<Comment> {
  return fetchJson(`/api/comments/${id}/post`, { method: 'POST', body }, commentSchema);
}

export function patchComment(client: QueryClient, id: number, patch: Partial<Comment>): void {
  client.setQueryData<Comment[]>(commentsQuery.queryKey, (comments) =>
    comments?.map((comment) => (comment.id === id ? { ...comment, ...patch } : comment)),
  );
  client.setQueryData<QueueItem[]>(queueQuery.queryKey, (items) =>
    items?.map((item) =>
      item.commentId === id ? { ...item, comment: { ...item.comment, ...patch } } : item,
    ),
  );
}

export function refreshComments(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [commentsQuery.queryKey, queueQuery.queryKey, statsQuery.queryKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}
