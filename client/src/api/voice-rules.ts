import { queryOptions, useMutation } from '@tanstack/react-query';
import { type ProfileVersion, profileVersionListSchema } from '#shared/contracts/profile-versions.ts';
import {
  proposeRulesResponseSchema,
  styleRuleListSchema,
  styleRuleSchema,
  type UpdateRule,
} from '#shared/contracts/style-rules.ts';
import { voiceProfileSchema } from '#shared/contracts/voice-profiles.ts';
import { fetchJson, fetchNothing } from './http.ts';
import { useRefreshVoice, voiceProfilesQuery } from './voice-profiles.ts';

const address = (profileId: number, part: string) => `/api/voice-profiles/${profileId}/${part}`;

export const voiceRulesQuery = (profileId: number) =>
  queryOptions({
    queryKey: [...voiceProfilesQuery.queryKey, profileId, 'rules'],
    queryFn: ({ signal }) => fetchJson(address(profileId, 'rules'), { signal }, styleRuleListSchema),
  });

export const profileVersionsQuery = (profileId: number) =>
  queryOptions({
    queryKey: [...voiceProfilesQuery.queryKey, profileId, 'versions'],
    queryFn: ({ signal }) => fetchJson(address(profileId, 'versions'), { signal }, profileVersionListSchema),
  });

export function useProposeRules(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: () =>
      fetchJson(address(profileId, 'rules/propose'), { method: 'POST' }, proposeRulesResponseSchema),
    onSuccess,
  });
}

export function useAddRule(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: (text: string) =>
      fetchJson(address(profileId, 'rules'), { method: 'POST', body: { text } }, styleRuleSchema),
    onSuccess,
  });
}

export function useDecideRule() {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: ({ id, ...body }: UpdateRule & { id: number }) =>
      fetchJson(`/api/voice-rules/${id}`, { method: 'PATCH', body }, styleRuleSchema),
    onSuccess,
  });
}

export function useDeleteRule() {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: (id: number) => fetchNothing(`/api/voice-rules/${id}`, { method: 'DELETE' }),
    onSuccess,
  });
}

export function useRestoreVersion(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: ({ number }: Pick<ProfileVersion, 'number'>) =>
      fetchJson(address(profileId, `versions/${number}/restore`), { method: 'POST' }, voiceProfileSchema),
    onSuccess,
  });
}
