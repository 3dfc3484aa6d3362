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
        await fetchJson(address(profileId), { method: 'POST', body: { text } }, styleRuleSchema);
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
