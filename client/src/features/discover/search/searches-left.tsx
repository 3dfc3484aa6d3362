import { useQuery } from '@tanstack/react-query';
import { spareUnits } from '#shared/rules/quota.ts';
import { quotaQuery } from '../../../api/videos.ts';
import { DateTime } from '../../../components/time.tsx';
import { formatExact } from '../../../lib/formats.ts';

/** Null while the quota is unknown. */
export function useSearchBuckets() {
  const { data } = useQuery(quotaQuery);
  const search = data?.buckets.find(({ bucket }) => bucket === 'search');
  const shared = data?.buckets.find(({ bucket }) => bucket === 'shared');
  return search && shared
    ? { search, shared, left: spareUnits(shared) === 0 ? 0 : spareUnits(search) }
    : null;
}

/** Stands in the search field. */
export function SearchesLeft() {
  const buckets = useSearchBuckets();
  if (!buckets) return null;
  return (
    <p
      title={`Resets ${formatExact(buckets.search.resetsAt)}`}
      className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs whitespace-nowrap text-muted tabular-nums"
    >
      {buckets.left}
      <span className="max-lg:sr-only">&nbsp;searches</span>&nbsp;left today
    </p>
  );
}

/** Says why nothing can be searched, and from when on. */
export function NoSearchesLeft() {
  const buckets = useSearchBuckets();
  if (!buckets || buckets.left > 0) return null;
  const { search, shared } = buckets;
  const isSearchSpent = spareUnits(search) === 0;
  const { blockedUntil, resetsAt } = isSearchSpent ? search : shared;
  const time = <DateTime iso={blockedUntil ?? resetsAt} />;
  return (
    <p className="px-(--gutter) pb-3 text-sm text-failed">
      {isSearchSpent ? (
        <>No searches left today. They reset on {time}.</>
      ) : (
        <>
          Today’s YouTube quota is {shared.reserved > 0 ? 'kept for your scheduled comments' : 'used up'}.
          Searching works again on {time}.
        </>
      )}
    </p>
  );
}
