import { useState } from 'react';
import type { GenerateBulkRequest } from '#shared/contracts/draft-requests.ts';
import type { GenerateBulkResponse } from '#shared/contracts/drafts.ts';
import { useGenerateBulk } from '../../../api/drafts.ts';
import { toastFailure } from '../../../api/http.ts';
import { toast } from '../../../lib/toast.ts';

/** Returns e.g. "Generated 3 comments, skipped 1, 1 failed, 3 added to queue". */
export function bulkSummary({
  successful,
  skipped,
  failed,
  addedToQueue,
}: GenerateBulkResponse['summary']): string {
  return [
    `Generated ${successful} ${successful === 1 ? 'comment' : 'comments'}`,
    skipped > 0 && `skipped ${skipped}`,
    failed > 0 && `${failed} failed`,
    addedToQueue > 0 && `${addedToQueue} added to queue`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Runs one bulk generation; a toast reports its outcome even when the dialog was closed. */
export function useBulkGeneration() {
  const generate = useGenerateBulk();
  const [answer, setAnswer] = useState<GenerateBulkResponse | null>(null);
  return {
    isPending: generate.isPending,
    answer,
    reset: () => setAnswer(null),
    async run(request: GenerateBulkRequest) {
      try {
        const done = await generate.mutateAsync(request);
        setAnswer(done);
        toast({ title: 'Bulk Generation Complete', description: bulkSummary(done.summary) });
      } catch (error) {
        toastFailure('Bulk Generation Failed', error, 'Failed to generate comments');
      }
    },
  };
}
