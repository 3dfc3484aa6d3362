import { CircleCheck } from 'lucide-react';
import type { VideoSearchResponse } from '#shared/contracts/videos.ts';
import { errorText } from '../../../api/error-text.ts';
import { useAskMissing, type VideoSearch } from '../../../api/videos.ts';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { toast } from '../../../lib/toast.ts';

interface SearchSummaryProps {
  search: VideoSearch;
  found: VideoSearchResponse;
  fromCache: boolean;
}

export function SearchSummary({ search, found, fromCache }: SearchSummaryProps) {
  const count = found.videos.length;
  const title = [
    `Found ${count} ${count === 1 ? 'video' : 'videos'} for "${search.q}"`,
    search.intelligent && found.enhanced && '(AI Enhanced)',
    fromCache && '(cached results)',
  ];
  const isPartial = search.intelligent && found.missing > 0;
  return (
    <Banner
      icon={CircleCheck}
      tone="approved"
      title={title.filter(Boolean).join(' ')}
      action={isPartial && <AskMissing search={search} />}
    >
      {isPartial &&
        (found.enhanced
          ? `The AI scored ${count - found.missing} of ${count} videos. The other scores come from plain rules.`
          : 'The AI did not answer. These scores come from plain rules.')}
    </Banner>
  );
}

function AskMissing({ search }: { search: VideoSearch }) {
  const ask = useAskMissing();
  const onError = (error: Error) =>
    toast({
      title: 'Error',
      description: errorText(error, 'Failed to ask the AI'),
      variant: 'destructive',
    });
  return (
    <Button size="sm" disabled={ask.isPending} onClick={() => ask.mutate(search, { onError })}>
      {ask.isPending ? 'Asking the AI...' : 'Ask the AI again'}
    </Button>
  );
}
