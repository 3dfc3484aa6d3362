import { queryOptions, skipToken } from '@tanstack/react-query';
import type { z } from 'zod';
import { fetchJson } from './http.ts';

const HEAD_ITEMS = 50;

/** Loads as many items as fill a tall screen, then the whole list if it is longer. */
export function headFirst<Item>(path: string, key: string, contract: z.ZodType<Item[]>) {
  const fetchList = (signal: AbortSignal, limit?: number) =>
    fetchJson(path, { query: { limit }, signal }, contract);
  const headKey = [`${key}-head`] as const;
  const queryKey = [key] as const;
  return {
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
    head: queryOptions<Item[]>({ queryKey: headKey, queryFn: skipToken }),
  };
}
