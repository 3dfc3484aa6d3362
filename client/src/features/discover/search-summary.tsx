import { CircleCheck } from 'lucide-react';
import type { VideoSearchResponse } from '#shared/contracts/videos.ts';
import type { VideoSearch } from '../../api/videos.ts';
import { Banner } from '../../components/banner.tsx';

interface SearchSummaryProps {
  search: VideoSearch;
  found: VideoSearchResponse;
  fromCache: boolean;
}

/** SPEC §2, success banner. */
export function SearchSummary({ search, found, fromCache }: SearchSummaryProps) {
  const enhanced = search.intelligent && found.enhanced;
  const title = [
    `Found ${found.videos.length} ${found.videos.length === 1 ? 'video' : 'videos'} for "${search.q}"`,
    enhanced && '(AI Enhanced)',
    fromCache && '(cached results)',
  ];
  return (
    <Banner icon={CircleCheck} tone="approved" title={title.filter(Boolean).join(' ')}>
      {search.intelligent && !enhanced && 'The AI did not answer in time; the scores come from plain rules.'}
    </Banner>
  );
}
