import { useMutation, useQuery } from '@tanstack/react-query';
import { backupsQuery, fetchBackup } from '../../../api/backups.ts';
import { errorText } from '../../../api/error-text.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { DateTime } from '../../../components/time.tsx';
import { Button, Skeleton } from '../../../components/ui/button.tsx';
import { downloadFile } from '../../../lib/browser.ts';

const inWords = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function LastBackup() {
  const backups = useQuery(backupsQuery);
  if (backups.isPending) return <Skeleton className="h-16" />;
  if (!backups.data)
    return <p className="text-failed">{errorText(backups.error, 'Failed to load the last backup')}</p>;
  const { last, failure, folder } = backups.data;
  return (
    <>
      {failure && (
        <p role="status" className="text-failed">
          The backup of <DateTime iso={failure.at} /> failed. {failure.reason} Chime In tries again every
          hour.
        </p>
      )}
      <p>
        {last ? (
          <>
            Last backup: <DateTime iso={last.madeAt} /> ({inWords(last.bytes)})
          </>
        ) : (
          'No backup has been made yet.'
        )}
      </p>
      <p className="text-muted">
        Chime In makes one every night and keeps 28 nights in{' '}
        <span className="font-mono text-sm break-all">{folder}</span>. It holds everything but your Google
        sign-in and the language model’s key.
      </p>
    </>
  );
}

export function Backups() {
  const download = useMutation({ mutationFn: fetchBackup });
  const start = () =>
    download.mutate(undefined, {
      onSuccess: (file) => downloadFile(file.name, file.type, file),
      onError: (error) => toastFailure('Failed to download a backup', error),
    });
  return (
    <div className="flex flex-col items-start gap-3">
      <LastBackup />
      <Button disabled={download.isPending} onClick={start}>
        {download.isPending ? 'Preparing…' : 'Download a backup'}
      </Button>
    </div>
  );
}
