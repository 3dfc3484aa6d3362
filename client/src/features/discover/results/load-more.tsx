import { useState } from 'react';
import type { VideoSearchResponse } from '#shared/contracts/videos.ts';
import { toastFailure } from '../../../api/http.ts';
import { useLoadMore, type VideoSearch } from '../../../api/videos.ts';
import { Button } from '../../../components/ui/button.tsx';
import { useSearchBuckets } from '../search/searches-left.tsx';

interface LoadMoreProps {
  search: VideoSearch;
  /** Already loaded. */
  pages: number;
  count: number;
}

/** Only a press loads more: each page costs one search. */
export function LoadMore({ search, pages, count }: LoadMoreProps) {
  const buckets = useSearchBuckets();
  const load = useLoadMore();
  const price = buckets ? `1 of ${buckets.left} searches left today` : 'costs one search';
  const [isUnchanged, setIsUnchanged] = useState(false);
  const onSuccess = ({ videos }: VideoSearchResponse) => setIsUnchanged(videos.length === count);
  const onError = (error: Error) => toastFailure('Failed to load more videos', error);
  const isSpent = buckets?.left === 0;
  return (
    <div className="flex flex-wrap items-center gap-3 px-(--gutter) py-4">
      <Button
        disabled={load.isPending || isSpent}
        onClick={() => load.mutate({ search, pages: pages + 1 }, { onSuccess, onError })}
      >
        {load.isPending ? 'Loading more...' : isSpent ? 'No searches left today' : `Load more (${price})`}
      </Button>
      <p role="status" className="text-sm text-muted">
        {isUnchanged && 'The next page had no videos that pass your filters.'}
      </p>
    </div>
  );
}
