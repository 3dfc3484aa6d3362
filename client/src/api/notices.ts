import {
  createdTokenSchema,
  noticeListSchema,
  noticeSettingsSchema,
  noticeTestSchema,
  type SendingChannel,
  tokenSchema,
  type UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import { fetchJson, fetchNothing, jsonQuery, useChange } from './http.ts';

const settings = '/api/notices/settings';

export const noticesQuery = jsonQuery(['notices'], '/api/notices', noticeListSchema);
export const noticeSettingsQuery = jsonQuery(['notices', 'settings'], settings, noticeSettingsSchema);
export const tokensQuery = jsonQuery(['tokens'], '/api/tokens', tokenSchema.array());

export const useReadNotices = () =>
  useChange(
    (upTo: string) => fetchNothing('/api/notices/read', { method: 'POST', body: { upTo } }),
    [noticesQuery.queryKey],
  );

export const useUpdateNotices = () =>
  useChange(
    (body: UpdateNoticeSettings) => fetchJson(settings, { method: 'PUT', body }, noticeSettingsSchema),
    [noticesQuery.queryKey],
  );

export const useTestNotice = () =>
  useChange(
    (channel: SendingChannel) =>
      fetchJson('/api/notices/test', { method: 'POST', body: { channel } }, noticeTestSchema),
    [],
    'Failed to send a test',
  );

export const useCreateToken = () =>
  useChange(
    (name: string) => fetchJson('/api/tokens', { method: 'POST', body: { name } }, createdTokenSchema),
    [tokensQuery.queryKey],
    'Failed to make a token',
  );

export const useRemoveToken = () =>
  useChange(
    (id: number) => fetchNothing(`/api/tokens/${id}`, { method: 'DELETE' }),
    [tokensQuery.queryKey],
    'Failed to delete the token',
  );
