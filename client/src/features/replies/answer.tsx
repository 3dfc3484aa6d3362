import { useQuery } from '@tanstack/react-query';
import type { Reply } from '#shared/contracts/replies.ts';
import { commentQuery } from '../../api/comment-detail.ts';
import { PostingNote, StateBadge } from '../../components/comment-state.tsx';
import { Skeleton } from '../../components/ui/button.tsx';

/** The answer as it is now; it is edited and decided in the review queue. */
export function Answer({ answer }: { answer: NonNullable<Reply['answer']> }) {
  const { data: comment, isPending, isError } = useQuery(commentQuery(answer.commentId));
  return (
    <section
      aria-label="Your answer"
      className="flex max-w-[44rem] flex-col gap-2 rounded-panel border border-line px-4 py-3"
    >
      <div className="flex items-center gap-3">
        <h3 className="text-sm font-medium">Your answer</h3>
        <StateBadge state={comment?.status ?? answer.status} />
      </div>
      {isPending && <Skeleton className="h-12" />}
      {isError && <p className="text-sm text-failed">The text of your answer could not be loaded.</p>}
      {comment && (
        <p
          dir="auto"
          className="max-w-measure text-left font-voice text-voice break-words whitespace-pre-wrap md:text-voice-lg"
        >
          {comment.content}
        </p>
      )}
      {comment?.posting && <PostingNote posting={comment.posting} />}
      {comment?.status === 'failed' && <p className="text-sm text-failed">{comment.failureReason}</p>}
    </section>
  );
}
