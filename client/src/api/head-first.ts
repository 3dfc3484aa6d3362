import { queryOptions, skipToken } from '@tanstack/react-query';
import type { z } from 'zod';
import { fetchJson } from './http.ts';

/** More than a tall screen shows. */
const HEAD_ITEMS = 50;

/** A list that may be long. Its head is asked for first, and is all there is to ask for unless it is long. */
export function headFirst<Item>(path: string, key: string, contract: z.ZodType<Item[]>) {
  const fetchList = (signal: AbortSignal, limit?: number) =>
    fetchJson(path, { query: { limit }, signal }, contract);
  const headKey = [`${key}-head`] as const;
  const queryKey = [key] as const;
  return {
    /** The whole list. */
    whole: queryOptions({
      queryKey,
      queryFn: async ({ client, signal }): Promise<Item[]> => {
        if (client.getQueryData(queryKey) !== undefined) return fetchList(signal);
        const head = await fetchList(signal, HEAD_ITEMS);
        if (head.length < HEAD_ITEMS) return head;
        client.setQueryData(headKey, head);
        return fetchList(signal);
      },
    }),
    /** What can be shown of a long list while the rest of it comes. */
    head: queryOptions<Item[]>({ queryKey: headKey, queryFn: skipToken }),
  };
}
