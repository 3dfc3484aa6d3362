import {
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type AddToQueue,
  type QueueItem,
  queueItemSchema,
  queueListSchema,
} from '#shared/contracts/queue.ts';
import { fetchJson, fetchNothing } from './http.ts';
import { statsQuery } from './stats.ts';

const queueKey = ['queue'] as const;
const headKey = ['queue-head'] as const;
/** More than a tall screen shows. */
const HEAD_ITEMS = 50;

const fetchQueue = (signal: AbortSignal, limit?: number) =>
  fetchJson('/api/queue', { query: { limit }, signal }, queueListSchema);

/** The whole queue. Its head is asked for first, and is all there is to ask for unless the queue is long. */
export const queueQuery = queryOptions({
  queryKey: queueKey,
  queryFn: async ({ client, signal }) => {
    if (client.getQueryData(queueKey) !== undefined) return fetchQueue(signal);
    const head = await fetchQueue(signal, HEAD_ITEMS);
    if (head.length < HEAD_ITEMS) return head;
    client.setQueryData(headKey, head);
    return fetchQueue(signal);
  },
});

/** What can be shown of a long queue while the rest of it comes. */
export function useQueueHead(): QueueItem[] | undefined {
  return useQuery<QueueItem[]>({ queryKey: headKey, queryFn: skipToken }).data;
}

/** Queues a comment; one that is queued already only takes over autoPost. */
export function addToQueue(body: Partial<AddToQueue> & { commentId: number }): Promise<QueueItem> {
  return fetchJson('/api/queue', { method: 'POST', body }, queueItemSchema);
}

/** Sets when the comment goes out by itself; an ISO instant later than now. */
export function scheduleQueueItem(id: number, scheduledFor: string): Promise<QueueItem> {
  const body = { queueId: id, scheduledFor, autoPost: true };
  return fetchJson(`/api/queue/${id}`, { method: 'PATCH', body }, queueItemSchema);
}

/** Takes the schedule away; the comment is in review again. */
export function unscheduleQueueItem(id: number): Promise<QueueItem> {
  const body = { queueId: id, scheduledFor: null, autoPost: false };
  return fetchJson(`/api/queue/${id}`, { method: 'PATCH', body }, queueItemSchema);
}

/** Out of the queue: gone from the list at once, and back in its place where the server refuses. */
export async function removeQueueItem(client: QueryClient, id: number): Promise<void> {
  const before = client.getQueryData<QueueItem[]>(queueQuery.queryKey);
  client.setQueryData<QueueItem[]>(queueQuery.queryKey, (items) => items?.filter((item) => item.id !== id));
  try {
    await fetchNothing(`/api/queue/${id}`, { method: 'DELETE' });
  } catch (error) {
    client.setQueryData(queueQuery.queryKey, before);
    throw error;
  }
}

/** Every change of the queue changes what is counted, too. */
export async function refreshQueue(client: QueryClient): Promise<void> {
  await Promise.all(
    [queueQuery.queryKey, statsQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
}

/** Lays one item over the list, in its place. */
export function patchQueueItem(client: QueryClient, id: number, patch: Partial<QueueItem>): void {
  client.setQueryData<QueueItem[]>(queueQuery.queryKey, (items) =>
    items?.map((item) => (item.id === id ? { ...item, ...patch } : item)),
  );
}

export function useAddToQueue() {
  const client = useQueryClient();
  return useMutation({ mutationFn: addToQueue, onSuccess: () => refreshQueue(client) });
}
