import { queryOptions } from '@tanstack/react-query';
import { videoMaterialSchema } from '#shared/contracts/material.ts';
import { fetchJson } from './http.ts';

/** The server reads the comments once a day; an open page does not ask again. */
export const materialQuery = (videoId: number) =>
  queryOptions({
    queryKey: ['video-material', videoId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => fetchJson(`/api/videos/${videoId}/material`, { signal }, videoMaterialSchema),
  });
