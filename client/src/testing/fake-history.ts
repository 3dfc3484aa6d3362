import { screen } from '@testing-library/react';
import type { Comment } from '#shared/contracts/comment-detail.ts';
import { commentOrder, shownAt } from '#shared/contracts/lists.ts';
import { aComment, aVideo } from './factories.ts';
import { type Call, createFakeServer, type FakeServer } from './fake-server.ts';

export const isIn = (text: string, words: string) =>
  text.toLowerCase().includes(words.toLowerCase());

export const numbers = (text: string) => text.split(',').map(Number);

/**
 * Answers a list request like the server: the rows of the page, the total and the address
 * of the next page.
 */
function answerPage<Row>(
  matching: readonly Row[],
  { path, query }: Call,
  commentOf: (row: Row) => number,
) {
  const { ids, limit, cursor = '0' } = query;
  const wanted =
    ids === undefined
      ? matching
      : matching.filter((row) => numbers(ids).includes(commentOf(row)));
  const from = Number(cursor);
  const to = limit === undefined ? wanted.length : from + Number(limit);
  const next = new URLSearchParams({ ...query, cursor: String(to) });
  return Response.json(wanted.slice(from, to), {
    headers: {
      'X-Total-Count': String(matching.length),
      ...(to < wanted.length && { Link: `<${path}?${next}>; rel="next"` }),
    },
  });
}

export function answerCommentList(comments: readonly Comment[], call: Call): Response {
  const {
    status,
    visibility,
    creatorReplied,
    style,
    q = '',
    channel = '',
    from = '',
    to = '9',
    sort = 'newest',
  } = call.query;
  const matching = comments
    .filter((comment) => status === undefined || comment.status === status)
    .filter((comment) => visibility === undefined || comment.visibility === visibility)
    .filter(
      (comment) => creatorReplied === undefined || comment.creatorRepliedAt !== null,
    )
    .filter((comment) => style === undefined || comment.style === style)
    .filter(({ content, video }) => isIn(`${content} ${video.title}`, q))
    .filter(({ video }) => isIn(video.channelTitle, channel))
    .filter((comment) => shownAt(comment) >= from && shownAt(comment) < to)
    .toSorted(commentOrder[sort === 'oldest' ? 'oldest' : 'newest']);
  return answerPage(matching, call, ({ id }) => id);
}

/** Creates a server that lists these comments. */
export const createHistoryServer = (comments: () => readonly Comment[]): FakeServer =>
  createFakeServer().on('GET /api/comments', (call) =>
    answerCommentList(comments(), call),
  );

/** Returns the queries of all requests for the list. */
export const listRequests = (server: FakeServer) =>
  server.calls.filter(({ path }) => path === '/api/comments').map(({ query }) => query);

/** Returns a comment whose text and video carry its number. */
export const numbered = (id: number, over: Partial<Comment> = {}) =>
  aComment({
    id,
    content: `Text number ${id}`,
    video: aVideo({ id, title: `Video number ${id}` }),
    ...over,
  });

/** Returns the titles of the rows on the page. */
export const shownTitles = () =>
  screen.queryAllByRole('article').map((row) => row.querySelector('h2')?.textContent);
