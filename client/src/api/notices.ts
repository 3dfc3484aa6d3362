import {
  createdTokenSchema,
  noticeListSchema,
  noticeSettingsSchema,
  noticeTestSchema,
  type SendingChannel,
  tokenSchema,
  type UpdateNoticeSettings,
} from '#shared/contracts/notices.ts';
import { fetchNothing, namedQuery, post, put, remove, useChange } from './http.ts';

export const noticesQuery = namedQuery(['notices'], noticeListSchema);
export const noticeSettingsQuery = namedQuery(
  ['notices', 'settings'],
  noticeSettingsSchema,
);
export const tokensQuery = namedQuery(['tokens'], tokenSchema.array());

export const useReadNotices = () =>
  useChange(
    (upTo: string) =>
      fetchNothing('/api/notices/read', { method: 'POST', body: { upTo } }),
    [noticesQuery.queryKey],
  );

export const useUpdateNotices = () =>
  useChange(
    (body: UpdateNoticeSettings) =>
      put('/api/notices/settings', noticeSettingsSchema, body),
    [noticesQuery.queryKey],
  );

export const useTestNotice = () =>
  useChange(
    (channel: SendingChannel) => post('/api/notices/test', noticeTestSchema, { channel }),
    [],
    'Failed to send a test',
  );

export const useCreateToken = () =>
  useChange(
    (name: string) => post('/api/tokens', createdTokenSchema, { name }),
    [tokensQuery.queryKey],
    'Failed to make a token',
  );

export const useRemoveToken = () =>
  useChange(
    (id: number) => remove(`/api/tokens/${id}`),
    [tokensQuery.queryKey],
    'Failed to delete the token',
  );
