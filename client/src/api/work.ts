import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CommentRow } from '#shared/contracts/comments.ts';
import { mostRows } from '#shared/contracts/lists.ts';
import type { QueueRow } from '#shared/contracts/queue.ts';
import { type WorkEntry, workIndexSchema } from '#shared/contracts/work.ts';
import { fetchJson } from './http.ts';
import { refreshInTurn, refreshQueries } from './lists.ts';
import { outdateRows } from './rows.ts';

const PATH = '/api/queue/index';
const queryKey = ['work'] as const;

/**
 * Loads the index of the working set once. Changes are merged into it by id (rule 10.7).
 */
export const workQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<WorkEntry[]> => {
    const entries = await fetchJson(PATH, { signal }, workIndexSchema);
    const before = client.getQueryData<WorkEntry[]>(queryKey);
    if (before) outdateChanged(client, before, entries);
    return entries;
  },
  // A retry each time that an error view with counts mounts would loop.
  retryOnMount: false,
});

const stampsOf = (entries: readonly WorkEntry[]) =>
  new Map(entries.map(({ id, stamp }) => [id, stamp]));

function outdateChanged(
  client: QueryClient,
  before: readonly WorkEntry[],
  now: readonly WorkEntry[],
): void {
  const stampsBefore = stampsOf(before);
  const stamps = stampsOf(now);
  outdateRows(client, (id) => stampsBefore.get(id) !== stamps.get(id));
}

const reloadWork = (client: QueryClient): Promise<void> =>
  refreshQueries(client, { queryKey, exact: true });

/**
 * Ids of comments that an answer to an action changed while a request for entries was
 * running. The requested entries may be older than that.
 */
const answeredMeanwhile = new WeakMap<QueryClient, Set<number>>();

/** Returns the entries of these comments, and the ids of those that may be outdated. */
async function fetchEntries(
  client: QueryClient,
  ids: ReadonlySet<number>,
): Promise<{ entries: WorkEntry[]; outdated: ReadonlySet<number> }> {
  const answered = new Set<number>();
  answeredMeanwhile.set(client, answered);
  try {
    const query = { ids: [...ids].join(',') };
    const entries = await fetchJson(PATH, { query }, workIndexSchema);
    return { entries, outdated: new Set([...ids].filter((id) => answered.has(id))) };
  } finally {
    answeredMeanwhile.delete(client);
  }
}

/**
 * Requests the entries of these comments. Removes those that are no longer in the
 * working set. The rows of the changed ones are loaded again where they are in view.
 */
export const refreshWork = (
  client: QueryClient,
  ids: ReadonlySet<number>,
): Promise<void> =>
  refreshInTurn(client, queryKey, ids, async (changed) => {
    const state = client.getQueryState(queryKey);
    // An index that is still loading may have been read before the change.
    if (!state?.data || state.fetchStatus === 'fetching' || changed.size > mostRows)
      return reloadWork(client);
    const { entries: fresh, outdated } = await fetchEntries(client, changed);
    const current = new Set([...changed].filter((id) => !outdated.has(id)));
    const entries = client.getQueryData<WorkEntry[]>(queryKey) ?? [];
    const present = merged(entries, current, fresh);
    client.setQueryData(queryKey, present);
    outdateChanged(client, entries, present);
    if (outdated.size > 0) void refreshWork(client, outdated);
  });

/**
 * Keeps the order of the entries, because React Query compares them with the ones before
 * by their place.
 */
function merged(
  entries: readonly WorkEntry[],
  ids: ReadonlySet<number>,
  fresh: WorkEntry[],
): WorkEntry[] {
  const changed = new Map(fresh.map((entry) => [entry.id, entry]));
  const present = entries.flatMap((entry) =>
    ids.has(entry.id) ? (changed.get(entry.id) ?? []) : entry,
  );
  const before = new Set(entries.map(({ id }) => id));
  return [...present, ...fresh.filter(({ id }) => ids.has(id) && !before.has(id))];
}

/**
 * Changes an entry by an answer to an action of this page. Its stamp stays as it was, so
 * that the event of the action brings the row once more. Null removes the entry.
 */
function changeEntry(
  client: QueryClient,
  id: number,
  change: (entry: WorkEntry) => WorkEntry | null,
): void {
  answeredMeanwhile.get(client)?.add(id);
  client.setQueryData(queryKey, (entries: WorkEntry[] | undefined) =>
    entries?.flatMap((entry) => (entry.id === id ? (change(entry) ?? []) : entry)),
  );
}

type ChangedComment = Partial<
  Pick<CommentRow, 'status' | 'revision' | 'qualityScore' | 'posting'>
>;

/** Shows a changed comment in the index. A posted one is no longer in the working set. */
export const showInWork = (
  client: QueryClient,
  id: number,
  comment: ChangedComment,
): void =>
  changeEntry(client, id, (entry) =>
    comment.status === 'posted'
      ? null
      : {
          ...entry,
          status: comment.status ?? entry.status,
          revision: comment.revision ?? entry.revision,
          qualityScore: comment.qualityScore ?? entry.qualityScore,
          posting:
            comment.posting === undefined
              ? entry.posting
              : (comment.posting?.state ?? null),
        },
  );

/** Shows the comment's new place in the queue; null if it was removed from the queue. */
export const showPlace = (client: QueryClient, id: number, row: QueueRow | null): void =>
  changeEntry(client, id, (entry) => ({
    ...entry,
    place: row && {
      priority: row.priority,
      autoPost: row.autoPost,
      scheduledFor: row.scheduledFor,
      dueAt: row.dueAt,
      queuedAt: row.createdAt,
    },
  }));
