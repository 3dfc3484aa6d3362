import { useQuery } from '@tanstack/react-query';
import { postsLeft } from '#shared/rules/quota.ts';
import { postingStatusQuery } from '../../api/posting.ts';
import { quotaQuery } from '../../api/quota.ts';

/** Says before the click that not all of them can go out today. Silent when they can, and when unknown. */
export function FitsToday({ count }: { count: number }) {
  const status = useQuery(postingStatusQuery).data;
  const shared = useQuery(quotaQuery).data?.buckets.find(({ bucket }) => bucket === 'shared');
  if (!status || !shared) return null;
  const left = postsLeft(status, shared);
  if (left >= count) return null;
  return (
    <p className="mt-3 font-medium text-failed">
      {left === 0 ? 'No more can go out today' : `Only ${left} more can go out today`}: your limit is{' '}
      {status.dailyCap} a day, and YouTube has its own. The rest stays approved.
    </p>
  );
}
