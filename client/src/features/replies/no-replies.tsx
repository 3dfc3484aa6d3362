import { MessagesSquare } from 'lucide-react';
import type { ReplyCounts } from '#shared/contracts/replies.ts';
import { EmptyState } from '../../components/page.tsx';
import { SampleOffer } from '../../components/sample-offer.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import type { FilterName } from './reply-filters.ts';

const TO_WAITING = ['/history?tab=replies', 'Show Waiting Replies'] as const;

const NONE = {
  questions: [
    'No open questions',
    'Replies with a question mark that wait for you are listed here.',
    ...TO_WAITING,
  ],
  creators: [
    'No reply by a creator is waiting',
    'When the creator of a video replies to your comment, the reply is listed here.',
    ...TO_WAITING,
  ],
  scheduled: [
    'No answer is scheduled',
    'A reply moves here once its answer has a time, and to Answered once the answer is posted.',
    ...TO_WAITING,
  ],
  answered: [
    'Nothing answered yet',
    'A reply moves here once your answer is posted.',
    ...TO_WAITING,
  ],
  dismissed: [
    'Nothing set aside',
    'Replies that need no answer are kept here.',
    ...TO_WAITING,
  ],
  waiting: [
    'You’re all caught up',
    'New replies to your comments show up here automatically.',
    '/queue',
    'Go to the Review Queue',
  ],
  ever: [
    'No replies yet',
    'When somebody replies to a comment that you posted, the thread shows up here, ready to be answered.',
    '/discover',
    'Discover Videos',
  ],
} as const;

/** Returns which sentence an empty list shows. */
function emptyKind(
  filter: FilterName,
  counts: ReplyCounts | undefined,
): keyof typeof NONE {
  if (counts === undefined) return 'ever';
  const areWaiting = counts.new + counts.read > 0;
  if (areWaiting && filter) return filter;
  const areDone = counts.scheduled + counts.answered + counts.dismissed > 0;
  return areDone ? 'waiting' : 'ever';
}

export function NoReplies({
  filter,
  counts,
}: {
  filter: FilterName;
  counts: ReplyCounts | undefined;
}) {
  const [title, text, href, label] = NONE[emptyKind(filter, counts)];
  const onward = <ButtonLink variant="primary" href={href} children={label} />;
  return (
    <EmptyState
      icon={MessagesSquare}
      title={title}
      action={
        <>
          {onward}
          <SampleOffer />
        </>
      }
    >
      {text}
    </EmptyState>
  );
}
