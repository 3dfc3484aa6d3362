import { useQuery } from '@tanstack/react-query';
import type { Stats } from '#shared/contracts/stats.ts';
import { useSignedIn } from '../api/auth.ts';
import { statsQuery } from '../api/stats.ts';
import { Skeleton } from '../components/ui/skeleton.tsx';
import { inQueueNote, successRateNote } from '../lib/figure-notes.ts';

const DEFAULT_SUCCESS_RATE = 94;

const count = (value: number) => value.toLocaleString('en-US');

const FIGURES: { label: string; read: (stats: Stats) => string; note?: (stats?: Stats) => string }[] = [
  { label: 'Videos Found', read: ({ videosFound }) => count(videosFound) },
  { label: 'In Queue', read: ({ inQueue }) => count(inQueue), note: () => inQueueNote },
  { label: 'Comments Posted', read: ({ commentsPosted }) => count(commentsPosted) },
  {
    label: 'Success Rate',
    read: ({ successRate }) => `${successRate ?? DEFAULT_SUCCESS_RATE}%`,
    note: (stats) =>
      stats?.successRate === 0 && stats.commentsPosted === 0 ? 'nothing yet' : successRateNote,
  },
];

export function StatsStrip() {
  const signedIn = useSignedIn() === true;
  const { data, isPending } = useQuery({ ...statsQuery, enabled: signedIn });
  return (
    <dl
      aria-busy={isPending}
      className="grid grid-cols-2 overflow-hidden rounded-panel border border-line bg-line gap-px sm:grid-cols-4"
    >
      {FIGURES.map(({ label, read, note }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end bg-raised px-4 py-2 lg:flex-row lg:flex-wrap lg:content-start lg:items-baseline lg:justify-start lg:gap-x-2"
        >
          <dt className="text-sm text-muted lg:order-1">{label}</dt>
          <dd className="flex items-baseline gap-1 text-lg font-semibold tabular-nums lg:contents">
            <span>
              {data ? read(data) : isPending ? <Skeleton className="inline-block h-4 w-10" /> : '–'}
            </span>
            {note && ' '}
            {note && (
              <span className="truncate text-xs font-normal text-muted lg:order-2 lg:basis-full">
                {note(data)}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
