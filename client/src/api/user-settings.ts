import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type UpdateUserSettings,
  type UserSettings,
  userSettingsSchema,
} from '#shared/contracts/user-settings.ts';
import { fetchJson } from './http.ts';
import { refreshPlans } from './refresh-changed.ts';
import { toastFailure } from './toast-failure.ts';

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
