import { Trash2 } from 'lucide-react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { isBeingPosted } from '../../components/posting-note.tsx';
import { Button } from '../../components/ui/button.tsx';
import { nextStep } from './next-step.ts';
import type { Decision } from './review.ts';

export interface CardHandlers {
  decide: (item: QueueItem, status: Decision) => void;
  schedule: (item: QueueItem) => void;
  post: (item: QueueItem) => void;
  remove: (item: QueueItem) => void;
  edit: (item: QueueItem) => void;
}

interface CardActionsProps {
  item: QueueItem;
  /** The open card carries the one primary button in view. */
  active: boolean;
  armed: boolean;
  handlers: CardHandlers;
}

/** What can be done with it, by its status (SPEC §2); nothing but waiting while it is being posted. */
export function CardActions({ item, active, armed, handlers }: CardActionsProps) {
  const { comment } = item;
  const disabled = isBeingPosted(comment.posting);
  const main = active ? 'primary' : 'secondary';
  const step = nextStep(item);
  const common = { size: 'sm', disabled } as const;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {comment.status === 'pending' && (
        <>
          <Button {...common} variant={main} onClick={() => handlers.decide(item, 'approved')}>
            Approve
          </Button>
          <Button {...common} onClick={() => handlers.decide(item, 'rejected')}>
            Reject
          </Button>
        </>
      )}
      {comment.status === 'approved' && (
        <>
          <Button {...common} variant={main} onClick={() => handlers.post(item)}>
            {armed ? 'Press Enter to Post' : 'Post Now'}
          </Button>
          <Button {...common} onClick={() => handlers.schedule(item)}>
            Schedule
          </Button>
          {active && (
            <Button {...common} variant="ghost" onClick={() => handlers.decide(item, 'pending')}>
              Back to Review
            </Button>
          )}
        </>
      )}
      {comment.status === 'rejected' && (
        <Button {...common} variant={main} onClick={() => handlers.decide(item, 'pending')}>
          Re-review
        </Button>
      )}
      {comment.status === 'failed' && (
        <>
          {step === 'edit' && (
            <Button {...common} variant={main} onClick={() => handlers.edit(item)}>
              Edit Text
            </Button>
          )}
          {step === 'remove' && (
            <Button {...common} variant={main} onClick={() => handlers.remove(item)}>
              Remove
            </Button>
          )}
          <Button
            {...common}
            variant={step === 'retry' ? main : 'ghost'}
            onClick={() => handlers.decide(item, 'approved')}
          >
            Retry
          </Button>
        </>
      )}
      <Button
        {...common}
        variant="ghost"
        aria-label="Remove from queue"
        title="Remove from queue"
        className="w-8 px-0"
        onClick={() => handlers.remove(item)}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
