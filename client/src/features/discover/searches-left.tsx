import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/quota.ts';
import { DateTime } from '../../components/time.tsx';
import { formatExact } from '../../lib/dates.ts';

/** How many of the day's searches remain (Google gives about a hundred). Says nothing when unknown. */
export function SearchesLeft() {
  const bucket = useQuery(quotaQuery).data?.buckets.find((each) => each.bucket === 'search');
  if (!bucket) return null;
  const left = bucket.blockedUntil ? 0 : Math.max(0, bucket.limit - bucket.used);
  if (left === 0) {
    return (
      <p className="text-sm text-failed">
        No searches left today. New ones come at <DateTime iso={bucket.blockedUntil ?? bucket.resetsAt} />.
      </p>
    );
  }
  return (
    <p className="text-sm text-muted tabular-nums" title={`Resets ${formatExact(bucket.resetsAt)}`}>
      {left} of {bucket.limit} searches left today
    </p>
  );
}
