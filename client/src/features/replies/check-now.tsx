import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { Reply } from '#shared/contracts/replies.ts';
import { readReplies } from '../../api/replies.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { When } from '../../components/time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { formatNumber } from '../../lib/formats.ts';
import { toast } from '../../lib/toast.ts';

const found = (added: number) =>
  added === 0 ? 'No new replies' : `${formatNumber(added)} new ${added === 1 ? 'reply' : 'replies'}`;

/** Reads the replies on YouTube now, and says of when those shown are. */
export function CheckNow({ rows }: { rows: readonly Reply[] }) {
  const client = useQueryClient();
  const read = useMutation({
    mutationFn: () => readReplies(client),
    onSuccess: ({ added }) => toast({ title: found(added) }),
    onError: (error) => toastFailure('Check Failed', error, 'Failed to read the replies'),
  });
  const times = [...rows.map(({ fetchedAt }) => fetchedAt), ...(read.data ? [read.data.asOf] : [])];
  const asOf = times.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  return (
    <>
      {asOf && (
        <p className="text-sm text-muted max-lg:hidden">
          Replies as of <When iso={asOf} />
        </p>
      )}
      <Button variant="ghost" className="-mr-3" disabled={read.isPending} onClick={() => read.mutate()}>
        <RefreshCw aria-hidden />
        {read.isPending ? 'Checking…' : 'Check Now'}
      </Button>
    </>
  );
}
