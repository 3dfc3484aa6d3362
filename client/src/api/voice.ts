import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import {
  type OwnCommentsImport,
  ownCommentListSchema,
  ownCommentsImportSchema,
} from '#shared/contracts/own-comments.ts';
import { type ProfileVersion, profileVersionListSchema } from '#shared/contracts/profile-versions.ts';
import { styleProfileSchema } from '#shared/contracts/style-profile.ts';
import {
  proposeRulesResponseSchema,
  styleRuleListSchema,
  styleRuleSchema,
  type UpdateRule,
} from '#shared/contracts/style-rules.ts';
import {
  type CreateVoiceProfile,
  type UpdateVoiceProfile,
  type VoiceProfile,
  voiceProfileListSchema,
  voiceProfileSchema,
} from '#shared/contracts/voice-profiles.ts';
import { fetchJson, fetchNothing } from './http.ts';
import { updateUserSettings, userSettingsQuery } from './settings.ts';

export const voiceProfilesQuery = queryOptions({
  queryKey: ['voice-profiles'],
  queryFn: ({ signal }) => fetchJson('/api/voice-profiles', { signal }, voiceProfileListSchema),
});

function useRefreshVoice() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: voiceProfilesQuery.queryKey });
}

/** Creating and deleting can change the active profile, so refresh the settings too. */
function refreshProfiles(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [voiceProfilesQuery.queryKey, userSettingsQuery.queryKey].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );
}

const createVoiceProfile = (body: Pick<CreateVoiceProfile, 'name'> & Partial<CreateVoiceProfile>) =>
  fetchJson('/api/voice-profiles', { method: 'POST', body }, voiceProfileSchema);

export function useCreateVoiceProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: createVoiceProfile,
    onSuccess: () => refreshProfiles(client),
  });
}

export function useUpdateVoiceProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: UpdateVoiceProfile }) =>
      fetchJson(`/api/voice-profiles/${id}`, { method: 'PUT', body }, voiceProfileSchema),
    onSuccess: () => refreshProfiles(client),
  });
}

export function useDeleteVoiceProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => fetchNothing(`/api/voice-profiles/${id}`, { method: 'DELETE' }),
    onSuccess: () => refreshProfiles(client),
  });
}

/** Creates the profile that drafts are written in from now on. The server activates only the first of all by itself. */
async function createActiveProfile(client: QueryClient, name: string): Promise<VoiceProfile> {
  const profile = await createVoiceProfile({ name });
  const settings = await client.fetchQuery({ ...userSettingsQuery, staleTime: 0 });
  if (settings.activeVoiceProfileId !== profile.id)
    await updateUserSettings(client, { activeVoiceProfileId: profile.id });
  return profile;
}

export function useCreateActiveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => createActiveProfile(client, name),
    onSettled: () => refreshProfiles(client),
  });
}

const versionsAddress = (profileId: number) => `/api/voice-profiles/${profileId}/versions`;

export const profileVersionsQuery = (profileId: number) =>
  queryOptions({
    queryKey: [...voiceProfilesQuery.queryKey, profileId, 'versions'],
    queryFn: ({ signal }) => fetchJson(versionsAddress(profileId), { signal }, profileVersionListSchema),
  });

export function useRestoreVersion(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: ({ number }: Pick<ProfileVersion, 'number'>) =>
      fetchJson(`${versionsAddress(profileId)}/${number}/restore`, { method: 'POST' }, voiceProfileSchema),
    onSuccess,
  });
}

const styleRulesAddress = (profileId: number) => `/api/voice-profiles/${profileId}/style-rules`;

export const styleRulesQuery = (profileId: number) =>
  queryOptions({
    queryKey: [...voiceProfilesQuery.queryKey, profileId, 'style-rules'],
    queryFn: ({ signal }) => fetchJson(styleRulesAddress(profileId), { signal }, styleRuleListSchema),
  });

export function useProposeStyleRules(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: () =>
      fetchJson(`${styleRulesAddress(profileId)}/propose`, { method: 'POST' }, proposeRulesResponseSchema),
    onSuccess,
  });
}

export function useAddStyleRule(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: (text: string) =>
      fetchJson(styleRulesAddress(profileId), { method: 'POST', body: { text } }, styleRuleSchema),
    onSuccess,
  });
}

interface KeptRules {
  profileId: number;
  add: readonly string[];
  accept: readonly number[];
  drop: readonly number[];
}

/** Adds and decides rules one after another: each change is a version of the profile. */
export function useKeepStyleRules() {
  const onSettled = useRefreshVoice();
  return useMutation({
    async mutationFn({ profileId, add, accept, drop }: KeptRules) {
      for (const text of add)
        await fetchJson(styleRulesAddress(profileId), { method: 'POST', body: { text } }, styleRuleSchema);
      for (const id of accept) await decideStyleRule({ id, status: 'accepted' });
      for (const id of drop) await decideStyleRule({ id, status: 'rejected' });
    },
    onSettled,
  });
}

const decideStyleRule = ({ id, ...body }: UpdateRule & { id: number }) =>
  fetchJson(`/api/style-rules/${id}`, { method: 'PATCH', body }, styleRuleSchema);

export function useDecideStyleRule() {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: decideStyleRule,
    onSuccess,
  });
}

export function useDeleteStyleRule() {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: (id: number) => fetchNothing(`/api/style-rules/${id}`, { method: 'DELETE' }),
    onSuccess,
  });
}

const ownCommentsAddress = (profileId: number) => `/api/voice-profiles/${profileId}/own-comments`;
const keyOf = (profileId: number) => [...voiceProfilesQuery.queryKey, profileId, 'own-comments'] as const;

const pageSize = 50;

export const ownCommentsQuery = (profileId: number) =>
  infiniteQueryOptions({
    queryKey: keyOf(profileId),
    queryFn: ({ signal, pageParam }) =>
      fetchJson(
        ownCommentsAddress(profileId),
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
        ownCommentsAddress(profileId),
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
      return fetchJson(ownCommentsAddress(id), { method: 'POST', body: { text } }, ownCommentsImportSchema);
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
    mutationFn: () => fetchNothing(ownCommentsAddress(profileId), { method: 'DELETE' }),
    onSuccess,
  });
}
