import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import {
  type CommentRow,
  commentRowListSchema,
  outcomesSummarySchema,
} from '#shared/contracts/comments.ts';
import { commentOrder } from '#shared/contracts/lists.ts';
import { commentStatusSchema } from '#shared/contracts/primitives.ts';
import type { CommentListQuery } from '#shared/contracts/requests.ts';
import { statsSchema } from '#shared/contracts/status.ts';
import { downloadFile } from '../lib/browser.ts';
import { localDay } from '../lib/formats.ts';
import { ApiError, fetchAnswer, namedQuery, toastFailure } from './http.ts';
import { createPagedList } from './lists.ts';
import { changeLoaded, changeRow } from './rows.ts';
import { showInWork } from './work.ts';

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
  Record<
    | 'status'
    | 'visibility'
    | 'creatorReplied'
    | 'q'
    | 'channel'
    | 'style'
    | 'from'
    | 'to',
    string
  >;

export const commentList = createPagedList<CommentRow, CommentFilter>({
  path: '/api/comments',
  key: 'comments',
  contract: commentRowListSchema,
  query: (filter) =>
    Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
  order: ({ sort }) => commentOrder[sort],
  idOf: ({ id }) => id,
  videoOf: ({ videoId }) => videoId,
});

export const commentTotalQuery = queryOptions({
  queryKey: ['comments', 'total'],
  queryFn: async ({ signal }) => {
    const answer = await fetchAnswer('/api/comments', {
      query: { limit: 1, fields: 'ids' },
      signal,
    });
    return Number(answer.headers.get('X-Total-Count'));
  },
});

export const wholeCommentKey = (id: number) => ['comments', 'whole', id] as const;
export const draftRecordsKey = (id: number) => ['comments', 'draft', id] as const;

/** Changes a whole comment where it is loaded. */
export const changeWhole = (
  client: QueryClient,
  id: number,
  change: (comment: Comment | null | undefined) => Comment | null | undefined,
): void => changeLoaded(client, wholeCommentKey(id), change);

/** Shows an answer about a comment wherever the comment is loaded. */
export function patchComment(
  client: QueryClient,
  id: number,
  patch: Partial<CommentRow>,
): void {
  commentList.patch(client, id, (comment) => ({ ...comment, ...patch }));
  changeRow(
    client,
    id,
    (row) => row && { ...row, comment: { ...row.comment, ...patch } },
  );
  showInWork(client, id, patch);
  changeWhole(client, id, (comment) => {
    const { video, ...rest } = patch;
    return comment && { ...comment, ...rest };
  });
}

const currentSchema = z.object({
  content: z.string(),
  status: commentStatusSchema,
  revision: z.int(),
});

function newerComment(error: unknown): z.infer<typeof currentSchema> | null {
  if (!(error instanceof ApiError) || error.code !== 'revision_conflict') return null;
  const parsed = currentSchema.safeParse(error.problem?.['current']);
  return parsed.success ? parsed.data : null;
}

/**
 * Sends a change to the revision that the user saw. If the comment has a newer revision
 * with the same text, retries once with that revision.
 * @throws if the text differs, or if `seen` has no text to compare. The newer comment is
 * shown first.
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

export const outcomesSummaryQuery = namedQuery(
  ['outcomes', 'summary'],
  outcomesSummarySchema,
);
