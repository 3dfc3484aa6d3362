import type { Comment } from '#shared/contracts/comment-detail.ts';
import { queueSorts } from '#shared/contracts/lists.ts';
import type { QueueItem } from '#shared/contracts/queue-items.ts';
import { cadence } from '#shared/rules/cadence.ts';
import { isInReview, isScheduled } from '#shared/rules/comment-status.ts';
import { commentOrder, queueOrder, shownAt } from '#shared/rules/list-order.ts';
import type { Call } from './fake-server.ts';

const isBeingPosted = ({ posting }: Comment) =>
  posting?.state === 'sending' || posting?.state === 'confirming';

const isIn = (text: string, words: string) => text.toLowerCase().includes(words.toLowerCase());

const numbers = (text: string) => text.split(',').map(Number);

/** A search is counted no further. */
const mostCounted = 100;

const totalOf = (rows: number, isSearch: boolean) =>
  isSearch && rows > mostCounted ? `${mostCounted}+` : String(rows);

/** Answers a list as the server does: the rows of this page, its total and the address of the next. */
function answerPage<Row>(matching: readonly Row[], { path, query }: Call, commentOf: (row: Row) => number) {
  const { ids, limit, cursor = '0' } = query;
  const wanted =
    ids === undefined ? matching : matching.filter((row) => numbers(ids).includes(commentOf(row)));
  const from = Number(cursor);
  const to = limit === undefined ? wanted.length : from + Number(limit);
  const next = new URLSearchParams({ ...query, cursor: String(to) });
  return Response.json(wanted.slice(from, to), {
    headers: {
      'X-Total-Count': totalOf(matching.length, query['q'] !== undefined),
      ...(to < wanted.length && { Link: `<${path}?${next}>; rel="next"` }),
    },
  });
}

/** Sends whole items whatever `fields` asks for: they hold its rows. */
export function answerQueueList(items: readonly QueueItem[], call: Call): Response {
  const { scheduled, status, posting, q = '', sort } = call.query;
  const matching = items
    .filter((item) => item.comment.status !== 'posted')
    .filter((item) => scheduled !== 'true' || isScheduled(item))
    .filter((item) => scheduled !== 'false' || isInReview(item))
    .filter(({ comment }) => status === undefined || comment.status === status)
    .filter(({ comment }) => posting !== 'false' || !isBeingPosted(comment))
    .filter((item) =>
      isIn(`${item.comment.content} ${item.comment.video.title} ${item.comment.video.channelTitle}`, q),
    )
    .toSorted(queueOrder[queueSorts.find((each) => each === sort) ?? 'position']);
  const listed =
    call.query['fields'] === 'ids'
      ? matching.map((item) => ({ ...item, revision: item.comment.revision }))
      : matching;
  return answerPage(listed, call, ({ commentId }) => commentId);
}

export function answerCommentList(comments: readonly Comment[], call: Call): Response {
  const {
    status,
    visibility,
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
    .filter((comment) => style === undefined || comment.style === style)
    .filter(({ content, video }) => isIn(`${content} ${video.title}`, q))
    .filter(({ video }) => isIn(video.channelTitle, channel))
    .filter((comment) => shownAt(comment) >= from && shownAt(comment) < to)
    .toSorted(commentOrder[sort === 'oldest' ? 'oldest' : 'newest']);
  return answerPage(matching, call, ({ id }) => id);
}

/** What the server counts of this queue; the minutes are not worked out. */
export function summaryOf(items: readonly QueueItem[]) {
  const inReview = items.filter(isInReview);
  const times = items.filter(isScheduled).map(({ scheduledFor }) => Date.parse(scheduledFor ?? ''));
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const having = (status: string) => inReview.filter(({ comment }) => comment.status === status);
  return {
    inReview: inReview.length,
    pending: having('pending').length,
    approved: having('approved').filter(({ comment }) => !isBeingPosted(comment)).length,
    rejected: having('rejected').length,
    failed: having('failed').length,
    reviewMinutes: having('pending').length,
    scheduled: times.length,
    cadence: times.length > 0 ? cadence(times.length, first, last) : null,
    nextDueAt:
      items
        .filter(({ comment }) => comment.status === 'approved')
        .flatMap(({ dueAt }) => dueAt ?? [])
        .toSorted()[0] ?? null,
  };
}

/** How many comments are due on each day of UTC. */
export function plannedDaysOf(items: readonly QueueItem[]) {
  const days = Map.groupBy(
    items.flatMap(({ dueAt }) => (dueAt ? [dueAt.slice(0, 10)] : [])),
    (day) => day,
  );
  return [...days].map(([day, due]) => ({ day, posts: due.length }));
}
