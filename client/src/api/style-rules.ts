import { queryOptions, useMutation } from '@tanstack/react-query';
import {
  proposeRulesResponseSchema,
  styleRuleListSchema,
  styleRuleSchema,
  type UpdateRule,
} from '#shared/contracts/style-rules.ts';
import { fetchJson, fetchNothing } from './http.ts';
import { useRefreshVoice, voiceProfilesQuery } from './voice-profiles.ts';

const address = (profileId: number) => `/api/voice-profiles/${profileId}/style-rules`;

export const styleRulesQuery = (profileId: number) =>
  queryOptions({
    queryKey: [...voiceProfilesQuery.queryKey, profileId, 'style-rules'],
    queryFn: ({ signal }) => fetchJson(address(profileId), { signal }, styleRuleListSchema),
  });

export function useProposeStyleRules(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: () =>
      fetchJson(`${address(profileId)}/propose`, { method: 'POST' }, proposeRulesResponseSchema),
    onSuccess,
  });
}

export function useAddStyleRule(profileId: number) {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: (text: string) =>
      fetchJson(address(profileId), { method: 'POST', body: { text } }, styleRuleSchema),
    onSuccess,
  });
}

export function useDecideStyleRule() {
  const onSuccess = useRefreshVoice();
  return useMutation({
    mutationFn: ({ id, ...body }: UpdateRule & { id: number }) =>
      fetchJson(`/api/style-rules/${id}`, { method: 'PATCH', body }, styleRuleSchema),
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
