import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { type CommentRow, commentRowListSchema, outcomesSummarySchema } from '#shared/contracts/comments.ts';
import { commentOrder, mostRows, type QueueSort, queueOrder } from '#shared/contracts/lists.ts';
import { type CommentStatus, commentStatusSchema } from '#shared/contracts/primitives.ts';
import {
  type QueueId,
  type QueueRow,
  queueIdListSchema,
  queueRowListSchema,
} from '#shared/contracts/queue.ts';
import type { CommentListQuery } from '#shared/contracts/requests.ts';
import { statsSchema } from '#shared/contracts/status.ts';
import { isInReview, isScheduled } from '#shared/rules/comment-status.ts';
import { downloadFile } from '../lib/browser.ts';
import { localDay } from '../lib/formats.ts';
import { ApiError, fetchAnswer, fetchJson, jsonQuery, namedQuery, toastFailure } from './http.ts';
import { createPagedList } from './lists.ts';

export interface QueueFilter {
  /** If missing, the list shows all comments that are not posted. */
  scheduled?: boolean;
  sort: QueueSort;
  status?: CommentStatus | undefined;
  /** Search words, looked for in the text, the video title and the channel name. */
  q?: string | undefined;
  commentId?: number;
}

export const inReview: QueueFilter = { scheduled: false, sort: 'position' };
export const onSchedule: QueueFilter = { scheduled: true, sort: 'time' };

export const queueList = createPagedList<QueueRow, QueueFilter>({
  path: '/api/queue',
  key: 'queue',
  contract: queueRowListSchema,
  query: ({ sort, scheduled, status, q, commentId }) => ({
    sort,
    ...(scheduled !== undefined && { scheduled: String(scheduled) }),
    ...(status && { status }),
    ...(q && { q }),
    ...(commentId !== undefined && { ids: String(commentId) }),
  }),
  covers: (filter, commentId) => filter.commentId === undefined || filter.commentId === commentId,
  order: ({ sort }) => queueOrder[sort],
  idOf: ({ commentId }) => commentId,
  videoOf: ({ comment }) => comment.videoId,
});

/**
 * Returns a test that tells whether the list with a given filter shows this row. A list with search words
 * counts as not showing it, because only the server can search.
 */
export function isShownBy(row: QueueRow): (filter: QueueFilter) => boolean {
  return ({ scheduled, status, q, commentId }) => {
    if (q) return false;
    if (status !== undefined && status !== row.comment.status) return false;
    if (commentId !== undefined && commentId !== row.commentId) return false;
    if (scheduled === undefined) return row.comment.status !== 'posted';
    return scheduled ? isScheduled(row) : isInReview(row);
  };
}

const FEW = 12;

/** Loads the first approved comments without a time, in the order of the queue. */
export const approvedQuery = jsonQuery(['queue', 'approved'], '/api/queue', queueRowListSchema, {
  scheduled: false,
  status: 'approved',
  posting: false,
  limit: FEW,
  fields: 'row',
});

/** Returns the query for the comments in review with this status and, if given, with these search words. */
const bulkFilter = (status: CommentStatus, q?: string) => ({
  scheduled: false,
  status,
  posting: false,
  fields: 'ids',
  ...(q && { q }),
});

export function fetchQueueIds(status: 'pending' | 'approved' | 'rejected', q?: string): Promise<QueueId[]> {
  return fetchJson('/api/queue', { query: bulkFilter(status, q) }, queueIdListSchema);
}

export const foundInQueueKey = ['queue', 'found'] as const;

/** Counts the comments that a bulk action on these search results would change. */
export const foundInQueueQuery = (q: string) =>
  queryOptions({
    queryKey: [...foundInQueueKey, q],
    queryFn: async ({ signal }) => {
      const count = async (status: CommentStatus) => {
        const query = { ...bulkFilter(status, q), limit: 1 };
        const answer = await fetchAnswer('/api/queue', { query, signal });
        return Number(answer.headers.get('X-Total-Count'));
      };
      return { pending: await count('pending'), approved: await count('approved') };
    },
  });

/** Leaves out comments that are not in the queue. */
export async function fetchQueueRows(commentIds: readonly number[]): Promise<QueueRow[]> {
  const rows: QueueRow[] = [];
  for (let from = 0; from < commentIds.length; from += mostRows) {
    const ids = commentIds.slice(from, from + mostRows).join(',');
    const query = { ids, fields: 'row' };
    rows.push(...(await fetchJson('/api/queue', { query }, queueRowListSchema)));
  }
  return rows;
}

export async function fetchQueueRow(commentId: number): Promise<QueueRow | null> {
  const [row = null] = await fetchQueueRows([commentId]);
  return row;
}

export const queueRowsQuery = (commentIds: readonly number[]) =>
  queryOptions({ queryKey: ['queue', 'rows', commentIds], queryFn: () => fetchQueueRows(commentIds) });

const TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' };

/**
 * Downloads the whole queue, including scheduled comments, in
 * a file named after today's date. Shows a toast on failure.
 */
export async function exportQueue(format: keyof typeof TYPES): Promise<void> {
  try {
    const answer = await fetchAnswer('/api/queue/export', {
      query: { format },
      accept: `${TYPES[format]}, application/problem+json`,
    });
    const day = localDay(new Date());
    downloadFile(`chime-in-queue-${day}.${format}`, TYPES[format], await answer.blob());
  } catch (error) {
    toastFailure('Export Failed', error, 'Failed to load the queue');
  }
}

/** An empty string means that the filter is not set. */
export type CommentFilter = Pick<CommentListQuery, 'sort'> &
  Record<'status' | 'visibility' | 'creatorReplied' | 'q' | 'channel' | 'style' | 'from' | 'to', string>;

export const commentList = createPagedList<CommentRow, CommentFilter>({
  path: '/api/comments',
  key: 'comments',
  contract: commentRowListSchema,
  query: (filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  order: ({ sort }) => commentOrder[sort],
  idOf: ({ id }) => id,
  videoOf: ({ videoId }) => videoId,
});

export const commentTotalQuery = queryOptions({
  queryKey: ['comments', 'total'],
  queryFn: async ({ signal }) => {
    const answer = await fetchAnswer('/api/comments', { query: { limit: 1, fields: 'ids' }, signal });
    return Number(answer.headers.get('X-Total-Count'));
  },
});

export const wholeCommentKey = (id: number) => ['comments', 'whole', id] as const;
export const draftRecordsKey = (id: number) => ['comments', 'draft', id] as const;

export function patchComment(client: QueryClient, id: number, patch: Partial<CommentRow>): void {
  commentList.patch(client, id, (comment) => ({ ...comment, ...patch }));
  queueList.patch(client, id, (item) => ({ ...item, comment: { ...item.comment, ...patch } }));
  client.setQueryData<Comment | null>(wholeCommentKey(id), (comment) => {
    const { video, ...rest } = patch;
    return comment && { ...comment, ...rest };
  });
}

const currentSchema = z.object({ content: z.string(), status: commentStatusSchema, revision: z.int() });

export function newerComment(error: unknown): z.infer<typeof currentSchema> | null {
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict') return null;
  const parsed = currentSchema.safeParse(error.problem?.['current']);
  return parsed.success ? parsed.data : null;
}

/**
 * Sends a change to the revision that the user saw. If the comment has a newer revision with the same text,
 * retries once with that revision.
 * @throws if the text differs, or if `seen` has no text to compare. The newer comment is shown first.
 */
export async function sendGuarded<Answer>(
  client: QueryClient,
  seen: { id: number; revision: number; content?: string },
  send: (revision: number) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(seen.revision);
  } catch (error) {
    const newer = newerComment(error);
    if (!newer) throw error;
    patchComment(client, seen.id, newer);
    if (newer.content !== seen.content) throw error;
    return send(newer.revision);
  }
}

export const statsQuery = namedQuery(['stats'], statsSchema);

export const outcomesSummaryQuery = namedQuery(['outcomes', 'summary'], outcomesSummarySchema);
