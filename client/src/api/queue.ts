import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type AddToQueue,
  type QueueItem,
  queueItemSchema,
  queueListSchema,
} from '#shared/contracts/queue.ts';
import { refreshFound } from './comment-states.ts';
import { headFirst } from './head-first.ts';
import { fetchJson, fetchNothing } from './http.ts';
import { statsQuery } from './stats.ts';

const queueList = headFirst('/api/queue', 'queue', queueListSchema);

export const queueQuery = queueList.whole;
export const queueHeadQuery = queueList.head;

/** Adds a comment, or sets the autoPost of one that is queued. */
export function addToQueue(body: Partial<AddToQueue> & { commentId: number }): Promise<QueueItem> {
  return fetchJson('/api/queue', { method: 'POST', body }, queueItemSchema);
}

export function scheduleQueueItem(id: number, scheduledFor: string): Promise<QueueItem> {
  const body = { queueId: id, scheduledFor, autoPost: true };
  return fetchJson(`/api/queue/${id}`, { method: 'PATCH', body }, queueItemSchema);
}

export function unscheduleQueueItem(id: number): Promise<QueueItem> {
  const body = { queueId: id, scheduledFor: null, autoPost: false };
  return fetchJson(`/api/queue/${id}`, { method: 'PATCH', body }, queueItemSchema);
}

export async function removeQueueItem(client: QueryClient, id: number): Promise<void> {
  const isIt = (item: QueueItem) => item.id === id;
  const before = client.getQueryData<QueueItem[]>(queueQuery.queryKey) ?? [];
  client.setQueryData<QueueItem[]>(queueQuery.queryKey, (items) => items?.filter((item) => !isIt(item)));
  try {
    await fetchNothing(`/api/queue/${id}`, { method: 'DELETE' });
  } catch (error) {
    // Restoring the whole list would undo changes to other items.
    client.setQueryData<QueueItem[]>(queueQuery.queryKey, (items) =>
      items?.some(isIt) ? items : items?.toSpliced(before.findIndex(isIt), 0, ...before.filter(isIt)),
    );
    throw error;
  }
}

export async function refreshQueue(client: QueryClient): Promise<void> {
  const lists = [queueQuery.queryKey, statsQuery.queryKey];
  await Promise.all([
    ...lists.map((queryKey) => client.invalidateQueries({ queryKey })),
    refreshFound(client),
  ]);
}

export function patchQueueItem(client: QueryClient, id: number, patch: Partial<QueueItem>): void {
  client.setQueryData<QueueItem[]>(queueQuery.queryKey, (items) =>
    items?.map((item) => (item.id === id ? { ...item, ...patch } : item)),
  );
}

export function useAddToQueue() {
  const client = useQueryClient();
  return useMutation({ mutationFn: addToQueue, onSuccess: () => refreshQueue(client) });
}
