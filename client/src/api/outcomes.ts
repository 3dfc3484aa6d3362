import { type QueryClient, queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  type analyticsRanges,
  analyticsResponseSchema,
  learningSchema,
} from '#shared/contracts/analytics.ts';
import { type Comment, commentSchema } from '#shared/contracts/comment-detail.ts';
import type { CommentRow } from '#shared/contracts/comments.ts';
import {
  comesFirst,
  type Reply,
  type ReplyState,
  repliesRefreshedSchema,
  replyCountsSchema,
  replyListSchema,
  replySchema,
  threadSchema,
  type updateReplySchema,
} from '#shared/contracts/replies.ts';
import { viewersZone, ZONE_EVERYWHERE } from '../lib/time-zone.ts';
import { patchComment } from './comments.ts';
import {
  fetchJson,
  isInvalid,
  jsonQuery,
  namedQuery,
  patch,
  post,
  toastFailure,
} from './http.ts';
import { createPagedList, refreshQueries } from './lists.ts';
import { refreshComment } from './live.ts';

const act = (id: number, verb: string, body?: unknown): Promise<Comment> =>
  post(`/api/comments/${id}/${verb}`, commentSchema, body);

/** Runs an action on a posted comment and shows the changed comment. */
export const usePostedAction = <Given = void>(
  id: number,
  mutationFn: (given: Given) => Promise<Partial<CommentRow>>,
  title: string,
  fallback: string,
) =>
  useMutation({
    mutationFn,
    onSuccess: (comment, _, __, { client }) => patchComment(client, id, comment),
    onError: (error) => toastFailure(title, error, fallback),
  });

export const checkComment = (id: number) => act(id, 'check');

export const markExample = (id: number, isExample: boolean) =>
  act(id, 'example', { isExample });

export const changePosted = (id: number, body: { content: string; revision: number }) =>
  act(id, 'change', body);

export const withdrawPosted = (id: number, revision: number) =>
  act(id, 'withdraw', { revision });

const KEY = 'replies';

export interface ReplyFilter {
  states: readonly ReplyState[];
  questions?: true;
  byCreator?: true;
  /** True: only replies whose answer is scheduled. False: only the others. */
  scheduled?: boolean;
}

export const replyList = createPagedList<Reply, ReplyFilter>({
  path: '/api/replies',
  key: KEY,
  contract: replyListSchema,
  query: ({ states, questions, byCreator, scheduled }) => ({
    state: states.join(','),
    ...(questions && { questions: 'true' }),
    ...(byCreator && { byCreator: 'true' }),
    ...(scheduled !== undefined && { scheduled: String(scheduled) }),
  }),
  order: () => (a, b) =>
    Number(comesFirst(b)) - Number(comesFirst(a)) ||
    Date.parse(b.publishedAt) - Date.parse(a.publishedAt) ||
    b.id - a.id,
  idOf: ({ id }) => id,
  videoOf: ({ video }) => video.id,
});

export const replyCountsQuery = namedQuery([KEY, 'counts'], replyCountsSchema);

/**
 * Returns the reply's answer unless it was rejected: a rejected answer makes room for
 * another one.
 */
export const liveAnswer = ({ answer }: Reply): Reply['answer'] =>
  answer?.status === 'rejected' ? null : answer;

export const canBeAnswered = (reply: Reply): boolean =>
  reply.text !== null && reply.state !== 'answered' && liveAnswer(reply) === null;

export const threadQuery = (commentId: number) =>
  jsonQuery(
    [KEY, 'thread', commentId],
    `/api/comments/${commentId}/thread`,
    threadSchema,
  );

type GivenState = z.infer<typeof updateReplySchema>['state'];

/**
 * Resolves when the lists show the new state. Changes to the same reply run one after the
 * other.
 */
export async function updateReply(
  client: QueryClient,
  { id }: Pick<Reply, 'id'>,
  state: GivenState,
): Promise<void> {
  const change = client.getMutationCache().build<Reply, Error, void, void>(client, {
    scope: { id: `reply ${id}` },
    mutationFn: () => patch(`/api/replies/${id}`, replySchema, { state }),
    onSettled: () => refreshQueries(client, { queryKey: [KEY] }),
  });
  await change.execute();
}

export async function readReplies(client: QueryClient) {
  const read = await post('/api/replies/refresh', repliesRefreshedSchema);
  void refreshQueries(client, { queryKey: [KEY] });
  return read;
}

export function showAnswer(
  client: QueryClient,
  { id }: Reply,
  { id: commentId, status }: Comment,
): void {
  replyList.patch(client, id, (row) => ({ ...row, answer: { commentId, status } }));
  refreshComment(client, commentId);
}

export async function typeAnswer(
  client: QueryClient,
  reply: Reply,
  content: string,
): Promise<Comment> {
  const answer = await post(`/api/replies/${reply.id}/answer`, commentSchema, {
    content,
  });
  showAnswer(client, reply, answer);
  return answer;
}

export type AnalyticsRange = (typeof analyticsRanges)[number];

/**
 * Sends the request with the viewer's time zone, or with UTC if the server does not know
 * that time zone.
 */
const zonedQuery = <Answer extends object>(
  key: string | number,
  path: string,
  contract: z.ZodType<Answer>,
  query: { days?: number } = {},
) =>
  queryOptions({
    queryKey: ['analytics', key, viewersZone()],
    async queryFn({ signal }) {
      const ask = async (timeZone: string) => {
        const options = { query: { ...query, timeZone }, signal };
        return { ...(await fetchJson(path, options, contract)), timeZone };
      };
      const own = viewersZone();
      try {
        return await ask(own);
      } catch (error) {
        if (!isInvalid(error) || own === ZONE_EVERYWHERE) throw error;
        // A recent browser may report a time zone that an older server does not know.
        return ask(ZONE_EVERYWHERE);
      }
    },
  });

export const analyticsQuery = (days: AnalyticsRange) =>
  zonedQuery(days, '/api/analytics', analyticsResponseSchema, { days });

export const learningQuery = () =>
  zonedQuery('learning', '/api/analytics/learning', learningSchema);
