import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  type CommentRow,
  commentRowListSchema,
  outcomeCountsSchema,
  outcomesSummarySchema,
} from '#shared/contracts/comments.ts';
import {
  type CommentListQuery,
  commentOrder,
  mostRows,
  type QueueSort,
  queueOrder,
} from '#shared/contracts/lists.ts';
import { type CommentStatus, commentStatusSchema } from '#shared/contracts/primitives.ts';
import {
  plannedDaysSchema,
  type QueueId,
  type QueueRow,
  queueIdListSchema,
  queueRowListSchema,
  queueSummarySchema,
} from '#shared/contracts/queue.ts';
import { statsSchema } from '#shared/contracts/status.ts';
import { isInReview, isScheduled } from '#shared/rules/comment-status.ts';
import { downloadFile } from '../lib/browser.ts';
import { toLocalDateTime } from '../lib/formats.ts';
import { ApiError, fetchAnswer, fetchJson, jsonQuery, namedQuery, toastFailure } from './http.ts';
import { createPagedList } from './lists.ts';

export interface QueueFilter {
  /** Missing for all that are not posted. */
  scheduled?: boolean;
  sort: QueueSort;
  status?: CommentStatus | undefined;
  /** Words of the text, the title or the channel. */
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

/** Whether a list shows the row. What its words find only the server knows. */
export function isShownBy(row: QueueRow): (filter: QueueFilter) => boolean {
  return ({ scheduled, status, q, commentId }) =>
    (scheduled === undefined
      ? row.comment.status !== 'posted'
      : scheduled
        ? isScheduled(row)
        : isInReview(row)) &&
    (status === undefined || status === row.comment.status) &&
    (commentId === undefined || commentId === row.commentId) &&
    !q;
}

export const queueSummaryQuery = namedQuery(['queue', 'summary'], queueSummarySchema);

const FEW = 12;

/** The first approved comments without a time, in the order of the queue. */
export const approvedQuery = jsonQuery(['queue', 'approved'], '/api/queue', queueRowListSchema, {
  scheduled: false,
  status: 'approved',
  posting: false,
  limit: FEW,
  fields: 'row',
});

export const plannedDaysQuery = namedQuery(['queue', 'planned-days'], plannedDaysSchema);

/** Finds the ids of the comments in review with this status and, if given, with these words. */
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

/** Counts the comments found by a search of the queue that a bulk action would take. */
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

/** Downloads the whole queue, scheduled comments included, under today's name. A toast says if it failed. */
export async function exportQueue(format: keyof typeof TYPES): Promise<void> {
  try {
    const answer = await fetchAnswer('/api/queue/export', {
      query: { format },
      accept: `${TYPES[format]}, application/problem+json`,
    });
    const day = toLocalDateTime(new Date()).slice(0, 10);
    downloadFile(`chime-in-queue-${day}.${format}`, TYPES[format], await answer.blob());
  } catch (error) {
    toastFailure('Export Failed', error, 'Failed to load the queue');
  }
}

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

export const commentTotalQuery = queryOptions({
  queryKey: ['comments', 'total'],
  queryFn: async ({ signal }) => {
    const answer = await fetchAnswer('/api/comments', { query: { limit: 1, fields: 'ids' }, signal });
    return Number(answer.headers.get('X-Total-Count'));
  },
});

const FOUND_ROWS = 5;

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

/** Retries once if only the status changed. @throws if the text did or was not known, after showing the newer one. */
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

export const outcomeCountsQuery = namedQuery(['outcomes', 'counts'], outcomeCountsSchema);

export const outcomesSummaryQuery = namedQuery(['outcomes', 'summary'], outcomesSummarySchema);
