import { useQuery } from '@tanstack/react-query';
import { spareUnits } from '#shared/rules/quota.ts';
import { quotaQuery } from '../../../api/quota.ts';
import { DateTime } from '../../../components/time.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { formatExact } from '../../../lib/dates.ts';

/** Shows nothing while the quota is unknown. */
export function SearchesLeft() {
  const quota = useQuery(quotaQuery);
  if (quota.isPending) return <Skeleton className="my-0.5 h-5 w-44" />;
  const buckets = quota.data?.buckets;
  const search = buckets?.find(({ bucket }) => bucket === 'search');
  const shared = buckets?.find(({ bucket }) => bucket === 'shared');
  if (!search || !shared) return null;
  if (spareUnits(search) === 0) {
    return (
      <p className="text-sm leading-6 text-failed">
        No searches left today. They reset at <DateTime iso={search.blockedUntil ?? search.resetsAt} />.
      </p>
    );
  }
  if (spareUnits(shared) === 0) {
    return (
      <p className="text-sm leading-6 text-failed">
        Today’s YouTube units are {shared.reserved > 0 ? 'kept for your scheduled comments' : 'used up'}.
        Searching works again at <DateTime iso={shared.blockedUntil ?? shared.resetsAt} />.
      </p>
    );
  }
  return (
    <p className="text-sm leading-6 text-muted tabular-nums" title={`Resets ${formatExact(search.resetsAt)}`}>
      {spareUnits(search)} of {search.limit} searches left today
    </p>
  );
}
