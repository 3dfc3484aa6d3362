import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type OwnCommentsImport,
  ownCommentListSchema,
  ownCommentsImportSchema,
} from '#shared/contracts/own-comments.ts';
import { styleProfileSchema } from '#shared/contracts/style-profile.ts';
import { fetchJson, fetchNothing } from './http.ts';
import {
  createActiveProfile,
  refreshProfiles,
  useRefreshVoice,
  voiceProfilesQuery,
} from './voice-profiles.ts';

const address = (profileId: number) => `/api/voice-profiles/${profileId}/own-comments`;
const keyOf = (profileId: number) => [...voiceProfilesQuery.queryKey, profileId, 'own-comments'] as const;

const pageSize = 50;

export const ownCommentsQuery = (profileId: number) =>
  infiniteQueryOptions({
    queryKey: keyOf(profileId),
    queryFn: ({ signal, pageParam }) =>
      fetchJson(
        address(profileId),
        { signal, query: { limit: pageSize, offset: pageParam } },
        ownCommentListSchema,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { comments }) => sum + comments.length, 0);
      return shown < total ? shown : undefined;
    },
  });

export const styleProfileQuery = (profileId: number) =>
  queryOptions({
    queryKey: [...voiceProfilesQuery.queryKey, profileId, 'style-profile'],
    queryFn: ({ signal }) =>
      fetchJson(`/api/voice-profiles/${profileId}/style-profile`, { signal }, styleProfileSchema),
  });

export function useImportOwnComments(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: (brought: { text: string } | { file: Blob }): Promise<OwnCommentsImport> =>
      fetchJson(
        address(profileId),
        'file' in brought ? { method: 'POST', csv: brought.file } : { method: 'POST', body: brought },
        ownCommentsImportSchema,
      ),
    onSuccess,
  });
}

interface FirstComments {
  /** Without one, a profile of this name is created and made active for them. */
  profileId: number | undefined;
  name: string;
  text: string;
}

export function useBringFirstComments() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ profileId, name, text }: FirstComments): Promise<OwnCommentsImport> {
      const id = profileId ?? (await createActiveProfile(client, name)).id;
      return fetchJson(address(id), { method: 'POST', body: { text } }, ownCommentsImportSchema);
    },
    // A profile may be there although its comments were refused.
    onSettled: () => refreshProfiles(client),
  });
}

export function useRemoveOwnComment() {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: (id: number) => fetchNothing(`/api/own-comments/${id}`, { method: 'DELETE' }),
    onSuccess,
  });
}

export function useRemoveAllOwnComments(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: () => fetchNothing(address(profileId), { method: 'DELETE' }),
    onSuccess,
  });
}
