import { queryOptions } from '@tanstack/react-query';
import { userSettingsSchema } from '#shared/contracts/user-settings.ts';
import { fetchJson } from './http.ts';

export const userSettingsQuery = queryOptions({
  queryKey: ['user-settings'],
  queryFn: ({ signal }) => fetchJson('/api/user-settings', { signal }, userSettingsSchema),
});
