import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { errorText } from '../../api/error-text.ts';
import { threadQuery } from '../../api/replies.ts';
import { ThreadEntry } from '../../components/thread.tsx';
import { Button, Skeleton } from '../../components/ui/button.tsx';

/** The replies under a posted comment, which stands above them already. */
export function Thread({ commentId }: { commentId: number }) {
  const { data, error, refetch } = useQuery(threadQuery(commentId));
  if (error && !data)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm text-failed">
        {errorText(error, 'Failed to load the replies')}
        <Button onClick={() => void refetch()}>Try Again</Button>
      </div>
    );
  if (!data) return <Skeleton className="h-16" />;
  const [, ...replies] = data;
  return (
    <>
      {replies.length === 0 && <p className="text-sm text-muted">The replies have not been read yet.</p>}
      <ol aria-label="Replies" className="list-none">
        {replies.map((reply, place) => (
          <ThreadEntry key={reply.replyId ?? `ours ${place}`} entry={reply} />
        ))}
      </ol>
      {replies.some(({ isOurs }) => !isOurs) && (
        <Link href="/history?tab=replies" className="text-sm text-accent underline-offset-2 hover:underline">
          Answer under Replies
        </Link>
      )}
    </>
  );
}
