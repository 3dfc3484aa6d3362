import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { backupsSchema } from '#shared/contracts/backups.ts';
import {
  foundServerSchema,
  type ModelKind,
  modelListSchema,
  modelSettingsSchema,
  modelTestSchema,
} from '#shared/contracts/model-settings.ts';
import {
  type UpdateUserSettings,
  type UserSettings,
  userSettingsSchema,
} from '#shared/contracts/user-settings.ts';
import { authUserQuery } from './auth.ts';
import { fetchAnswer, fetchJson, fetchNothing, toastFailure } from './http.ts';
import { refreshPlans } from './live.ts';

export const userSettingsQuery = queryOptions({
  queryKey: ['user-settings'],
  queryFn: ({ signal }) => fetchJson('/api/user-settings', { signal }, userSettingsSchema),
});

const AUTO_QUEUE_DEFAULT = true;

/** Sends autoQueueEnabled with every change: the server requires it. */
export async function updateUserSettings(
  client: QueryClient,
  change: Partial<UpdateUserSettings>,
): Promise<UserSettings> {
  const known = await client.ensureQueryData(userSettingsQuery).catch(() => null);
  const body = { autoQueueEnabled: known?.autoQueueEnabled ?? AUTO_QUEUE_DEFAULT, ...change };
  return fetchJson('/api/user-settings', { method: 'PUT', body }, userSettingsSchema);
}

export const tellSettingsFailure = (error: unknown): void =>
  toastFailure('Error', error, 'Failed to update settings');

/** `onError` is called even where what asked is gone by then, such as a banner. */
export function useUpdateUserSettings(onError?: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<UpdateUserSettings>) => updateUserSettings(client, change),
    ...(onError && { onError }),
    onSuccess: async (settings) => {
      client.setQueryData(userSettingsQuery.queryKey, settings);
      refreshPlans(client);
      await Promise.all(
        [['user-settings'], ['posting-status']].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}

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
  const { source = 'none', kind } = settings ?? {};
  // Under a name or address of its own, a local server counts as another one here.
  const isLocal = (source === 'settings' || source === 'environment') && kind !== 'openai';
  useEffect(() => {
    if (isLocal) fetchNothing('/api/model-settings/load', { method: 'POST' }).catch(() => undefined);
  }, [isLocal]);
}

export const useTestModel = () =>
  useMutation({
    mutationFn: (body: AskedModel) =>
      fetchJson('/api/model-settings/test', { method: 'POST', body }, modelTestSchema),
  });

export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => fetchJson('/api/backups', { signal }, backupsSchema),
});

export async function fetchBackup(): Promise<File> {
  const answer = await fetchAnswer('/api/backups/download', {
    accept: 'application/gzip, application/problem+json',
  });
  const [, name = 'chime-in.jsonl.gz'] =
    /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return new File([await answer.blob()], name, { type: 'application/gzip' });
}
