import { z } from 'zod';
import { relevances, uploadDates, viewCounts } from '#shared/contracts/videos.ts';
import type { VideoSearch } from '../../../api/videos.ts';
import { sorts } from '../results/sort-results.rules.ts';

/** What Discover keeps in its address; the last three come from another app's Share menu. */
export const discoverAddress = z.object({
  q: z.string().max(300).optional(),
  uploadDate: z.enum(uploadDates).optional(),
  viewCount: z.enum(viewCounts).optional(),
  relevance: z.enum(relevances).optional(),
  intelligent: z.literal('true').optional(),
  sort: z.enum(sorts).optional(),
  url: z.string().optional(),
  text: z.string().optional(),
  title: z.string().optional(),
});
type DiscoverAddress = z.infer<typeof discoverAddress>;

/** Returns null where the address names no search. */
export function searchIn(address: Partial<DiscoverAddress>): VideoSearch | null {
  const q = address.q?.trim();
  if (!q) return null;
  return {
    q,
    uploadDate: address.uploadDate ?? '',
    viewCount: address.viewCount ?? '',
    relevance: address.relevance ?? '',
    intelligent: address.intelligent === 'true',
  };
}

export const addressOf = ({ intelligent, ...search }: VideoSearch) => ({
  ...search,
  intelligent: intelligent ? 'true' : undefined,
});

const addressInText = /https?:\/\/\S+/i;

/** Returns what to put into the search field: the shared address, else the shared words. Null where nothing was shared. */
export function sharedSearch({ url, text, title }: Partial<DiscoverAddress>): string | null {
  const shared = [url, text, title].flatMap((part) => part?.trim() || []);
  const address = shared.map((part) => addressInText.exec(part)?.[0]).find(Boolean);
  return (address ?? shared[0])?.slice(0, 300) ?? null;
}

export const notShared = { url: undefined, text: undefined, title: undefined };
