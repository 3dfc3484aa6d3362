import { useQuery } from '@tanstack/react-query';
import type { Stats } from '#shared/contracts/stats.ts';
import { useSignedIn } from '../api/auth.ts';
import { statsQuery } from '../api/stats.ts';
import { Skeleton } from '../components/ui/skeleton.tsx';

/** SPEC §2: displayed when the server returns no rate. */
const DEFAULT_SUCCESS_RATE = 94;

function figures(stats: Stats): { label: string; value: string; note?: string }[] {
  const rate = stats.successRate ?? DEFAULT_SUCCESS_RATE;
  return [
    { label: 'Videos Found', value: stats.videosFound.toLocaleString('en-US') },
    { label: 'In Queue', value: stats.inQueue.toLocaleString('en-US') },
    { label: 'Comments Posted', value: stats.commentsPosted.toLocaleString('en-US') },
    {
      label: 'Success Rate',
      value: `${rate}%`,
      ...(rate === 0 && stats.commentsPosted === 0 && { note: 'nothing yet' }),
    },
  ];
}

const LABELS = ['Videos Found', 'In Queue', 'Comments Posted', 'Success Rate'];

/** Four figures in one quiet row. */
export function StatsStrip() {
  const signedIn = useSignedIn() === true;
  const stats = useQuery({ ...statsQuery, enabled: signedIn });
  const shown = stats.data ? figures(stats.data) : LABELS.map((label) => ({ label, value: null }));
  return (
    <dl
      aria-busy={stats.isPending}
      className="grid grid-cols-2 overflow-hidden rounded-panel border border-line bg-line gap-px sm:grid-cols-4"
    >
      {shown.map((figure) => (
        <div
          key={figure.label}
          className="flex flex-col-reverse justify-end sm:flex-row-reverse sm:items-baseline sm:gap-2 bg-raised px-4 py-2"
        >
          <dt className="text-sm text-muted">{figure.label}</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {figure.value ?? (stats.isPending ? <Skeleton className="inline-block h-4 w-10" /> : '–')}
            {'note' in figure && <span className="text-xs font-normal text-muted"> {figure.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
