import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GenerateBulkRequest, GenerateBulkResponse } from '#shared/contracts/comments.ts';
import { useGenerateBulk } from '../../api/drafts.ts';
import { errorText } from '../../api/error-text.ts';
import { patchFoundVideo } from '../../api/videos.ts';
import { toast } from '../../lib/toast.ts';

/** "Generated 3 comments, skipped 1, 1 failed, 3 added to queue" (SPEC §8). */
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

function noteOnVideos(client: QueryClient, { results }: GenerateBulkResponse): void {
  for (const { videoId, success, addedToQueue, commentId } of results) {
    if (!success || commentId === null) continue;
    patchFoundVideo(client, videoId, {
      generatedComment: { id: commentId },
      inQueue: addedToQueue,
      commentStatus: {
        status: 'pending',
        postedAt: null,
        createdAt: new Date().toISOString(),
        isScheduled: false,
        scheduledFor: null,
      },
    });
  }
}

/** One bulk run. Its outcome is told also when the dialog was closed meanwhile. */
export function useBulkGeneration() {
  const client = useQueryClient();
  const generate = useGenerateBulk();
  const [answer, setAnswer] = useState<GenerateBulkResponse | null>(null);
  return {
    isPending: generate.isPending,
    answer,
    reset: () => setAnswer(null),
    async run(request: GenerateBulkRequest) {
      try {
        const done = await generate.mutateAsync(request);
        noteOnVideos(client, done);
        setAnswer(done);
        toast({ title: 'Bulk Generation Complete', description: bulkSummary(done.summary) });
      } catch (error) {
        toast({
          title: 'Bulk Generation Failed',
          description: errorText(error, 'Failed to generate comments'),
          variant: 'destructive',
        });
      }
    },
  };
}
