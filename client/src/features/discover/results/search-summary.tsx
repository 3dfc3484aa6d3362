import type { VideoSearchResponse } from '#shared/contracts/videos.ts';
import { toastFailure } from '../../../api/http.ts';
import { useAskMissing, type VideoSearch } from '../../../api/videos.ts';
import { Button } from '../../../components/ui/button.tsx';
import type { DiscoverSearch } from '../search/use-discover-search.ts';

export function foundSentence({ submitted, fromCache }: DiscoverSearch, found: VideoSearchResponse): string {
  const count = found.videos.length;
  const words = [
    `Found ${count} ${count === 1 ? 'video' : 'videos'} for "${submitted?.q ?? ''}"`,
    submitted?.intelligent && found.enhanced && '(AI Enhanced)',
    fromCache && '(cached results)',
  ];
  return words.filter(Boolean).join(' ');
}

interface MissingScoresProps {
  search: VideoSearch;
  found: VideoSearchResponse;
}

/** Says which scores the AI did not give, with the press that asks for them. */
export function MissingScores({ search, found }: MissingScoresProps) {
  const ask = useAskMissing();
  const count = found.videos.length;
  if (!search.intelligent || found.missing === 0) return null;
  const onError = (error: Error) => toastFailure('Failed to ask the AI', error);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-1 text-sm text-soft">
      <p>
        {found.assessing
          ? `The AI has scored ${count - found.missing} of ${count} videos; the others follow as it gets to them.`
          : found.enhanced
            ? `The AI scored ${count - found.missing} of ${count} videos. The other scores come from plain rules.`
            : 'The AI did not answer. These scores come from plain rules.'}
      </p>
      {!found.assessing && (
        <Button disabled={ask.isPending} onClick={() => ask.mutate(search, { onError })}>
          {ask.isPending ? 'Asking the AI...' : 'Ask the AI again'}
        </Button>
      )}
    </div>
  );
}
