import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  type CommentRow,
  commentRowListSchema,
  commentRowSchema,
  outcomeCountsSchema,
  outcomesSummarySchema,
  type PostComment,
  type UpdateComment,
} from '#shared/contracts/comments.ts';
import { type CommentListQuery, commentOrder } from '#shared/contracts/lists.ts';
import { statsSchema } from '#shared/contracts/status.ts';
import { fetchAnswer, fetchJson, jsonQuery } from './http.ts';
import { createPagedList } from './lists.ts';
import { queueList } from './queue.ts';

/** Empty strings let everything through. */
export type CommentFilter = Pick<CommentListQuery, 'sort'> &
  Record<'status' | 'visibility' | 'q' | 'channel' | 'style' | 'from' | 'to', string>;

export const commentList = createPagedList<CommentRow, CommentFilter>({
  path: '/api/comments',
  key: 'comments',
  contract: commentRowListSchema,
  query: (filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  order: ({ sort }) => commentOrder[sort],
  idOf: ({ id }) => id,
  videoOf: ({ videoId }) => videoId,
});

/** How many comments there are, whatever a list lets through. */
export const commentTotalQuery = queryOptions({
  queryKey: ['comments', 'total'],
  queryFn: async ({ signal }) => {
    const answer = await fetchAnswer('/api/comments', { query: { limit: 1, fields: 'ids' }, signal });
    return Number(answer.headers.get('X-Total-Count'));
  },
});

const FOUND_ROWS = 5;

/** The newest comments with these words. */
export const foundCommentsQuery = (q: string) => ({
  ...jsonQuery(['comments', 'found', q], '/api/comments', commentRowListSchema, {
    q,
    limit: FOUND_ROWS,
    fields: 'row',
  }),
  staleTime: 0,
});

export const wholeCommentKey = (id: number) => ['comments', 'whole', id] as const;
export const draftRecordsKey = (id: number) => ['comments', 'draft', id] as const;

const row = { fields: 'row' };

export const updateComment = (id: number, body: UpdateComment): Promise<CommentRow> =>
  fetchJson(`/api/comments/${id}`, { method: 'PATCH', query: row, body }, commentRowSchema);

export const postComment = (id: number, body: PostComment): Promise<CommentRow> =>
  fetchJson(`/api/comments/${id}/post`, { method: 'POST', query: row, body }, commentRowSchema);

/** Changes one comment wherever it is loaded. */
export function patchComment(client: QueryClient, id: number, patch: Partial<CommentRow>): void {
  commentList.patch(client, id, (comment) => ({ ...comment, ...patch }));
  queueList.patch(client, id, (item) => ({ ...item, comment: { ...item.comment, ...patch } }));
  client.setQueryData<Comment | null>(wholeCommentKey(id), (comment) => {
    const { video, ...rest } = patch;
    return comment && { ...comment, ...rest };
  });
}

export const statsQuery = jsonQuery(['stats'], '/api/stats', statsSchema);

export const outcomeCountsQuery = jsonQuery(
  ['outcomes', 'counts'],
  '/api/outcomes/counts',
  outcomeCountsSchema,
);

export const outcomesSummaryQuery = jsonQuery(
  ['outcomes', 'summary'],
  '/api/outcomes/summary',
  outcomesSummarySchema,
);
