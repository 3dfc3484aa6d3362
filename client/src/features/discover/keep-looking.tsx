import { useQuery } from '@tanstack/react-query';
import { Check, Rss } from 'lucide-react';
import { keepSearchSchema } from '#shared/contracts/following.ts';
import { standingSearchesQuery, useKeepSearch } from '../../api/following.ts';
import { toastFailure } from '../../api/http.ts';
import { IconButton } from '../../components/ui/button.tsx';
import { toast } from '../../lib/toast.ts';

export function KeepLooking({ q, viewCount }: { q: string; viewCount: string }) {
  const keep = useKeepSearch();
  const { data } = useQuery(standingSearchesQuery);
  const asked = keepSearchSchema.parse({ q, ...(viewCount && { viewCount }) });
  const isKept = data?.some(
    (kept) =>
      kept.q.toLowerCase() === q.toLowerCase() &&
      kept.viewCount === (asked.viewCount ?? null),
  );
  const start = () =>
    keep.mutate(asked, {
      onSuccess: () =>
        toast({
          title: 'Standing Search Saved',
          subject: q,
          link: { label: 'Fresh', href: '/discover?view=fresh' },
        }),
      onError: (error) => toastFailure('Failed to save the standing search', error),
    });
  return (
    <IconButton
      icon={isKept ? Check : Rss}
      title={isKept ? 'Standing Search Saved' : 'Save as Standing Search'}
      disabled={isKept || keep.isPending}
      onClick={start}
    />
  );
}
