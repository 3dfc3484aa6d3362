import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QueueItem } from '#shared/contracts/queue.ts';
import { PostNow } from '../../components/post-now.tsx';
import { isBeingPosted } from '../../components/posting-note.tsx';
import { Button } from '../../components/ui/button.tsx';
import { classNames } from '../../lib/class-names.ts';
import type { PressGuard } from '../../lib/press-guard.ts';
import { nextStep } from './next-step.ts';
import type { Decision } from './review.ts';

export interface CardHandlers {
  decide: (item: QueueItem, status: Decision) => void;
  schedule: (item: QueueItem) => void;
  arm: (item: QueueItem) => void;
  keep: (item: QueueItem) => void;
  post: (item: QueueItem) => void;
  remove: (item: QueueItem) => void;
  edit: (item: QueueItem) => void;
}

interface CardActionsProps {
  item: QueueItem;
  /** The open card has the only primary button. */
  active: boolean;
  armed: boolean;
  guard: PressGuard;
  handlers: CardHandlers;
}

/** Keeps a button's place in every state of the card. */
function Slot({ className, children }: { className: string; children?: ReactNode }) {
  return <div className={classNames('flex shrink-0 *:w-full *:px-0', className)}>{children}</div>;
}

export function CardActions({ item, active, armed, guard, handlers }: CardActionsProps) {
  const { status, posting } = item.comment;
  const disabled = isBeingPosted(posting);
  const main = active ? 'primary' : 'secondary';
  const step = nextStep(item);
  const common = { size: 'sm', disabled, 'aria-disabled': guard.isPaused || undefined } as const;
  const decide = (decision: Decision) => () => guard.press(() => handlers.decide(item, decision));
  const on = (act: (item: QueueItem) => void) => () => guard.press(() => act(item));
  return (
    <div
      data-card-actions
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 md:flex lg:justify-end"
    >
      <Slot className="w-20">
        {status === 'pending' && (
          <Button {...common} variant={main} onClick={decide('approved')}>
            Approve
          </Button>
        )}
        {status === 'failed' && (
          <Button {...common} variant={step === 'retry' ? main : 'ghost'} onClick={decide('approved')}>
            Retry
          </Button>
        )}
      </Slot>
      <Slot className="w-18">
        {status === 'pending' && (
          <Button {...common} onClick={decide('rejected')}>
            Reject
          </Button>
        )}
      </Slot>
      <div
        className={classNames(
          'col-span-3 row-start-2 flex justify-end gap-2',
          status === 'pending' && 'max-md:hidden',
        )}
      >
        {status === 'approved' ? (
          <PostNow
            isArmed={armed && !disabled}
            disabled={disabled}
            variant={main}
            guard={guard}
            onArm={() => handlers.arm(item)}
            onKeep={() => handlers.keep(item)}
            onPost={() => handlers.post(item)}
          >
            {active && (
              <Button {...common} variant="ghost" onClick={decide('pending')}>
                Back to Review
              </Button>
            )}
            <Button {...common} onClick={on(handlers.schedule)}>
              Schedule
            </Button>
          </PostNow>
        ) : (
          <div className="flex gap-2 md:mr-22 md:w-60 md:justify-end">
            {status === 'rejected' && (
              <Button {...common} variant={main} onClick={decide('pending')}>
                Re-review
              </Button>
            )}
            {status === 'failed' && step === 'edit' && (
              <Button {...common} variant={main} onClick={on(handlers.edit)}>
                Edit Text
              </Button>
            )}
            {status === 'failed' && step === 'remove' && (
              <Button {...common} variant={main} onClick={on(handlers.remove)}>
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
      <Button
        {...common}
        variant="ghost"
        aria-label="Remove from queue"
        title="Remove from queue"
        className="w-8 px-0 max-md:col-start-3 max-md:row-start-1 md:max-lg:ml-auto"
        onClick={on(handlers.remove)}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  );
}
