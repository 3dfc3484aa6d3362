import type { QueryClient } from '@tanstack/react-query';
import { commentStatesKey, refreshCommentStates } from './comment-states.ts';
import { commentList, commentTotalQuery, draftRecordsKey, wholeCommentKey } from './comments.ts';
import { outcomesSummaryQuery } from './outcomes-summary.ts';
import type { Changed } from './paged-list.ts';
import { approvedQuery, plannedDaysQuery, queueList, queueSummaryQuery } from './queue.ts';
import { refreshQueries } from './refresh-queries.ts';
import { statsQuery } from './stats.ts';

/** They hang on the settings too: slots, zone and cap. */
const plans = [plannedDaysQuery.queryKey, ['queue', 'schedule'], ['queue', 'free-slots']];
const counts = [
  commentTotalQuery.queryKey,
  queueSummaryQuery.queryKey,
  approvedQuery.queryKey,
  ['queue', 'rows'],
  outcomesSummaryQuery.queryKey,
  // A reply tells the state of its answer.
  ['replies'],
  ...plans,
];

/** Asks again for these comments wherever they are shown; reloads no list. */
export function refreshRows(client: QueryClient, changed: Changed): void {
  commentList.refresh(client, changed);
  queueList.refresh(client, changed);
  const opened = [...changed.comments].flatMap((id) => [wholeCommentKey(id), draftRecordsKey(id)]);
  for (const queryKey of opened) void refreshQueries(client, { queryKey });
}

export function refreshPlans(client: QueryClient): void {
  for (const queryKey of plans) void refreshQueries(client, { queryKey });
}

/** Brings everything shown of these comments and videos up to date. */
export function refreshChanged(client: QueryClient, changed: Changed): void {
  refreshRows(client, changed);
  refreshCommentStates(client, changed);
  for (const queryKey of counts) void refreshQueries(client, { queryKey });
}

/** After a page's own actions: without a live stream nothing else reports them. */
export function refreshFigures(client: QueryClient): void {
  for (const queryKey of [...counts, statsQuery.queryKey, [commentStatesKey]])
    void refreshQueries(client, { queryKey });
}

/** For a page's own change of one comment. */
export function refreshComment(client: QueryClient, id: number, videoId?: number): void {
  const videos = new Set(videoId === undefined ? [] : [videoId]);
  refreshRows(client, { comments: new Set([id]), videos });
  refreshFigures(client);
}
