import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import {
  backupsSchema,
  foundServerSchema,
  modelListSchema,
  type modelServerSchema,
  modelSettingsSchema,
  modelTestSchema,
  type UpdateUserSettings,
  type UserSettings,
  type updateModelSettingsSchema,
  userSettingsSchema,
} from '#shared/contracts/settings.ts';
import { authUserQuery } from './auth.ts';
import {
  fetchAnswer,
  fetchNothing,
  isInvalid,
  namedQuery,
  post,
  put,
  remove,
  toastFailure,
  useChange,
} from './http.ts';
import { refreshPlans } from './live.ts';

export const userSettingsQuery = namedQuery(['user-settings'], userSettingsSchema);

/**
 * Sends autoQueueEnabled with every change, because the server requires it. Fetches its
 * current value first, since another tab may have changed it.
 */
export async function updateUserSettings(
  client: QueryClient,
  change: Partial<UpdateUserSettings>,
): Promise<UserSettings> {
  const { autoQueueEnabled } = await client.fetchQuery({
    ...userSettingsQuery,
    staleTime: 0,
  });
  return put('/api/user-settings', userSettingsSchema, { autoQueueEnabled, ...change });
}

const tellFailure = (error: unknown): void =>
  toastFailure('Error', error, 'Failed to update settings');

/**
 * Calls `onError` even if the component that made the change, such as a banner, is
 * unmounted by then.
 */
export const useUpdateUserSettings = (
  onError: (error: Error) => void = tellFailure,
  retry = 0,
) =>
  useMutation({
    retry: (failures, error) => failures < retry && !isInvalid(error),
    mutationFn: (change: Partial<UpdateUserSettings>, { client }) =>
      updateUserSettings(client, change),
    onError,
    onSuccess: async (settings, _, __, { client }) => {
      client.setQueryData(userSettingsQuery.queryKey, settings);
      refreshPlans(client);
      await Promise.all(
        [['user-settings'], ['posting-status']].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });

/**
 * Returns the props of the switch that pauses all posting. It shows a press before the
 * server has answered.
 */
export function usePostingSwitch() {
  const isPaused = useQuery(userSettingsQuery).data?.postingPaused;
  const { isPending, variables, mutate } = useUpdateUserSettings();
  return {
    checked: (isPending ? variables.postingPaused : isPaused) === false,
    disabled: isPaused === undefined || isPending,
    onCheckedChange: (isOn: boolean) => mutate({ postingPaused: !isOn }),
  };
}

/** If `key` is missing, the stored key is kept as long as the address stays the same. */
export type AskedServer = z.input<typeof modelServerSchema>;
export type AskedModel = z.input<typeof updateModelSettingsSchema>;

export const modelSettingsQuery = namedQuery(['model-settings'], modelSettingsSchema);

/** The label "Sandbox" also depends on the model. */
const model = [modelSettingsQuery.queryKey, authUserQuery.queryKey];

export const useConnectModel = () =>
  useChange(
    (body: AskedModel) => put('/api/model-settings', modelSettingsSchema, body),
    model,
    'Failed to connect the model',
  );

export const useDisconnectModel = () =>
  useChange(() => remove('/api/model-settings'), model, 'Failed to disconnect the model');

export const useForgetLearned = () =>
  useChange(
    () => remove('/api/model-settings/learned'),
    [modelSettingsQuery.queryKey],
    'Failed to forget what was learned',
  );

export const useListModels = () =>
  useChange((body: AskedServer) =>
    post('/api/model-settings/models', modelListSchema, body),
  );

export const useFindServers = () =>
  useChange(() => post('/api/model-settings/find', z.array(foundServerSchema)));

/**
 * Makes a local server load the model, so that the first draft need
 * not wait for it. Errors are ignored: they show up with the draft.
 */
export function useLoadModel(): void {
  const settings = useQuery(modelSettingsQuery).data;
  const { source = 'none', kind } = settings ?? {};
  // A local server behind its own host name may have the
  // kind "other", so every kind but OpenAI counts as local.
  const isLocal =
    (source === 'settings' || source === 'environment') && kind !== 'openai';
  useEffect(() => {
    if (isLocal)
      fetchNothing('/api/model-settings/load', { method: 'POST' }).catch(() => undefined);
  }, [isLocal]);
}

export const useTestModel = () =>
  useChange((body: AskedModel) =>
    post('/api/model-settings/test', modelTestSchema, body),
  );

export const backupsQuery = namedQuery(['backups'], backupsSchema);

export async function fetchBackup(): Promise<File> {
  const answer = await fetchAnswer('/api/backups/download', {
    accept: 'application/gzip, application/problem+json',
  });
  const [, name = 'chime-in.jsonl.gz'] =
    /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return new File([await answer.blob()], name, { type: 'application/gzip' });
}
