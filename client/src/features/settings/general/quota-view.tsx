import { useQuery } from '@tanstack/react-query';
import type { QuotaResponse } from '#shared/contracts/posting.ts';
import { errorText } from '../../../api/error-text.ts';
import { quotaQuery } from '../../../api/quota.ts';
import { DateTime } from '../../../components/time.tsx';
import { Skeleton } from '../../../components/ui/button.tsx';
import { Progress } from '../../../components/ui/choices.tsx';
import { formatNumber } from '../../../lib/formats.ts';

type Bucket = QuotaResponse['buckets'][number];

const LABELS: Record<Bucket['bucket'], string> = {
  search: 'Searches',
  shared: 'Posting and reading',
};

function BucketView({
  bucket: { bucket, used, reserved, limit, blockedUntil, resetsAt },
}: {
  bucket: Bucket;
}) {
  const label = LABELS[bucket];
  return (
    <li className="flex flex-col gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>{label}</span>
        <span className="text-muted">
          {formatNumber(used)} of {formatNumber(limit)} used
          {reserved > 0 && `, ${formatNumber(reserved)} kept for scheduled comments`}
        </span>
      </p>
      <Progress value={(used / limit) * 100} label={`${label} used today`} />
      <p className="text-sm text-muted">
        {blockedUntil ? (
          <>
            YouTube says it is used up. Resumes <DateTime iso={blockedUntil} />.
          </>
        ) : (
          <>
            Resets on <DateTime iso={resetsAt} />.
          </>
        )}
      </p>
    </li>
  );
}

export function QuotaView() {
  const quota = useQuery(quotaQuery);
  if (quota.isPending) return <Skeleton className="h-28" />;
  if (quota.isError && !quota.data)
    return <p className="text-failed">{errorText(quota.error, 'Failed to load the quota')}</p>;
  return (
    <ul className="flex flex-col gap-5">
      {quota.data.buckets.map((bucket) => (
        <BucketView key={bucket.bucket} bucket={bucket} />
      ))}
    </ul>
  );
}
