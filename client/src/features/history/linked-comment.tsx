import { useQuery } from '@tanstack/react-query';
import { commentQuery } from '../../api/comment-detail.ts';
import { errorText } from '../../api/error-text.ts';
import { ErrorState } from '../../components/page.tsx';
import { Button, Skeleton } from '../../components/ui/button.tsx';
import { HistoryRow } from './history-row.tsx';

interface LinkedCommentProps {
  id: number;
  /** Leads back to the whole list. */
  onClose: () => void;
}

/** The comment that the address names, wherever it stands in the list. */
export function LinkedComment({ id, onClose }: LinkedCommentProps) {
  const { data: comment, isPending, error, refetch } = useQuery(commentQuery(id));
  return (
    <section aria-label="Linked comment" className="pb-28">
      {isPending && <Skeleton className="mx-(--gutter) h-14" />}
      {comment && <HistoryRow comment={comment} expanded onToggle={onClose} />}
      {!isPending && comment === undefined && (
        <div className="px-(--gutter) pt-4">
          <ErrorState title="The comment could not be loaded" onRetry={() => void refetch()}>
            {errorText(error, 'Failed to load the comment.')}
          </ErrorState>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-4 px-(--gutter) py-4">
        {comment === null && <p className="text-muted">There is no such comment.</p>}
        <Button onClick={onClose}>Show All Comments</Button>
      </div>
    </section>
  );
}
