import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AddToQueue, queueItemSchema, queueListSchema } from '#shared/contracts/queue.ts';
import { fetchJson } from './http.ts';
import { statsQuery } from './stats.ts';

export const queueQuery = queryOptions({
  queryKey: ['queue'],
  queryFn: ({ signal }) => fetchJson('/api/queue', { signal }, queueListSchema),
});

/** Queues a comment; one that is queued already only takes over autoPost. */
export function useAddToQueue() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AddToQueue) => fetchJson('/api/queue', { method: 'POST', body }, queueItemSchema),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queueQuery.queryKey }),
        client.invalidateQueries({ queryKey: statsQuery.queryKey }),
      ]),
  });
}
