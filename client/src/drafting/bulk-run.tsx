import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { type BulkRun, bulkRunSchema } from '#shared/contracts/drafts.ts';
import { useBulkRest } from '../api/drafts.ts';
import { namedQuery, post, remove, toastFailure } from '../api/http.ts';
import { Button, ButtonLink, IconButton } from '../components/ui/button.tsx';
import { counted } from '../lib/formats.ts';

const PATH = '/api/bulk-run';
const answerSchema = bulkRunSchema.nullable();

/**
 * Loads the running bulk run, or what is left of the last one; null if there is neither.
 */
export const bulkRunQuery = namedQuery(['bulk-run'], answerSchema);

/**
 * Stops a bulk run after the draft that is being written, or forgets a run that has
 * ended.
 */
export function useEndBulk() {
  const client = useQueryClient();
  return async (how: 'stop' | 'forget') => {
    try {
      const run = how === 'stop' ? await post(`${PATH}/stop`, answerSchema) : null;
      if (how === 'forget') await remove(PATH);
      client.setQueryData(bulkRunQuery.queryKey, run);
    } catch (error) {
      toastFailure(how === 'stop' ? 'Failed to stop' : 'Failed to close', error);
    }
  };
}

const soFar = ({ drafted, all, skipped, failed }: BulkRun): string =>
  [
    `${drafted} of ${all} drafted`,
    skipped > 0 && `${skipped} skipped`,
    failed > 0 && `${failed} failed`,
  ]
    .filter(Boolean)
    .join(', ');

/** Returns why some videos got no draft; null while nothing is wrong. */
function whyNotAll({
  isRunning,
  left,
  stopped,
  restarted,
  failed,
  failure,
}: BulkRun): string | null {
  if (isRunning) return stopped ? 'Stopping after the current draft.' : null;
  const undone = left.length - failed;
  if (restarted)
    return `The server was restarted: ${counted(undone, 'video')} got no draft.`;
  if (stopped) return `You stopped it: ${counted(undone, 'video')} got no draft.`;
  return failure;
}

/**
 * Shows the progress of the bulk run, whichever page started it, and in the end what is
 * left of it. After a stop or a restart of the server, `onLeft` gets the videos without a
 * draft once the page has its results, so that Discover can select them. Other pages omit
 * it.
 */
export function BulkRunLine(props: {
  onLeft?: (videoIds: readonly number[]) => void;
  hasResults?: boolean;
}) {
  const { onLeft, hasResults = false } = props;
  const run = useQuery(bulkRunQuery).data;
  const rest = useBulkRest();
  const end = useEndBulk();
  const cut = run && !run.isRunning && (run.stopped || run.restarted) ? run.left : [];
  const leave = useEffectEvent(() => onLeft?.(cut));
  useEffect(() => {
    if (cut.length > 0 && hasResults) leave();
  }, [cut.length, hasResults]);
  if (!run) return null;
  const { isRunning, left } = run;
  return (
    <section
      aria-label="Bulk drafting"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-(--gutter) py-1 text-sm"
    >
      <p role="status" className="min-w-0 flex-1 basis-32">
        <span className="font-medium tabular-nums">{soFar(run)}</span>{' '}
        <span className="text-soft">{whyNotAll(run)}</span>
      </p>
      <div className="flex items-center gap-2">
        {onLeft && <ButtonLink href="/queue">Review</ButtonLink>}
        {isRunning && !run.stopped && (
          <Button onClick={() => void end('stop')}>Stop</Button>
        )}
        {left.length > 0 && (
          <Button disabled={rest.isPending} onClick={() => rest.mutate()}>
            Draft the Rest ({left.length})
          </Button>
        )}
        {!isRunning && (
          <IconButton icon={X} title="Close" onClick={() => void end('forget')} />
        )}
      </div>
    </section>
  );
}
