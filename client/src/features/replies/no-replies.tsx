import { MessagesSquare } from 'lucide-react';
import { Link } from 'wouter';
import type { ReplyCounts } from '#shared/contracts/replies.ts';
import { EmptyState } from '../../components/page.tsx';
import { buttonClasses } from '../../components/ui/button.tsx';
import type { FilterName } from './reply-filters.ts';

interface NoRepliesProps {
  filter: FilterName;
  counts: ReplyCounts | undefined;
}

/** Says why a list is empty, and leads on. */
export function NoReplies({ filter, counts }: NoRepliesProps) {
  const waiting = counts ? counts.new + counts.read : 0;
  const decided = counts ? counts.answered + counts.dismissed : 0;
  if (filter !== undefined && waiting > 0)
    return (
      <EmptyState
        icon={MessagesSquare}
        title={filter === 'answered' ? 'Nothing answered yet' : 'Nothing set aside'}
        action={
          <Link href="/history?tab=replies" className={buttonClasses('primary')}>
            Show Waiting Replies
          </Link>
        }
      >
        {filter === 'answered'
          ? 'A reply moves here once your answer is posted.'
          : 'Replies that need no answer are kept here.'}
      </EmptyState>
    );
  if (decided > 0)
    return (
      <EmptyState
        icon={MessagesSquare}
        title="Nothing waits for you"
        action={
          <Link href="/queue" className={buttonClasses('primary')}>
            Go to the Review Queue
          </Link>
        }
      >
        New replies to your comments show up here by themselves.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={MessagesSquare}
      title="No replies yet"
      action={
        <Link href="/discover" className={buttonClasses('primary')}>
          Discover Videos
        </Link>
      }
    >
      When somebody replies to a comment that you posted, the thread shows up here, ready to be answered.
    </EmptyState>
  );
}
