import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import {
  foundServerSchema,
  type ModelKind,
  modelListSchema,
  modelSettingsSchema,
  modelTestSchema,
} from '#shared/contracts/model-settings.ts';
import { authUserQuery } from './auth.ts';
import { fetchJson, fetchNothing } from './http.ts';

/** As the server reads it: an absent key keeps the stored one while the address stays. */
export interface AskedServer {
  kind: ModelKind;
  baseUrl?: string;
  key?: string;
}
export interface AskedModel extends AskedServer {
  model: string;
  contextWindow?: number | null;
  thinksFirst?: boolean | null;
  largestWindow?: number;
}

export const modelSettingsQuery = queryOptions({
  queryKey: ['model-settings'],
  queryFn: ({ signal }) => fetchJson('/api/model-settings', { signal }, modelSettingsSchema),
});

/** The Sandbox label depends on the model too. */
function useRefreshModel() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [modelSettingsQuery.queryKey, authUserQuery.queryKey].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

export function useConnectModel() {
  const onSuccess = useRefreshModel();
  return useMutation({
    mutationFn: (body: AskedModel) =>
      fetchJson('/api/model-settings', { method: 'PUT', body }, modelSettingsSchema),
    onSuccess,
  });
}

export function useDisconnectModel() {
  const onSuccess = useRefreshModel();
  return useMutation({
    mutationFn: () => fetchNothing('/api/model-settings', { method: 'DELETE' }),
    onSuccess,
  });
}

export const useListModels = () =>
  useMutation({
    mutationFn: (body: AskedServer) =>
      fetchJson('/api/model-settings/models', { method: 'POST', body }, modelListSchema),
  });

export const useFindServers = () =>
  useMutation({
    mutationFn: () => fetchJson('/api/model-settings/find', { method: 'POST' }, z.array(foundServerSchema)),
  });

/** Has a local server load the model, so that the first draft need not wait for that. A failure shows with the draft. */
export function useLoadModel(): void {
  const settings = useQuery(modelSettingsQuery).data;
  const isLocal = settings !== undefined && settings.source !== 'sandbox' && settings.kind === 'ollama';
  useEffect(() => {
    if (isLocal) fetchNothing('/api/model-settings/load', { method: 'POST' }).catch(() => undefined);
  }, [isLocal]);
}

export const useTestModel = () =>
  useMutation({
    mutationFn: (body: AskedModel) =>
      fetchJson('/api/model-settings/test', { method: 'POST', body }, modelTestSchema),
  });
