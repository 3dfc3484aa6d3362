import { LoaderCircle } from 'lucide-react';
import type { Posting } from '#shared/contracts/comments.ts';
import { When } from './time.tsx';

const WORDS = {
  sending: 'Posting to YouTube…',
  confirming: 'Sent. Waiting for YouTube to confirm it.',
  waiting: 'Waiting to be posted.',
};

/** Nothing about such a comment may change. */
export const isBeingPosted = (posting: Posting): boolean =>
  posting?.state === 'sending' || posting?.state === 'confirming';

export function PostingNote({ posting }: { posting: NonNullable<Posting> }) {
  const { state, reason, nextTryAt } = posting;
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-muted">
      <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {state === 'sending' ? WORDS.sending : `${WORDS[state]} ${reason ?? ''}`.trim()}
        {nextTryAt && (
          <>
            {' '}
            {state === 'confirming' ? 'Next check' : 'Next try'} <When iso={nextTryAt} />.
          </>
        )}
      </span>
    </p>
  );
}
