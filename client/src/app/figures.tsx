import { useQuery } from '@tanstack/react-query';
import type { Stats } from '#shared/contracts/stats.ts';
import { useSignedIn } from '../api/auth.ts';
import { statsQuery } from '../api/stats.ts';
import { Skeleton } from '../components/ui/button.tsx';
import { classNames } from '../lib/browser.ts';
import { formatNumber, inQueueNote, successRateNote } from '../lib/formats.ts';

const DEFAULT_SUCCESS_RATE = 94;

const FIGURES: { label: string; read: (stats: Stats) => string; note?: string }[] = [
  { label: 'Videos Found', read: ({ videosFound }) => formatNumber(videosFound) },
  { label: 'In Queue', read: ({ inQueue }) => formatNumber(inQueue), note: inQueueNote },
  { label: 'Comments Posted', read: ({ commentsPosted }) => formatNumber(commentsPosted) },
  {
    label: 'Success Rate',
    read: ({ successRate }) => `${successRate ?? DEFAULT_SUCCESS_RATE}%`,
    note: successRateNote,
  },
];

/** Zeros are muted: before the first comment they say little. */
const isZero = (shown: string) => shown === '0' || shown === '0%';

export function Figures() {
  const signedIn = useSignedIn() === true;
  const { data, isPending } = useQuery({ ...statsQuery, enabled: signedIn });
  return (
    <dl
      aria-busy={isPending}
      className="flex min-h-10 items-center gap-x-5 text-sm whitespace-nowrap max-sm:justify-between max-sm:gap-x-1.5"
    >
      {FIGURES.map(({ label, read, note }) => {
        const shown = data ? read(data) : '–';
        return (
          <div
            key={label}
            title={note}
            className="flex flex-row-reverse gap-1.5 max-sm:flex-col-reverse max-sm:gap-0"
          >
            <dt className="text-muted max-sm:text-xs max-[24rem]:tracking-tight">{label}</dt>
            <dd
              className={classNames(
                'tabular-nums max-sm:leading-4',
                isZero(shown) ? 'font-medium text-muted' : 'font-semibold',
              )}
            >
              {isPending ? <Skeleton className="my-0.5 h-4 w-7 max-sm:my-0" /> : shown}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
