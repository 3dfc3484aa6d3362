import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Stretch, transcriptPlanSchema, videoMaterialSchema } from '#shared/contracts/material.ts';
import { fetchJson } from './http.ts';

/** The server reads the comments once a day; an open page does not ask again. */
export const materialQuery = (videoId: number) =>
  queryOptions({
    queryKey: ['video-material', videoId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => fetchJson(`/api/videos/${videoId}/material`, { signal }, videoMaterialSchema),
  });

interface Pasted {
  transcript: string;
  point: string;
  stretches: readonly Stretch[];
}

/** What of a pasted transcript a draft would know; an error says what was not understood. */
export const transcriptPlanQuery = (videoId: number, { transcript, point, stretches }: Pasted) =>
  queryOptions({
    queryKey: ['transcript-plan', videoId, transcript, point, stretches],
    enabled: transcript !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      fetchJson(
        `/api/videos/${videoId}/transcript`,
        {
          method: 'POST',
          body: { transcript, ...(point && { point }), ...(stretches.length > 0 && { stretches }) },
          signal,
        },
        transcriptPlanSchema,
      ),
  });
