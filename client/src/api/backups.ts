import { queryOptions } from '@tanstack/react-query';
import { backupsSchema } from '#shared/contracts/backups.ts';
import { fetchAnswer, fetchJson } from './http.ts';

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
