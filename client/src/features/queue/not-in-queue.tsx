import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { commentQuery } from '../../api/comment-detail.ts';
import { buttonClasses, Skeleton } from '../../components/ui/button.tsx';
import { NotLoaded } from './not-loaded.tsx';

/** In place of a comment whose address outlived its place in the queue. */
export function NotInQueue({ commentId }: { commentId: number }) {
  const { data: comment, isPending, error, refetch } = useQuery(commentQuery(commentId));
  if (isPending) return <Skeleton className="m-6 h-24 max-w-measure lg:mx-10" />;
  if (comment === undefined) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  return (
    <section className="flex max-w-measure flex-col items-start gap-3 p-6 lg:px-10">
      <h2 className="text-lg font-semibold">
        {comment ? 'This comment is no longer in the review queue' : 'This comment does not exist'}
      </h2>
      {comment ? (
        <>
          <p className="text-muted">
            Your comment on “{comment.video.title}” is {WORDS[comment.status]}. Its text is kept.
          </p>
          <Link href={`/history?comment=${comment.id}`} className={buttonClasses()}>
            Show It in History
          </Link>
        </>
      ) : (
        <p className="text-muted">Its address may be mistyped. Choose one from the queue.</p>
      )}
    </section>
  );
}

const WORDS = {
  pending: 'pending, but not in the queue',
  approved: 'approved, and scheduled or not in the queue',
  rejected: 'rejected, and not in the queue',
  failed: 'failed, and not in the queue',
  posted: 'posted',
};
