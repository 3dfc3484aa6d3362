import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ProfileVersion, profileVersionListSchema } from '#shared/contracts/profile-versions.ts';
import {
  type CreateVoiceProfile,
  type UpdateVoiceProfile,
  type VoiceProfile,
  voiceProfileListSchema,
  voiceProfileSchema,
} from '#shared/contracts/voice-profiles.ts';
import { fetchJson, fetchNothing } from './http.ts';
import { updateUserSettings, userSettingsQuery } from './user-settings.ts';

export const voiceProfilesQuery = queryOptions({
  queryKey: ['voice-profiles'],
  queryFn: ({ signal }) => fetchJson('/api/voice-profiles', { signal }, voiceProfileListSchema),
});

export function useRefreshVoice() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: voiceProfilesQuery.queryKey });
}

/** Creating and deleting can change the active profile, so refresh the settings too. */
export function refreshProfiles(client: QueryClient): Promise<unknown> {
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
export async function createActiveProfile(client: QueryClient, name: string): Promise<VoiceProfile> {
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
